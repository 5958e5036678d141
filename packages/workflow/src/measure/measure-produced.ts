import type { Dataset, Registry } from '@sdc/core'
import { measureRun, type Measured, type MetricPlan, type RunResult } from '@sdc/engine'
import type { Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { measuredTable } from './measured-text.js'

/** Measures what a run made against its original, of several files the mean; the table is for the user. */
export async function measureProduced(
  original: Dataset,
  { files, columns, given }: RunResult,
  { metrics, seed }: { readonly metrics: readonly MetricPlan[]; readonly seed?: string | number | undefined },
  registry: Registry,
): Promise<Outcome<readonly Measured[]>> {
  const rng = rootRng(seed ?? '1')
  const measured = await measureRun({ registry, original, files, columns, given, metrics, rng })
  const several = files.length > 1 ? [`measured: the mean of each value over the ${files.length} files`] : []
  return { result: measured, artefacts: [], sentences: [...several, measuredTable(measured)] }
}
