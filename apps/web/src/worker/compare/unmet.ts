import type { Registry } from '@sdc/core'
import { cannotMeet, type CannotMeet } from '@sdc/search'
import type { OpenData } from '../data/open-data.js'
import { schemaOf } from '../plans/settings-plan.js'
import type { Calls } from '../protocol/messages.js'
import { isMaskedRole } from '../../session/schema.js'
import { boundLimits, releaseType } from './judged.js'

/**
 * Finds reasons why no masking of values can meet the policy.
 *
 * @param registry - Methods and metrics.
 * @param data - The file.
 * @param ask - The settings, and the day.
 * @returns The reasons; empty if no column is to be masked.
 */
export async function unmet(
  registry: Registry,
  { csv }: OpenData,
  { settings, today }: Calls['unmet'],
): Promise<readonly CannotMeet[]> {
  const schema = schemaOf(settings)
  if (!Object.values(schema.columns).some(({ role }) => isMaskedRole(role))) return []
  const type = releaseType(registry, settings)
  return await cannotMeet(
    csv.dataset,
    {
      schema,
      limits: boundLimits(type, today),
      mayLack: Object.keys(type.allowNull),
      noOpenColumns: type.require.openColumns === 'none',
    },
    registry,
  )
}
