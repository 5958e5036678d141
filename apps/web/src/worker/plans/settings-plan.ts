import { SdcError, type Registry } from '@sdc/core'
import { parseComparePlan, parseFileSchema, type DecidePlan, type FileSchema } from '@sdc/engine'
import { planFromRequirements, withRequirements } from '@sdc/search'
import type { Settings } from '../protocol/settings-types.js'
import { sharedSteps } from './shared-steps.js'

/**
 * Returns the schema of the settings.
 *
 * @param settings - The schema as the user set it.
 * @returns The schema. A repeated identifier without the role person gets the level of records, since the user declared
 *   it as an identifier.
 */
export function schemaOf({ schema }: Pick<Settings, 'schema'>): FileSchema {
  const columns = Object.entries(schema.columns).map(
    ([name, column]) => [name, column.role === 'identifier' ? { level: 'record', ...column } : column] as const,
  )
  return parseFileSchema({ ...schema, columns: Object.fromEntries(columns) })
}

/**
 * Returns the comparison: the default candidates, or chosen methods with their grids.
 *
 * @param registry - The methods.
 * @param settings - The candidates.
 * @returns The comparison.
 * @throws BAD_OPTION if no method is chosen.
 */
export function comparisonOf(registry: Registry, settings: Settings): DecidePlan {
  const { search, candidates, reverseMap, replicates, missing } = settings
  const isSynthetic = settings.goal === 'synthetic'
  if (search === 'chosen' && candidates.length === 0) {
    throw new SdcError(
      'BAD_OPTION',
      'no method is chosen',
      {},
      'Choose at least one method, or try the usual candidates.',
    )
  }
  const { fixed, last } = sharedSteps(settings)
  const plan: DecidePlan = {
    ...withRequirements(planFromRequirements(registry, { reverseMap: reverseMap && !isSynthetic }), {
      replicates,
      // New records have missing values like the original.
      ...(isSynthetic ? { purpose: 'synthetic' } : { missing }),
    }),
    ...(fixed.length > 0 && { fixed }),
    ...(last.length > 0 && { last }),
  }
  if (search !== 'chosen') return plan
  const named = candidates.map(({ use, grid }) => ({ use: registry.get('methods', use).id, grid }))
  return { ...plan, candidates: parseComparePlan({ candidates: named }).candidates }
}
