import { SdcError, type Registry } from '@sdc/core'
import { parseComparePlan, parseFileSchema, type DecidePlan, type FileSchema } from '@sdc/engine'
import { planFromRequirements, withRequirements } from '@sdc/search'
import type { Said, Settings } from '../protocol/protocol.js'

/**
 * What the settings say of the columns, as a schema.
 *
 * @param settings - The roles by column.
 * @param said - Facts about the file that the user said when it was opened.
 * @returns The schema.
 */
export function schemaOf({ roles }: Pick<Settings, 'roles'>, said?: Said): FileSchema {
  // Whoever calls a column that repeats an identifier, and not a person, has said that every record is one.
  const columns = Object.fromEntries(
    Object.entries(roles).map(([name, role]) => [name, role === 'identifier' ? { role, level: 'record' } : { role }]),
  )
  return parseFileSchema({ ...said, columns })
}

/**
 * What is to be compared: the usual candidates, or those that were chosen with their grids.
 *
 * @param registry - The methods.
 * @param settings - What to try.
 * @returns The comparison.
 * @throws BAD_OPTION where nothing was chosen.
 */
export function comparisonOf(registry: Registry, settings: Settings): DecidePlan {
  const { search, candidates, reverseMap, replicates, missing } = settings
  if (search === 'chosen' && candidates.length === 0) {
    throw new SdcError(
      'BAD_OPTION',
      'no method is chosen',
      {},
      'Choose at least one method, or try the usual candidates.',
    )
  }
  const plan = withRequirements(planFromRequirements(registry, { reverseMap }), { replicates, missing })
  if (search !== 'chosen') return plan
  const named = candidates.map(({ use, grid }) => ({ use: registry.get('methods', use).id, grid }))
  return { ...plan, candidates: parseComparePlan({ candidates: named }).candidates }
}
