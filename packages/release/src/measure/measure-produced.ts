import { asInfo, type Dataset, type Message, type Registry } from '@sdc/core'
import {
  measureRun,
  rolesOf,
  type FileSchema,
  type Measured,
  type MeasurePlan,
  type MetricPlan,
  type RiskLevel,
  type RunResult,
  type Work,
  rootRng,
} from '@sdc/engine'
import { type Outcome, verdictLines } from '@sdc/inspect'
import { columnsMeasured } from './measured-columns.js'
import { fileScreen, type Screen } from '@sdc/report/tables'
import { measuredLevels } from './measured-levels.js'
import { measuredMessages } from './measured-messages.js'
import { measuredTable } from './measured-text.js'
import { measuredVerdict } from './measured-verdict.js'

export interface ProducedMeasures {
  readonly metrics: readonly MetricPlan[]
  readonly schema?: FileSchema | undefined
  /** Columns to measure; by default the masked ones and the ones that they depend on. */
  readonly measure?: MeasurePlan | undefined
  readonly seed?: string | number | undefined
  /** Screen for the tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
}

/** Values of a run, with the levels of its risks. */
export interface ProducedMeasured {
  readonly measured: readonly Measured[]
  readonly levels: readonly RiskLevel[]
}

/**
 * Measures the files of a run against its original; the value for several files is their mean.
 *
 * @param original - The original.
 * @param run - The run.
 * @param asked - The metrics, and how they are measured.
 * @param registry - Registry with the metrics.
 * @returns The values; the messages begin with the table.
 */
export async function measureProduced(
  original: Dataset,
  run: RunResult,
  { metrics, schema, seed, measure, screen = fileScreen }: ProducedMeasures,
  registry: Registry,
): Promise<Outcome<ProducedMeasured>> {
  const { files } = run
  const { columns, given } = columnsMeasured(run, files, original, schema, measure)
  const rng = rootRng(seed ?? '1')
  const prepared: Work['prepared'] = new Map()
  const job = { registry, original, columns, given, roles: rolesOf(original, schema), rng, prepared }
  const measured = await measureRun({ ...job, files, metrics })
  const levels = await measuredLevels(measured, job)
  const several = files.length > 1 ? [asInfo(`measured: the mean of each value over the ${files.length} files`)] : []
  const result = { measured, levels }
  return { result, artefacts: [], messages: [...several, ...producedMessages(result, screen)] }
}

/** Returns messages on the metrics of a run: the table, the verdict, and warnings on single values. */
export function producedMessages(result: ProducedMeasured, screen: Screen = fileScreen): readonly Message[] {
  const { measured, levels } = result
  const verdict = verdictLines(measuredVerdict(result), screen)
  const texts = [
    measuredTable(measured, levels, screen),
    ...(measured.some(({ metric }) => metric.kind === 'risk') ? [verdict] : []),
  ]
  return [...texts.map(asInfo), ...measuredMessages({ measured })]
}
