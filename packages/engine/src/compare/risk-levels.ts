import {
  takeColumn,
  withColumns,
  type Dataset,
  type Interval,
  type Measurement,
  type Metric,
  type Registry,
  type Rng,
  type Roles,
} from '@sdc/core'
import { mean, randomPermutation } from '@sdc/stats'
import type { MetricPlan } from '../plan/plan.js'
import type { PreparedWork } from '../measure/measure-metrics.js'
import { measureFiles, type Measured } from '../measure/measure.js'
import { metricColumns } from '../measure/metric-columns.js'
import { numbersUpTo } from '../bind/in-place.js'
import type { Row } from './comparison.js'
import { worstRun } from './place.js'
import type { RiskLevel } from './risk-level.js'

/** Share for metrics that declare none: a risk without a known level is high from half of its range on. */
const UNSAID = 0.5

export interface RiskLevelsInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  /** Metrics to measure, with their parameters. */
  readonly metrics: readonly MetricPlan[]
  /** Further data that metrics need, as `measureFiles` takes it. */
  readonly population?: Dataset | undefined
  readonly rng: Rng
  /** Number of independent files to draw. */
  readonly draws: number
  readonly prepared: PreparedWork
  readonly tick?: (() => void) | undefined
}

/**
 * Risk metrics that a report adds to those of a profile: those that measure one of the columns. Combinations of others,
 * costly metrics and those that need another file are left out.
 */
export function accompanyingRisks(
  input: Pick<RiskLevelsInput, 'registry' | 'original' | 'columns' | 'roles'>,
): Metric[] {
  const { registry, original, columns, roles } = input
  return registry
    .all('metrics')
    .filter((metric) => metric.kind === 'risk' && !metric.parts && !metric.needs && !metric.costly)
    .filter((metric) => metricColumns(metric, columns, roles, { original, masked: original }).reason === undefined)
}

/**
 * Number of independent files to draw: as many as runs, and more for a small file, whose share of chance links is
 * otherwise a matter of luck.
 *
 * @param replicates - Number of runs.
 * @param rows - Number of records in the original.
 * @returns The number for `riskLevels`.
 */
export function independentDraws(replicates: number, rows: number): number {
  return Math.max(replicates, Math.min(20, Math.ceil(5000 / Math.max(rows, 1))))
}

/**
 * Measures data that are independent of the original, and the level from which each risk is high: `high.share` of the
 * way from there to the worse end of its range.
 *
 * The independent file has the original's own records with the measured columns in random order, and takes them for
 * those of the original in their places. It therefore has every distribution and relation of the original, and links to
 * it by chance alone. The value is the mean over `draws` such files.
 *
 * No metric gets a control file: next to people outside, the original's own records in another order are the original.
 *
 * @returns a level for every metric, in their order.
 */
export async function riskLevels(input: RiskLevelsInput): Promise<RiskLevel[]> {
  const { registry, original, columns, metrics, rng, draws } = input
  const looking = metrics.filter(({ use }) => registry.get('metrics', use).needsOrigin)
  const values = new Map<string, number[]>()
  const origin = numbersUpTo(original.rows)
  for (let draw = 1; looking.length > 0 && draw <= draws; draw++) {
    const own = rng.child(`draw ${draw}`)
    const order = randomPermutation(original.rows, own.child('order'))
    const shuffled = new Map(columns.map((name) => [name, takeColumn(original.column(name), order)]))
    const masked = withColumns(original, shuffled)
    for (const { metric, measurement } of await measureFiles({ ...input, masked, origin, metrics: looking, rng: own }))
      if (measurement.value !== null) values.set(metric.id, [...(values.get(metric.id) ?? []), measurement.value])
  }
  return metrics.map(({ use }) => {
    const metric = registry.get('metrics', use)
    const drawn = values.get(use)
    const independent = drawn ? mean(Float64Array.from(drawn)) : null
    return { metric, independent, high: highFrom(metric, independent) }
  })
}

/**
 * Value from which a risk is high.
 *
 * @param metric - The risk.
 * @param independent - Its value in independent data.
 * @param measured - The measurement, which may state the value itself.
 * @returns The value; null if its range has no worse end, or if the measurement should state it and does not.
 */
export function highFrom(
  metric: Metric,
  independent: number | null,
  measured: Pick<Measurement, 'high'> = {},
): number | null {
  if (metric.kind !== 'risk') return null
  if (measured.high !== undefined) return measured.high
  if (metric.high && metric.high.share === undefined) return null
  const [least, most] = metric.range
  const [best, worst] = metric.better === 'lower' ? [least, most] : [most, least]
  const from = independent ?? best
  if (!Number.isFinite(from) || !Number.isFinite(worst)) return null
  return from + (metric.high?.share ?? UNSAID) * (worst - from)
}

/** Grades of a risk: `high` from its threshold on, `fair` from half of the way there, else `low`. */
export type RiskGrade = 'high' | 'fair' | 'low'

/** Share of the way to the threshold from which a risk is fair. */
const FAIR = 0.5

/**
 * Grades a risk by its severity.
 *
 * @param way - The severity, as `severity` returns it.
 * @param isFound - True if a test found a risk, which is then at least fair.
 * @returns The grade.
 */
export function gradeOf(way: number, isFound = false): RiskGrade {
  return way > 1 ? 'high' : way > FAIR || isFound ? 'fair' : 'low'
}

/** A measured risk of one file, with its threshold. */
export interface MeasuredRisk {
  readonly metric: Metric
  readonly value: number
  readonly interval?: Interval | undefined
  readonly unit?: Measurement['unit']
  /** Value in independent data; null if it was not measured. */
  readonly independent: number | null
  /** Value from which it is high. */
  readonly high: number
  /** 0 at the value of independent data, or at the better end of its range; more than 1 is high. */
  readonly severity: number
  readonly grade: RiskGrade
}

/**
 * Returns the risks among measured values, the worst first.
 *
 * @param measured - Values of one file.
 * @param levels - Levels of the metrics; a metric without one counts from the better end of its range.
 * @returns Those of kind risk that have a value and a worse end.
 */
export function risksMeasured(measured: readonly Measured[], levels: readonly RiskLevel[] = []): MeasuredRisk[] {
  return measured
    .flatMap(({ metric, measurement }) => {
      const { value, interval, unit, fair = Infinity } = measurement
      const independent = levels.find((level) => level.metric.id === metric.id)?.independent ?? null
      const high = highFrom(metric, independent, measurement)
      const way = severity({ metric, independent, high }, value)
      return value === null || high === null || way === null
        ? []
        : [{ metric, value, interval, unit, independent, high, severity: way, grade: gradeOf(way, value > fair) }]
    })
    .sort((a, b) => b.severity - a.severity)
}

/**
 * Severity of a value: its share of the way to a high risk.
 *
 * @param level - The risk with its value in independent data and its threshold.
 * @param value - The measured value.
 * @returns 0 as in independent data, more than 1 is high; null if unknown.
 */
export function severity({ metric, independent, high }: RiskLevel, value: number | null): number | null {
  const from = independent ?? (metric.better === 'lower' ? metric.range[0] : metric.range[1])
  return value === null || high === null ? null : (value - from) / (high - from)
}

/** A risk of a row, in its worst run. */
export interface RowRisk {
  readonly level: RiskLevel
  readonly value: number
  readonly severity: number
}

/**
 * Returns the risks of a row in its worst run, the worst first.
 *
 * @param row - A measured candidate.
 * @param levels - Levels of the risks.
 * @returns The risks with a value and a threshold.
 */
export function risksOf(row: Row, levels: readonly RiskLevel[]): RowRisk[] {
  return levels
    .flatMap((level) => {
      const value = worstRun(row, level.metric)
      const way = severity(level, value)
      return value === null || way === null ? [] : [{ level, value, severity: way }]
    })
    .sort((a, b) => b.severity - a.severity)
}

/**
 * Adds the names of high risks to a row.
 *
 * @param row - A measured candidate.
 * @param levels - Levels of the risks.
 * @returns The row with `high`.
 */
export function markHigh(row: Row, levels: readonly RiskLevel[]): Row {
  const high = risksOf(row, levels).flatMap((risk) => (risk.severity > 1 ? risk.level.metric.id : []))
  return { ...row, high }
}
