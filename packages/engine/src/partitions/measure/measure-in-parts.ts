import {
  SdcError,
  option,
  type PairColumns,
  type Registry,
  type Rng,
  type Roles,
  type FileSource,
  type Store,
} from '@sdc/core'
import { type GroupMeasured, settleMeasure, type SettledMeasure } from '../../measure/measure.js'
import type { MetricColumns } from '../../measure/metric-columns.js'
import type { MetricPlan } from '../../plan/plan.js'
import { readColumns } from '../columns/stored-columns.js'
import { SIDES } from '../link/linked-files.js'
import { emptyFileOf, type LinkBy } from '../source/source.js'
import type { DriveOptions } from '../steps/drive-options.js'
import { drive, type Driven, type DrivenBy } from '../tasks/drive.js'
import { inTurn, type Stage } from '../tasks/stage.js'
import {
  columnsInMemory,
  columnsTogether,
  tooLargeToRead,
  type ColumnsInMemory,
  type MeasuredSources,
} from './files-in-memory.js'
import { groupMetrics } from './group-metrics.js'
import { linkedBy, linkedByPlace } from './linking.js'
import { columnsOfMetrics, comparedColumns, groupNames, unheldOf } from './measured-columns.js'
import { metricsOnParts, readsOf, type MetricOnParts } from './metric-on-parts.js'
import { endOf, valueOf, type MeasuredInParts } from './metric-values.js'
import { allColumns, originOfAll, storedFiles } from './pair-files.js'
import { plannedMetrics } from './planned-metrics.js'
import type { MetricInMemory, StagePairContext } from './stage-pair-context.js'
import { newLevelsStage } from './unlike-columns.js'

/** A measurement of two files out of core, with everything that the worker of a task needs. */
export interface MeasurePlan extends MeasuredSources {
  readonly registry: Registry
  /** Link between the records of the two files; without it, record i is linked to record i. */
  readonly link?: LinkBy | undefined
  readonly store: Store
  readonly columns: readonly string[]
  readonly given?: readonly string[] | undefined
  readonly roles?: Roles | undefined
  readonly metrics?: readonly MetricPlan[] | undefined
  /** True to keep numbers by record, of the metrics that give them by blocks or in memory. */
  readonly byRecord?: boolean | undefined
  readonly rng: Rng
  /** Columns of the original that form groups: each group is also measured separately. */
  readonly by?: readonly string[] | undefined
  /** True if it is known that the records belong together. */
  readonly isChecked?: boolean | undefined
  /** Number of blocks in a partition: it changes no value. */
  readonly partBlocks: number
  /**
   * Bytes that a task may take, not limited by default. A metric has no value if its table of counts takes more, or if
   * it needs both files whole and these take more.
   */
  readonly taskBytes?: number | undefined
}

/** The stages of a measurement, and what their tasks work with. */
export interface PlannedMeasure extends Driven<StagePairContext> {
  readonly settled: SettledMeasure
  readonly metrics: readonly MetricOnParts[]
  /** Columns to read of each file. */
  readonly used: PairColumns
  /** Returns the values, once the stages have ended. */
  values(): Promise<MeasuredOutOfCore>
}

/** Metrics of two files, measured out of core. */
export interface MeasuredOutOfCore {
  readonly measured: readonly MeasuredInParts[]
  /** Values of every group, if columns form groups. */
  readonly groups: readonly GroupMeasured[] | undefined
  /** Number of masked records with an original. */
  readonly linked: number
  /** Reads the original record of every masked record, −1 without one. */
  origin(): Promise<Int32Array>
}

/**
 * Plans the stages of a measurement: every process with the same plan gets the same stages.
 *
 * @param plan - Files, metrics and work folder.
 * @returns The stages.
 * @throws LENGTH_MISMATCH for files of different lengths without a link, EMPTY_FILE for a file without records; the
 *   errors of `settleMeasure`.
 */
export function planMeasure(plan: MeasurePlan): PlannedMeasure {
  const {
    registry,
    original,
    masked,
    population,
    control,
    partBlocks,
    link,
    taskBytes,
    byRecord = false,
    by = [],
  } = plan
  checkRows(original, masked, link)
  const sources: MeasuredSources = { original, masked, population, control }
  const empty = { original: emptyFileOf(original), masked: emptyFileOf(masked) }
  const settled = settleMeasure({
    registry,
    ...empty,
    columns: plan.columns,
    given: plan.given,
    roles: plan.roles,
    metrics: plan.metrics,
  })
  const { columns, given, roles, chosen } = settled
  const heads = { columns, roles, ...empty }
  const { all, asked: metrics } = metricsOnParts(registry, chosen, heads)
  const measured = all.filter(({ bound }) => bound.found.columns.length > 0)
  const byBlocks = measured.filter(({ whole }) => whole === undefined)
  const paired = allColumns(
    byBlocks.map((on) =>
      readsOf(on, { columns: on.bound.found.columns, given, roles, params: on.bound.params, ...empty }),
    ),
    sources,
  )
  const inMemory = new Map(
    measured.map((on): [MetricOnParts, MetricInMemory] => {
      const names = columnsInMemory(on, { columns: on.bound.found.columns, given, roles }, sources)
      return [on, { columns: names, why: tooLargeToRead(sources, names, taskBytes) }]
    }),
  )
  const read = [...inMemory.values()].flatMap(({ columns: names, why }) => (why === undefined ? [names] : []))
  const split = groupNames(plan, settled, { all: [...inMemory.values()], paired })
  const used = columnsTogether([paired, ...read, ...(split ? [split.read] : [])].map(withoutOthers), sources)
  const stored = { ...storedFiles(sources, plan.store, partBlocks), taskBytes }
  const linking =
    link === undefined
      ? linkedByPlace(stored, comparedColumns(sources, columns, measured))
      : linkedBy(stored, link, { ...paired, original: [...new Set([...paired.original, ...by])] })
  const files = { ...stored, pairs: linking.pairs, numbers: linking.numbers, originOf: linking.originOf }
  let known: Promise<ReadonlyMap<MetricOnParts, MetricColumns>> | undefined
  const around: StagePairContext = {
    ...files,
    registry,
    sources,
    given,
    roles,
    rng: plan.rng,
    ranges: rangesOf(Math.max(original.rows, masked.rows), files.parts.length, taskBytes),
    heads: empty,
    population: population && emptyFileOf(population),
    byRecord,
    async columnsOf(on) {
      known ??= columnsOfMetrics(around, all, { ...heads, names: used.masked })
      return (await known).get(on) ?? on.bound.found
    },
    inMemory: (on) => inMemory.get(on) as MetricInMemory,
    ends: new Map(),
  }
  const groups =
    split &&
    groupMetrics(around, {
      by,
      columns,
      names: split.names,
      isLinked: link !== undefined,
      metrics: metrics.map((on, m) => {
        const unheld = unheldOf(on, inMemory, sources)
        const why = unheld && `column "${unheld}" has too many categories out of core`
        return { ...on.bound, plan: plan.metrics?.[m] ?? { use: on.bound.metric.id, params: {} }, why }
      }),
      planOf: (group) => planMeasure({ ...plan, ...group, by: undefined, byRecord: false, isChecked: true }),
    })
  async function* stages(drivenBy: DrivenBy): AsyncGenerator<readonly Stage<StagePairContext>[], void> {
    yield* inTurn(linking.stages)
    if (drivenBy === 'driver' && plan.isChecked !== true) await linking.refuse()
    yield readStages(used)
    yield* inTurn([...linking.pairing, newLevelsStage<StagePairContext>(used.masked)])
    yield* plannedMetrics(around, measured, (part) => endOf(around, part))
    if (groups) yield* groups.stages(drivenBy)
  }
  async function values(): Promise<MeasuredOutOfCore> {
    const found: MeasuredInParts[] = []
    for (const on of metrics) found.push(await valueOf(around, on))
    return {
      measured: found,
      groups: await groups?.measured(),
      linked: (await around.pairs()).masked.source.rows,
      origin: () => originOfAll(around),
    }
  }
  return { around, stages, settled, metrics, used, values }
}

const withoutOthers = (columns: PairColumns): ColumnsInMemory => ({ population: [], control: [], ...columns })

/** Stages that read the columns of both files, with one task per partition. */
function readStages(used: PairColumns): readonly Stage<StagePairContext>[] {
  return SIDES.map((side) => ({
    name: `${side}/read`,
    tasks: (pair) => Promise.resolve(used[side].length > 0 ? pair[side].parts.length : 0),
    async run(pair, part) {
      await readColumns(pair[side], used[side], part)
      return new Float64Array(0)
    },
  }))
}

/** Bytes per record while a range is sorted: value, tie and number, twice, and the memory of the sort. */
const SORTED = 64
/** Fewest ranges for files with as many partitions, so that several workers can run. */
const FEW = 4

/** Number of ranges, so that a task can hold one in memory; it changes no value. */
function rangesOf(rows: number, parts: number, taskBytes = Infinity): number {
  return Math.max(Math.ceil((rows * SORTED) / taskBytes), Math.min(parts, FEW))
}

function checkRows(original: FileSource, masked: FileSource, link: LinkBy | undefined): void {
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
 * Measures two files out of core. A metric that needs both files whole is measured by a task that reads them, if they fit. An
 * interrupted measurement resumes from its work folder.
 *
 * @param plan - Files, metrics and work folder.
 * @param options - Launcher of the tasks.
 * @returns The values that `measureFiles` gives; numbers by record if the plan wants them.
 * @throws The errors of `measureFiles`; WORKER_LOST for a task that no worker ends.
 */
export async function measureInParts(plan: MeasurePlan, options: DriveOptions = {}): Promise<MeasuredOutOfCore> {
  const planned = planMeasure(plan)
  await drive(planned, options)
  return planned.values()
}
