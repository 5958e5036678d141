import { option, SdcError, type Measurement, type PairColumns, type Registry, type Rng, type Roles } from '@sdc/core'
import type { Measured, MetricPlan } from '@sdc/engine'
import {
  checkMeasurement,
  intervalOf,
  metricColumns,
  notGiven,
  settleMeasure,
  type SettledMeasure,
} from '@sdc/engine/in-parts'
import { drive, type Driven, type DrivenBy } from '../work/drive.js'
import type { DriveOptions } from '../steps/drive-options.js'
import { emptyFileOf, type LinkBy, type Source } from '../files/source.js'
import { inTurn, type Stage } from '../work/stage.js'
import { SIDES, type Side } from '../link/linked-files.js'
import type { Store } from '../work/store.js'
import { readColumns } from '../columns/stored-columns.js'
import { combinesWhole, metricsOnParts, readsOf, type MetricOnParts } from './metric-on-parts.js'
import { linkedBy, linkedByPlace } from './linking.js'
import { allColumns, storedFiles } from './pair-files.js'
import { plannedMetrics } from './planned-metrics.js'
import type { MetricEnd, StagePairContext } from './stage-pair-context.js'
import { heads, levelsStage } from './used-levels.js'

/** A measurement of two files in parts, as who runs one of its tasks must know it. */
export interface MeasurePlan {
  readonly registry: Registry
  readonly original: Source
  readonly masked: Source
  /** What says which records belong together; without it record i belongs to record i. */
  readonly link?: LinkBy | undefined
  readonly store: Store
  readonly columns: readonly string[]
  readonly given?: readonly string[] | undefined
  readonly roles?: Roles | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  /** How many blocks a part has: it changes no value. */
  readonly partBlocks: number
  /** Bytes that a task may take: a metric whose table of counts takes more needs the files whole. There is no bound where nobody says. */
  readonly taskBytes?: number | undefined
}

/** The stages of a measurement, and what their tasks work with. */
export interface PlannedMeasure extends Driven<StagePairContext> {
  readonly settled: SettledMeasure
  readonly metrics: readonly MetricOnParts[]
  /** The columns that are read of either file. */
  readonly used: PairColumns
}

/** A value, or why both files have to be held whole for it. */
export interface MeasuredInParts extends Measured {
  readonly needsWhole?: string
}

/**
 * The stages of a measurement: the same for whoever has the plan.
 *
 * @param plan - The files, the metrics and the store.
 * @returns The stages.
 * @throws LENGTH_MISMATCH for files of different lengths without a link, EMPTY_FILE for a file without records; what `settleMeasure` throws.
 */
export function planMeasure(plan: MeasurePlan): PlannedMeasure {
  const { registry, original, masked, partBlocks, link } = plan
  checkRows(original, masked, link)
  const sources: Readonly<Record<Side, Source>> = { original, masked }
  const empty = { original: emptyFileOf(original), masked: emptyFileOf(masked) }
  const settled = settleMeasure({ ...plan, ...empty })
  const { columns, given, roles, chosen } = settled
  const { all, asked: metrics } = metricsOnParts(registry, chosen)
  const inParts = all.filter(({ whole }) => whole === undefined)
  const found = ({ bound: { metric } }: MetricOnParts, files: typeof empty): ReturnType<typeof metricColumns> =>
    metricColumns(metric, columns, roles, files.original, files.masked)
  const reads = inParts.flatMap((on) => {
    const own = found(on, empty).columns
    return own.length === 0 ? [] : [readsOf(on, { columns: own, given, roles, params: on.bound.params, ...empty })]
  })
  const used = allColumns(reads, sources)
  const stored = { ...storedFiles(sources, plan.store, partBlocks), taskBytes: plan.taskBytes }
  const linking =
    link === undefined ? linkedByPlace(stored, comparedColumns(plan, inParts)) : linkedBy(stored, link, used)
  const files = { ...stored, pairs: linking.pairs, numbers: linking.numbers }
  let known: ReturnType<typeof heads> | undefined
  const around: StagePairContext = {
    ...files,
    given,
    roles,
    rng: plan.rng,
    ranges: rangesOf(Math.max(original.rows, masked.rows), files.parts.length, plan.taskBytes),
    heads: empty,
    columnsOf: async (on) => found(on, await (known ??= heads(files, used.masked))),
    ends: new Map(),
  }
  const aggregate = SIDES.map((which): Stage<StagePairContext> => ({
    name: `${which}/read`,
    tasks: (pair) => Promise.resolve(used[which].length > 0 ? pair[which].parts.length : 0),
    async run(pair, part) {
      await readColumns(pair[which], used[which], part)
      return new Float64Array(0)
    },
  }))
  async function* stages(by: DrivenBy): AsyncGenerator<readonly Stage<StagePairContext>[], void> {
    yield* inTurn(linking.stages)
    if (by === 'driver') await linking.refuse()
    yield aggregate
    yield* inTurn([...linking.pairing, levelsStage<StagePairContext>(used.masked)])
    yield* plannedMetrics(around, inParts, (part) => endOf(registry, around, part))
  }
  return { around, stages, settled, metrics, used }
}

/** Bytes that a record takes while a range is put in order: value, tie, number, twice, and what sorts them. */
const SORTED = 64
/** As many ranges at least, of files in as many parts: so that several workers have something to do. */
const FEW = 4

/** Ranges that a task can hold; how many they are changes no number. */
function rangesOf(rows: number, parts: number, taskBytes = Infinity): number {
  return Math.max(Math.ceil((rows * SORTED) / taskBytes), Math.min(parts, FEW))
}

/** The columns that were not masked, where a metric compares records. */
function comparedColumns(
  { original, masked, columns }: MeasurePlan,
  inParts: readonly MetricOnParts[],
): readonly string[] {
  if (!inParts.some(({ bound }) => bound.metric.needsOrigin)) return []
  return original.names.filter((name) => {
    if (columns.includes(name) || !masked.names.includes(name)) return false
    const isNumeric = original.kind(name) === 'numeric'
    // Of categories that are not held nothing is known.
    const isHeld = isNumeric || (original.levels(name).length > 0 && masked.levels(name).length > 0)
    return isHeld && isNumeric === (masked.kind(name) === 'numeric')
  })
}

function checkRows(original: Source, masked: Source, link: LinkBy | undefined): void {
  if (link === undefined && original.rows !== masked.rows) {
    const message = `the original has ${original.rows} records, the masked file ${masked.rows}: they cannot be matched by position`
    const fix = `Link the records: ${option('link', 'COLUMN')}, or ${option('origin', 'FILE')}.`
    throw new SdcError('LENGTH_MISMATCH', message, {}, fix)
  }
  for (const [{ rows }, which] of [
    [original, 'original'],
    [masked, 'masked file'],
  ] as const)
    if (rows === 0) throw new SdcError('EMPTY_FILE', `the ${which} has no records`, {}, '')
}

/**
 * Measures two files in parts, by metrics that need a block of both at a time; what the others need is said in their place. What the
 * store says is done is not done again: so a measurement that was killed goes on.
 *
 * @param plan - The files, the metrics and the store.
 * @param options - Who runs the tasks.
 * @returns The values that `measureFiles` gives, without numbers by record.
 * @throws what it throws; WORKER_LOST for a task that no worker ends.
 */
export async function measureInParts(
  plan: MeasurePlan,
  options: DriveOptions = {},
): Promise<readonly MeasuredInParts[]> {
  const planned = planMeasure(plan)
  await drive(planned, options)
  const { around, metrics } = planned
  const values: MeasuredInParts[] = []
  for (const on of metrics) {
    const { columns } = await around.columnsOf(on)
    const { measurement, needsWhole } = await endOf(plan.registry, around, on)
    const of = { ...on.bound, columns: on.bound.metric.needs === undefined ? columns : [] }
    values.push(
      needsWhole === undefined
        ? { ...of, measurement }
        : { ...of, measurement: without(`it needs both files whole: ${needsWhole}`), needsWhole },
    )
  }
  return values
}

const without = (reason: string): Measurement => ({ value: null, reason, used: 0 })

/** Returns the end of a metric whose stages have ended. */
async function endOf(registry: Registry, around: StagePairContext, on: MetricOnParts): Promise<MetricEnd> {
  const { bound, combines, whole } = on
  const { metric } = bound
  const { reason } = await around.columnsOf(on)
  const none = reason ?? (metric.needs && notGiven(metric.needs))
  if (none !== undefined) return { measurement: without(none) }
  if (whole !== undefined) return { needsWhole: whole }
  for (const part of combines.values()) {
    const { needsWhole } = await endOf(registry, around, part)
    if (needsWhole !== undefined) return { needsWhole: combinesWhole(part, needsWhole) }
  }
  const end = around.ends.get(on)
  if (end === undefined) throw new Error(`${metric.id} has not ended`)
  if (end.needsWhole !== undefined) return end
  checkMeasurement(registry, metric, end.measurement)
  const interval = intervalOf(metric, end.measurement)
  return { measurement: interval ? { ...end.measurement, interval } : end.measurement }
}
