import {
  noRoles,
  numericValues,
  SdcError,
  takeRows,
  unknownColumn,
  type Dataset,
  type Measurement,
  type Metric,
  type Registry,
  type Rng,
  type Roles,
} from '@sdc/core'
import { checkNames } from '../bind/columns.js'
import type { MetricPlan } from '../plan/plan.js'
import { nextTask } from '../ground/abort.js'
import { groupsOf, type Group } from '../bind/groups.js'
import {
  bindMeasurement,
  bindMetric,
  createMeasurer,
  type BoundMeasurement,
  type BoundMetric,
  type PreparedWork,
} from './measure-metrics.js'

export interface MeasureFilesInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly masked: Dataset
  /** Original record of every masked record, −1 if unknown. */
  readonly origin: Int32Array
  /** Columns to measure. */
  readonly columns: readonly string[]
  readonly given?: readonly string[] | undefined
  /** Roles of the original's columns (`rolesOf`). */
  readonly roles?: Roles | undefined
  /** Metrics to measure; by default every registered one. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  /** Population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  /** People from the same population who are not in the original. */
  readonly control?: Dataset | undefined
  /** Called with the progress, from 0 to 1, and the current activity. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
  /** Work on the original, shared with other masked files with the same columns. */
  readonly prepared?: PreparedWork | undefined
}

/** A value with its metric, so that it is never shown without its unit. */
export interface Measured {
  readonly metric: Metric
  readonly params: unknown
  /** Measured columns: those that the metric accepts. */
  readonly columns: readonly string[]
  readonly measurement: Measurement
  /** Value of each file, if the value is a mean over several files. */
  readonly files?: readonly (number | null)[]
  /** Worse end of the interval of each. */
  readonly ends?: readonly (number | null)[]
  /** Error of each (`errorOf`). */
  readonly errors?: readonly number[]
}

/**
 * Binds the metrics of a plan.
 *
 * @param registry - Registry with the metrics.
 * @param asked - Metrics to measure; by default all.
 * @returns The metrics with resolved parameters.
 * @throws UNKNOWN_METRIC, BAD_PARAMETER.
 */
export function chooseMetrics(registry: Registry, asked: readonly MetricPlan[] | undefined): BoundMetric[] {
  const plans = asked ?? registry.all('metrics').map(({ id }) => ({ use: id, params: {} }))
  return plans.map((plan) => bindMetric(registry, plan))
}

/** Metrics and columns to measure for two files. */
export interface SettledMeasure {
  /** Column names, in the order of the original. */
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  readonly chosen: readonly BoundMeasurement[]
}

/**
 * Checks a request for measurement against the files; they may be without records.
 *
 * @param input - The files, the columns and the metrics.
 * @returns The metrics and columns to measure.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METRIC and BAD_PARAMETER; NO_COLUMNS if there is nothing to measure.
 */
export function settleMeasure(
  input: Pick<MeasureFilesInput, 'registry' | 'original' | 'masked' | 'columns' | 'given' | 'roles' | 'metrics'>,
): SettledMeasure {
  const { registry, original, masked } = input
  const given = input.given ?? []
  checkNames(original, [...input.columns, ...given])
  const columns = original.names.filter((name) => input.columns.includes(name))
  for (const name of [...columns, ...given]) {
    if (masked.names.includes(name)) continue
    const { fix } = unknownColumn(name, masked.names)
    throw new SdcError('UNKNOWN_COLUMN', `the masked file has no column "${name}"`, { column: name }, fix)
  }
  const roles = input.roles ?? noRoles
  const files = { columns, roles, original, masked }
  const chosen = chooseMetrics(registry, input.metrics).map((bound) => bindMeasurement(bound, files))
  const fits = chosen.some(({ found }) => found.columns.length > 0)
  if (columns.length === 0 && !fits)
    throw new SdcError('NO_COLUMNS', 'there is no column to measure', {}, 'Name columns that both files have.')
  if (!fits && chosen.every(({ metric }) => metric.accepts.every((kind) => kind === 'numeric')))
    for (const name of columns) for (const file of [original, masked]) numericValues(file, name)
  return { columns, given, roles, chosen }
}

/**
 * Measures a masked file against its original: every metric on the columns that it accepts; null with the reason if it
 * accepts none.
 *
 * @throws NOT_NUMERIC if no metric can measure anything because a column is not numeric; UNKNOWN_COLUMN,
 *   UNKNOWN_METRIC, BAD_PARAMETER, NO_COLUMNS.
 */
export async function measureFiles(input: MeasureFilesInput): Promise<Measured[]> {
  const { masked, origin } = input
  const { columns, given, roles, chosen } = settleMeasure(input)
  if (origin.length !== masked.rows)
    throw new SdcError(
      'LENGTH_MISMATCH',
      `the masked file has ${masked.rows} records, their origins are ${origin.length}`,
    )
  const measurer = createMeasurer({ ...input, columns, given, roles })
  const measured: Measured[] = []
  for (const [m, bound] of chosen.entries()) {
    const tick = (fraction: number): void => input.tick?.((m + fraction) / chosen.length, bound.metric.id)
    await nextTask()
    tick(0)
    const { metric, params } = bound
    measured.push({ metric, params, ...(await measurer.measure(bound, tick)) })
  }
  return measured
}

/** Values of one group of records. */
export interface GroupMeasured {
  readonly group: string
  /** Number of its records in the masked file. */
  readonly records: number
  readonly measured: readonly Measured[]
}

/**
 * Measures every group that some columns of the original form, as if it were a separate file. A masked record belongs
 * to the group of its original record; without one, to that of its own values.
 *
 * @param input - The files, the columns and the metrics.
 * @param by - Columns to group by; they are not measured.
 * @returns The values of each group, in the order of the groups.
 */
export async function measureByGroup(input: MeasureFilesInput, by: readonly string[]): Promise<GroupMeasured[]> {
  const { original, masked, origin } = input
  checkGroupColumns(input, by)
  const groups = groupsOf(original, by)
  const members = maskedMembers(groups, input, by)
  // Position of every record in its group.
  const place = new Int32Array(original.rows)
  for (const { rows } of groups) rows.forEach((row, i) => (place[row] = i))
  const others = { population: recordsByGroup(input.population, by), control: recordsByGroup(input.control, by) }
  const result: GroupMeasured[] = []
  for (const [g, { key, label, rows }] of groups.entries()) {
    const own = Int32Array.from(members[g]).sort()
    const measured = await measureFiles({
      ...input,
      original: takeRows(original, rows),
      masked: takeRows(masked, own),
      origin: own.map((row) => (origin[row] < 0 ? -1 : place[origin[row]])),
      rng: input.rng.child(key),
      tick: (fraction, doing) => input.tick?.((g + fraction) / groups.length, doing),
      population: others.population(key),
      control: others.control(key),
      prepared: undefined,
    })
    result.push({ group: label, records: own.length, measured })
  }
  return result
}

/**
 * Refuses group columns that are missing, or that are also measured.
 *
 * @param input - The original, and the measured columns.
 * @param by - Columns to group by.
 * @throws UNKNOWN_COLUMN, DUPLICATE_COLUMN; BAD_OPTION for a column that is also measured.
 */
export function checkGroupColumns(
  { original, columns, given = [] }: Pick<MeasureFilesInput, 'original' | 'columns' | 'given'>,
  by: readonly string[],
): void {
  checkNames(original, by)
  const both = [...columns, ...given].find((name) => by.includes(name))
  if (both === undefined) return
  const message = `column "${both}" is named both to be measured and as a group column`
  throw new SdcError('BAD_OPTION', message, { column: both }, 'Name it once.')
}

/**
 * Returns the records of another file by their group.
 *
 * @param file - The file, if there is one.
 * @param by - The columns that form groups.
 * @returns A function of the group's key; it returns nothing if the file lacks one of the columns.
 */
export function recordsByGroup(file: Dataset | undefined, by: readonly string[]): (key: string) => Dataset | undefined {
  if (!file || !by.every((name) => file.names.includes(name))) return () => undefined
  const rowsOf = new Map(groupsOf(file, by).map(({ key, rows }) => [key, rows]))
  return (key) => takeRows(file, rowsOf.get(key) ?? new Int32Array(0))
}

/** Masked records of every group. */
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
