import { SdcError, unknownColumn, type Dataset, type Metric, type Registry, type Roles } from '@sdc/core'
import { shortNumber, unitText } from '../ground/value-text.js'
import { hasInterval } from '../measure/interval.js'
import { metricColumns } from '../measure/metric-columns.js'
import { inPart } from '../plan/in-part.js'
import type { MetricPlan } from '../plan/plan.js'

/** Limits of a plan: upper or lower bounds by metric id. */
export type Limits = Readonly<Record<string, number>>

/** A limit on a metric: the highest allowed value, or the lowest if higher is better. */
export interface Limit {
  readonly metric: Metric
  readonly value: number
  /** True if it limits the worse end of the value's 95 % interval (`risk/dld:upper`), not the value. */
  readonly atEnd?: boolean
  /** True if a file may lack a value (a policy's `allowNull`); an existing value must still keep the limit. */
  readonly mayLack?: boolean
}

/** A limit that is not kept, with the worst value; null for a missing value, which keeps no limit. */
export interface Beyond {
  readonly limit: Limit
  readonly value: number | null
  /** Reason for a missing value. */
  readonly reason?: string | undefined
  /** Error of the value, in its unit, if the value exceeds the limit only within this error. */
  readonly error?: number | undefined
}

/** State of a value under a limit; `too close` if its error is as large as its distance from the limit. */
export type LimitState = 'kept' | 'too close' | 'beyond' | 'without a value'

/**
 * Binds the limits of a plan to their metrics.
 *
 * @param registry - Registry with the metrics.
 * @param limits - Value of each limit by metric id.
 * @param mayLack - Ids of metrics, or of limits, that may be without a value.
 * @returns The limits in the same order.
 * @throws UNKNOWN_METRIC, and BAD_OPTION for a value that the metric cannot have, for the better end of an interval,
 *   and for an end of a metric without intervals.
 */
export function bindLimits(registry: Registry, limits: Limits = {}, mayLack: readonly string[] = []): Limit[] {
  return Object.entries(limits).map(([name, value]) => {
    const [, id, end] = /^(.*?)(?::(upper|lower))?$/.exec(name) ?? [name, name]
    const metric = inPart(['limits', name], () => registry.get('metrics', id))
    const worse = worseEndName(metric)
    if (end !== undefined && end !== worse) {
      const message = `${name} is the better end of its interval (${metric.better} is better)`
      throw new SdcError('BAD_OPTION', message, { metric: id }, `Use the other end: ${id}:${worse}.`)
    }
    if (end !== undefined && !hasInterval(metric)) {
      const message = metric.exact
        ? `${name}: the value of ${id} is exact for this file and has no sampling interval`
        : `${name}: values of ${id} have no 95 % interval`
      throw new SdcError('BAD_OPTION', message, { metric: id }, `Set the limit on ${id}.`)
    }
    const [least, most] = metric.range
    if (Number.isFinite(value) && value >= least && value <= most)
      return {
        metric,
        value,
        ...(end !== undefined && { atEnd: true }),
        ...([name, id].some((key) => mayLack.includes(key)) && { mayLack: true }),
      }
    const range =
      most === Infinity ? `from ${shortNumber(least)}` : `from ${shortNumber(least)} to ${shortNumber(most)}`
    const message = `${id} cannot have a limit of ${unitText(value, metric)}: its range is ${range} ${metric.unit}`
    throw new SdcError('BAD_OPTION', message, { metric: id }, `Use the metric's unit: sdc metrics ${id}.`)
  })
}

/** The measured files that limits apply to. */
export interface LimitedFiles {
  readonly columns: readonly string[]
  readonly roles: Roles
  readonly original: Dataset
}

/**
 * Refuses a limit on a metric that measures no column of the file, before anything runs.
 *
 * @param limits - The limits.
 * @param files - The original, its roles, and the measured columns.
 * @throws BAD_OPTION for such a limit; UNKNOWN_COLUMN.
 */
export function refuseUnmeasurable(limits: readonly Limit[], { columns, roles, original }: LimitedFiles): void {
  const unknown = columns.find((name) => !original.names.includes(name))
  if (unknown !== undefined) throw unknownColumn(unknown, original.names)
  for (const { metric } of limits) {
    const { reason } = metricColumns(metric, columns, roles, { original, masked: original })
    if (reason === undefined) continue
    const message = `${metric.id} has a limit, but cannot be measured here: ${reason}`
    throw new SdcError(
      'BAD_OPTION',
      message,
      { metric: metric.id },
      'Remove the limit, or name the data that it measures.',
    )
  }
}

/**
 * Adds the limited metrics to the metrics to measure.
 *
 * @param plans - Metrics to measure.
 * @param limits - The limits.
 * @returns The metrics; the added ones have default parameters.
 */
export function withLimited(plans: readonly MetricPlan[], limits: readonly Limit[]): MetricPlan[] {
  const bounded = [...new Set(limits.map(({ metric }) => metric.id))]
  const missing = bounded.filter((id) => !plans.some(({ use }) => use === id))
  return [...plans, ...missing.map((use) => ({ use, params: {} }))]
}

/**
 * Returns the worst of a metric's values: the greatest, or the least if higher is better.
 *
 * @param metric - The metric.
 * @param values - At least one value, in its unit.
 * @returns The worst value.
 */
export function worstOf({ better }: Pick<Metric, 'better'>, values: readonly number[]): number {
  return better === 'higher' ? Math.min(...values) : Math.max(...values)
}

/**
 * Returns the state of a limit, for comparisons, policies, the page and reports alike.
 *
 * @param limit - The limit.
 * @param value - The value, in the metric's unit; null, NaN and infinities mean no value.
 * @param error - Half width of the 95 % interval of the value's own error (`errorOf`); 0 if it is exact.
 * @returns `kept` without a value if the limit allows that.
 */
export function limitState(
  { metric, value: bound, mayLack = false }: Limit,
  value: number | null,
  error = 0,
): LimitState {
  if (value === null || !Number.isFinite(value)) return mayLack ? 'kept' : 'without a value'
  if (Math.abs(value - bound) < error) return 'too close'
  return (metric.better === 'higher' ? value >= bound : value <= bound) ? 'kept' : 'beyond'
}

/**
 * Tests whether a limit is broken; a missing value breaks it unless the limit allows it.
 *
 * @param limit - The limit.
 * @param value - The value, in the metric's unit; null if missing.
 * @param error - Half width of the 95 % interval of the value's own error; 0 if it is exact.
 * @returns True unless the state is `kept`.
 */
export function isBeyond(limit: Limit, value: number | null, error = 0): boolean {
  return limitState(limit, value, error) !== 'kept'
}

/** Formats a limit: `risk/dld at most 5 %`, `permutation/level at least 10 %`. */
export function limitText(limit: Limit): string {
  return `${nameOf(limit)} ${limitEnd(limit)}`
}

/** Formats the bound of a limit: `at most 5 %`. */
export function limitEnd({ metric, value }: Limit): string {
  return `${metric.better === 'higher' ? 'at least' : 'at most'} ${unitText(value, metric)}`
}

/** Name of a limit in a plan: `risk/dld`, `risk/dld:upper`. */
export function limitKey({ metric, atEnd }: Limit): string {
  return atEnd ? `${metric.id}:${worseEndName(metric)}` : metric.id
}

/** Limited quantity: a metric, or the worse end of its interval. */
function nameOf({ metric, atEnd }: Limit): string {
  return atEnd ? `the ${worseEndName(metric)} end of the interval of ${metric.id}` : metric.id
}

function worseEndName({ better }: Metric): 'upper' | 'lower' {
  return better === 'higher' ? 'lower' : 'upper'
}

/** Makes a message for every lower limit, that is, one on a metric whose higher values are better. */
export function turnedLimits(limits: readonly Limit[]): string[] {
  return limits
    .filter(({ metric }) => metric.better === 'higher')
    .map((limit) => `${limit.metric.id}: higher is better, so its limit is a lower limit: ${limitText(limit)}`)
}

/** Formats a broken limit: `risk/dld 7 % (limit: at most 5 %)`; with the reason if there is no value. */
export function beyondText({ limit, value, reason, error = 0 }: Beyond): string {
  const bound = limitEnd(limit)
  if (value === null) return `${nameOf(limit)} without a value (limit: ${bound}): ${reason ?? 'it was not measured'}`
  const close =
    limitState(limit, value, error) === 'too close' ? `, too close to call: ± ${unitText(error, limit.metric)}` : ''
  return `${nameOf(limit)} ${unitText(value, limit.metric)}${close} (limit: ${bound})`
}
