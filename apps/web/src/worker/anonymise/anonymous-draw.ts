import type { Registry } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import {
  anonymizeFile,
  planAnonymization,
  type ProduceData,
  type ProduceOptions,
  type ProducedOutcome,
} from '@sdc/release'
import type { Settings } from '../protocol/settings-types.js'
import { requirementsOf, stepsBefore } from '../plans/requirements.js'

interface AnonymousDraw extends Omit<ProduceOptions, 'steps' | 'schema' | 'out'> {
  readonly out: string
  readonly schema: FileSchema
  readonly settings: Settings
}

/**
 * Draws an anonymous release, and checks the written bytes for k, l and t.
 *
 * @param registry - The methods.
 * @param from - The file.
 * @param how - Settings, and names of the files.
 * @returns The draw, with the steps of the settings.
 * @throws An `Error` (a bug) if the written file does not have the requirements.
 */
export async function anonymousDraw(
  registry: Registry,
  from: ProduceData,
  { settings, schema, ...how }: AnonymousDraw,
): Promise<ProducedOutcome> {
  const { dataset } = from.source
  const requirements = requirementsOf(settings.anonymity)
  const plan = planAnonymization(dataset, schema, requirements)
  const before = stepsBefore(dataset, plan.schema, settings)
  const outcome = await anonymizeFile(from, { ...how, plan, requirements, before }, registry)
  return { ...outcome, result: outcome.result.run }
}
