import {
  numericValues,
  resolveParams,
  SdcError,
  takeRows,
  unknownColumn,
  type Dataset,
  type Measurement,
  type Metric,
  type Registry,
  type Rng,
} from '@sdc/core'
import { nextTask } from '../run/abort.js'
import { checkNames } from '../run/columns.js'
import { groupsOf, type Group } from '../run/groups.js'
import type { MetricPlan } from '../documents/plan.js'

export interface MeasureFilesInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly masked: Dataset
  /** The original's record of every masked record, −1 where it is unknown. */
  readonly origin: Int32Array
  /** The columns to measure. */
  readonly columns: readonly string[]
  readonly given?: readonly string[] | undefined
  /** What to measure; every registered metric where it is not said. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

/** A value with the metric it belongs to, so that it is never shown without its unit. */
export interface Measured {
  readonly metric: Metric
  readonly params: unknown
  readonly measurement: Measurement
}

/** The metrics of a plan, checked, with their parameters; throws UNKNOWN_METRIC and BAD_PARAMETER. */
export function chooseMetrics(
  registry: Registry,
  asked: readonly MetricPlan[] | undefined,
): { metric: Metric; params: unknown }[] {
  const plans = asked ?? registry.metrics().map(({ id }) => ({ use: id, params: {} }))
  return plans.map(({ use, params }) => {
    const metric = registry.metric(use)
    return { metric, params: resolveParams(metric.params, params, { metric: use }) }
  })
}

/** Measures a masked file against its original. Metrics get the columns in the order of the original file. */
export async function measureFiles(input: MeasureFilesInput): Promise<Measured[]> {
  const { registry, original, masked, origin, rng } = input
  const given = input.given ?? []
  checkNames(original, [...input.columns, ...given])
  const columns = original.names.filter((name) => input.columns.includes(name))
  for (const name of [...columns, ...given]) {
    if (!masked.names.includes(name))
      throw new SdcError(
        'UNKNOWN_COLUMN',
        `the masked file has no column "${name}"`,
        { column: name },
        unknownColumn(name, masked.names).advice,
      )
  }
  for (const name of columns) {
    numericValues(original, name)
    numericValues(masked, name)
  }
  if (columns.length === 0)
    throw new SdcError('NO_COLUMNS', 'there is no column to measure', {}, 'Name columns that both files have.')
  if (origin.length !== masked.rows)
    throw new SdcError(
      'LENGTH_MISMATCH',
      `the masked file has ${masked.rows} records, their origins are ${origin.length}`,
    )
  const chosen = chooseMetrics(registry, input.metrics)
  const measured: Measured[] = []
  for (const [m, { metric, params }] of chosen.entries()) {
    const tick = (fraction: number): void => input.tick?.((m + fraction) / chosen.length)
    await nextTask()
    tick(0)
    const measurement = await metric.measure({
      original,
      masked,
      origin,
      columns,
      given,
      params,
      rng: rng.child(metric.id),
      tick,
    })
    checkMeasurement(metric, measurement)
    measured.push({ metric, params, measurement })
  }
  return measured
}

/** The values of one group of records. */
export interface GroupMeasured {
  readonly group: string
  /** Its records in the masked file. */
  readonly records: number
  readonly measured: readonly Measured[]
}

/**
 * Measures every group that some columns of the original form, as if it were a file of its own.
 * A masked record belongs to the group of the record it came from; where that is unknown, of its own values.
 */
export async function measureByGroup(input: MeasureFilesInput, by: readonly string[]): Promise<GroupMeasured[]> {
  const { original, masked, origin } = input
  checkNames(original, by)
  const both = [...input.columns, ...(input.given ?? [])].find((name) => by.includes(name))
  if (both !== undefined) {
    const message = `column "${both}" is to be measured and to be grouped by`
    throw new SdcError('BAD_OPTION', message, { column: both }, 'Name it once.')
  }
  const groups = groupsOf(original, by)
  const members = maskedMembers(groups, input, by)
  // Every record is in one group: its place in it.
  const place = new Int32Array(original.rows)
  for (const { rows } of groups) rows.forEach((row, i) => (place[row] = i))
  const result: GroupMeasured[] = []
  for (const [g, { key, label, rows }] of groups.entries()) {
    const own = Int32Array.from(members[g])
    const measured = await measureFiles({
      ...input,
      original: takeRows(original, rows),
      masked: takeRows(masked, own),
      origin: own.map((row) => (origin[row] < 0 ? -1 : place[origin[row]])),
      rng: input.rng.child(key),
      tick: (fraction) => input.tick?.((g + fraction) / groups.length),
    })
    result.push({ group: label, records: own.length, measured })
  }
  return result
}

/** The masked records of every group. */
function maskedMembers(
  groups: readonly Group[],
  { original, masked, origin }: MeasureFilesInput,
  by: readonly string[],
): number[][] {
  const groupOf = new Int32Array(original.rows)
  groups.forEach(({ rows }, g) => rows.forEach((row) => (groupOf[row] = g)))
  const members: number[][] = groups.map(() => [])
  origin.forEach((row, i) => {
    if (row >= 0) members[groupOf[row]].push(i)
  })
  if (origin.every((row) => row >= 0) || !by.every((name) => masked.names.includes(name))) return members
  const groupByKey = new Map(groups.map(({ key }, g) => [key, g]))
  for (const { key, rows } of groupsOf(masked, by)) {
    const g = groupByKey.get(key)
    if (g !== undefined) for (const row of rows) if (origin[row] < 0) members[g].push(row)
  }
  return members
}

/** A metric that gives a number that is none has a bug: it must not reach a report. */
function checkMeasurement(metric: Metric, { value, reason }: Measurement): void {
  if (value === null ? !reason : !Number.isFinite(value)) throw new Error(`${metric.id} gave ${value} without a reason`)
}
