import { asInfo, type Dataset, type Registry } from '@sdc/core'
import {
  measureRun,
  rolesOf,
  type FileSchema,
  type Measured,
  type MeasurePlan,
  type MetricPlan,
  type RunResult,
} from '@sdc/engine'
import type { Outcome } from '../outcome.js'
import { rootRng } from '../root-rng.js'
import { columnsMeasured } from './measured-columns.js'
import type { Screen } from '@sdc/report/tables'
import { measuredTable } from './measured-text.js'

export interface ProducedMeasures {
  readonly metrics: readonly MetricPlan[]
  readonly schema?: FileSchema | undefined
  /** The columns, where they are not the masked ones and those they are given by. */
  readonly measure?: MeasurePlan | undefined
  readonly seed?: string | number | undefined
  /** Screen for the tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
}

/** Measures what a run made against its original, of several files the mean; the table is for the user. */
export async function measureProduced(
  original: Dataset,
  run: RunResult,
  { metrics, schema, seed, measure, screen }: ProducedMeasures,
  registry: Registry,
): Promise<Outcome<readonly Measured[]>> {
  const { files } = run
  const { columns, given } = columnsMeasured(run, files, original, schema, measure)
  const rng = rootRng(seed ?? '1')
  const roles = rolesOf(original, schema)
  const measured = await measureRun({ registry, original, files, columns, given, roles, metrics, rng })
  const several = files.length > 1 ? [asInfo(`measured: the mean of each value over the ${files.length} files`)] : []
  return { result: measured, artefacts: [], messages: [...several, asInfo(measuredTable(measured, screen))] }
}
