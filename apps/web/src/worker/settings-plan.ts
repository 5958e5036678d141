import { SdcError, type Dataset, type Registry } from '@sdc/core'
import { parseComparePlan, parseFileSchema, type ComparePlan, type FileSchema } from '@sdc/engine'
import { usualComparison, withWishes } from '@sdc/workflow'
import type { Settings } from './protocol.js'

/**
 * What the settings say of the columns, as a schema.
 *
 * @param settings - The roles by column.
 * @param header - Whether the first line holds names, where somebody said so.
 * @returns The schema.
 */
export function schemaOf({ roles }: Pick<Settings, 'roles'>, header?: boolean): FileSchema {
  const columns = Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }]))
  return parseFileSchema({ ...(header !== undefined && { header }), columns })
}

/**
 * What is to be compared: the usual candidates, or those that were chosen with their grids.
 *
 * @param registry - The methods.
 * @param settings - What to try.
 * @param original - The file.
 * @param schema - What is known of it.
 * @returns The comparison, as a plan has it.
 * @throws NO_COLUMNS where no role asks for masking; BAD_OPTION where nothing was chosen.
 */
export function comparisonOf(
  registry: Registry,
  settings: Settings,
  original: Dataset,
  schema: FileSchema,
): ComparePlan {
  const { search, candidates, reverseMap, replicates, missing } = settings
  const { postMasking } = registry.defaults
  if (search === 'chosen' && candidates.length === 0) {
    throw new SdcError('BAD_OPTION', 'no method is chosen', {}, 'Choose one or more, or try the usual candidates.')
  }
  const compare =
    search === 'chosen'
      ? parseComparePlan({
          candidates: candidates.map(({ use, grid }) => ({ use: registry.get('methods', use).id, grid })),
          then: reverseMap && postMasking ? [[], [postMasking]] : [[]],
        })
      : usualComparison(registry, { reverseMap }, original, schema)
  return withWishes(compare, { replicates, missing })
}
