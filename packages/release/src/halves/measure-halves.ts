import { asInfo, SdcError, takeRows, type Dataset, type Message, type Registry } from '@sdc/core'
import {
  measureRun,
  replicateRng,
  rolesOf,
  rootRng,
  runSteps,
  type FileSchema,
  type MeasurePlan,
  type MetricPlan,
  type StepPlan,
  type Work,
} from '@sdc/engine'
import { counted, groupedNumber, type Outcome } from '@sdc/inspect'
import { fileScreen, type Screen } from '@sdc/report/tables'
import { columnsMeasured } from '../measure/measured-columns.js'
import { measuredLevels } from '../measure/measured-levels.js'
import { producedMessages, type ProducedMeasured } from '../measure/measure-produced.js'
import { splitHalves } from './split-halves.js'

/** Plan to measure on halves, and the metrics. */
export interface HalvesOptions {
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  /** Metrics to measure; by default the profile `control` of the registry: those that compare with a control file. */
  readonly metrics?: readonly MetricPlan[] | undefined
  /** Columns to measure; by default the masked ones and the ones that they depend on. */
  readonly measure?: MeasurePlan | undefined
  /** Draws the halves, the run and the metrics; by default 1. No released file has these random numbers. */
  readonly seed?: string | number | undefined
  /** Screen for the tables among the messages; by default a file. */
  readonly screen?: Screen | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

/** Values of a run on one half, with the levels of its risks. */
export interface HalvesMeasured extends ProducedMeasured {
  /** Number of records in the half that the plan ran on. */
  readonly inside: number
  /** Number of records in the other half, the control. */
  readonly outside: number
}

/** Smallest number of records: fewer leave no half that a metric could compare with. */
const LEAST = 40

/**
 * Measures a plan on halves of a file: splits the file at random, runs the steps on one half, and measures the result
 * with the other half as the control. Persons and households are not split.
 *
 * The values describe the procedure, not a file that was written. A half is smaller than the file: each of its persons
 * has more influence on the result, while fewer combinations recur by chance.
 *
 * @param original - The file, n records.
 * @param options - The plan, and how it is measured.
 * @param registry - Methods and metrics.
 * @returns The values, in the units of the metrics; the messages begin with the numbers of records.
 * @throws BAD_OPTION for a file that is too small, and the errors of a run.
 *
 * Source: Stadler, Oprisanu & Troncoso 2022 for attacks on people inside and outside of the data that a generator saw.
 */
export async function measureHalves(
  original: Dataset,
  { steps, schema, metrics, measure, seed, screen = fileScreen, tick }: HalvesOptions,
  registry: Registry,
): Promise<Outcome<HalvesMeasured>> {
  const root = rootRng(seed ?? '1').child('halves')
  const { inside, outside, unit } = splitHalves(original, rolesOf(original, schema), root.child('split'))
  if (original.rows < LEAST || outside.length === 0)
    throw new SdcError(
      'BAD_OPTION',
      `the file cannot be split into halves by ${unit}: it has ${original.rows} records`,
      {},
      `Halves need at least ${LEAST} records, of two ${unit} or more.`,
    )
  const [half, control] = [inside, outside].map((rows) => takeRows(original, rows))
  const rng = replicateRng(root)
  const run = await runSteps({
    registry,
    original: half,
    schema,
    steps,
    rng,
    tick: (fraction, doing) => tick?.(0.5 * fraction, doing),
  })
  const of = columnsMeasured(run, run.files, half, schema, measure)
  const prepared: Work['prepared'] = new Map()
  const job = {
    registry,
    original: half,
    control,
    ...of,
    roles: rolesOf(half, schema),
    rng: rng.child('measure'),
    prepared,
  }
  const measured = await measureRun({
    ...job,
    files: run.files,
    metrics: metrics ?? controlMetrics(registry),
    tick: (fraction, doing) => tick?.(0.5 + 0.4 * fraction, doing),
  })
  tick?.(0.9, 'independent data')
  const levels = await measuredLevels(measured, job)
  const result = { measured, levels, inside: inside.length, outside: outside.length }
  return { result, artefacts: [], messages: [...halvesMessages(result, unit), ...producedMessages(result, screen)] }
}

/**
 * Metrics that compare with a control file.
 *
 * @param registry - Registry with the profile `control`.
 * @returns The metrics with default parameters.
 */
export function controlMetrics(registry: Registry): MetricPlan[] {
  return (registry.defaults.profiles?.control ?? []).map((use) => ({ use, params: {} }))
}

function halvesMessages({ inside, outside }: HalvesMeasured, unit: string): Message[] {
  const split = unit === 'records' ? 'at random' : `at random by ${unit}`
  return [
    asInfo(
      `measured on halves, split ${split}: the plan ran on ${counted(inside, 'record')}; the other ` +
        `${groupedNumber(outside)} are people outside. The values describe the procedure, not the written file. In the ` +
        'whole file each person has less influence, but more combinations recur, also those of people outside',
    ),
  ]
}
