import type { Dataset, Registry } from '@sdc/core'
import { measureRun, rolesOf, type FileSchema, type Measured, type MetricPlan, type RunResult } from '@sdc/engine'
import type { Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { measuredTable } from './measured-text.js'

export interface ProducedMeasures {
  readonly metrics: readonly MetricPlan[]
  readonly schema?: FileSchema | undefined
  readonly seed?: string | number | undefined
}

/** Measures what a run made against its original, of several files the mean; the table is for the user. */
export async function measureProduced(
  original: Dataset,
  { files, columns, given }: RunResult,
  { metrics, schema, seed }: ProducedMeasures,
  registry: Registry,
): Promise<Outcome<readonly Measured[]>> {
  const rng = rootRng(seed ?? '1')
  const roles = rolesOf(original, schema)
  const measured = await measureRun({ registry, original, files, columns, given, roles, metrics, rng })
  const several = files.length > 1 ? [`measured: the mean of each value over the ${files.length} files`] : []
  return { result: measured, artefacts: [], sentences: [...several, measuredTable(measured)] }
}
