import { limitKey, limitState, type Limit, type LimitedValue } from '@sdc/engine'
import { variance } from '@sdc/stats'
import { studentQuantile } from '@sdc/stats/distributions'
import type { Criterion, PolicyException, PolicyFacts, ReleaseType } from './policy-types.js'
import { plain, valueAgainstLimit } from './value-beside.js'

/** The runs compared with one limit. */
interface Found {
  /** Value of every run; null if it has none. */
  readonly values: readonly (number | null)[]
  /** Worst of these values, and its run from 0. */
  readonly worst: number | null
  readonly at: number
  /** First run without a value, from 0; −1 if all have one. */
  readonly without: number
  /** Half width of the 95 % interval of the worst run's own error. */
  readonly error: number
  /** Largest value that a further draw of the plan is expected to keep (95 %); the smallest if more is better. */
  readonly further: number | null
  readonly cause: string | undefined
}

/**
 * Compares the worst run with a limit (`limitState`), without any tolerance. A limit is too close to call within the
 * error of the worst run, and if a further draw of the plan may exceed it. The prediction for a further draw is mean +
 * t·s·√(1 + 1/R) (95 %), over R ≥ 3 runs.
 *
 * @param limit - The limit.
 * @param type - The type of release with this limit.
 * @param facts - The runs.
 * @param today - The day on which exceptions must hold: `2027-03-31`.
 * @returns A criterion: met, excepted, too close, or not met.
 */
export function judgeLimit(
  limit: Limit,
  { allowNull, exceptions }: Pick<ReleaseType, 'allowNull' | 'exceptions'>,
  facts: PolicyFacts,
  today: string,
): Criterion {
  const { metric, value: bound, atEnd = false } = limit
  const key = limitKey(limit)
  const found = foundOf(limit, facts)
  const { values, worst, at, without, cause } = found
  const exception = exceptions.find((one) => one.metric === key)
  const allowed = allowNull[key] ?? allowNull[metric.id]
  const isWithout = worst === null || (without >= 0 && allowed === undefined)
  const told = { runs: values.length, limit, found }
  return {
    key: `limit ${key}`,
    metric: metric.id,
    title: atEnd ? `${metric.title} (worse end of the 95 % interval)` : metric.title,
    bound: `${metric.better === 'higher' ? 'at least' : 'at most'} ${plain(bound)} ${metric.unit}`,
    limit: bound,
    released: values[0] ?? null,
    worst: isWithout ? null : worst,
    worstRun: isWithout ? (without < 0 ? null : without + 1) : at + 1,
    independent: facts.independent.get(metric.id) ?? null,
    unit: metric.unit,
    ...judged(told, allowed, exception, today),
    ...(cause !== undefined && { cause }),
  }
}

interface Told {
  readonly runs: number
  readonly limit: Limit
  readonly found: Found
}

function judged(
  told: Told,
  allowed: string | undefined,
  exception: PolicyException | undefined,
  today: string,
): Pick<Criterion, 'state' | 'text' | 'fix' | 'exception'> {
  const { limit, found } = told
  const { worst, without } = found
  const isMissing = worst === null || without >= 0
  const nothing = isMissing ? [withoutText(told)] : []
  if (worst === null || (isMissing && allowed === undefined)) {
    if (allowed !== undefined) return { state: 'allowed', text: `${nothing[0]}; allowed: ${allowed}` }
    const fix = 'a metric without a value keeps no limit: measure it, or allow it with a reason (allowNull)'
    return { state: 'not met', text: `${nothing[0]}; ${fix}`, fix: 'measure what has no value' }
  }
  const text = [...nothing, valueText(told, worst, limit.value)].join('; ')
  const held = stateOf(limit, found)
  if (held === 'kept')
    return isMissing ? { state: 'allowed', text: `${text}; allowed: ${allowed}` } : { state: 'met', text }
  const [state, why] =
    held === 'too close' ? (['too close', `: ${closeText(limit, found)}`] as const) : (['not met', ''] as const)
  const fix = 'mask more strongly'
  if (exception === undefined)
    return { state, fix, text: `${text}${why}: mask more strongly, or name an exception in the policy` }
  const whose = `the exception of ${exception.by}`
  if (today > exception.until)
    return { state, fix, text: `${text}${why}; ${whose} held until ${exception.until} and no longer does` }
  if (stateOf({ ...limit, value: exception.upTo }, found) === 'kept') {
    const passed = `let pass ${upTo(limit, exception)} by ${exception.by} until ${exception.until}: ${exception.reason}`
    return { state: 'excepted', text: `${text}; ${passed}`, exception }
  }
  const beyond = valueAgainstLimit(worst, exception.upTo)
  return { state, fix, text: `${text}${why}; ${whose} lets pass ${upTo(limit, exception)}, and it is ${beyond}` }
}

/** Returns `beyond` by the value alone; `too close` by its error, or by a further draw. */
function stateOf(limit: Limit, { worst, error, further }: Found): 'kept' | 'too close' | 'beyond' {
  const state = limitState(limit, worst, error)
  if (state !== 'kept') return state === 'too close' ? state : 'beyond'
  return further === null || limitState(limit, further) === 'kept' ? 'kept' : 'too close'
}

function closeText({ metric, value: bound }: Limit, { worst, error, further, values }: Found): string {
  if (worst !== null && Math.abs(worst - bound) < error)
    return `too close to call, the value is known to ± ${plain(Number(error.toPrecision(2)))} ${metric.unit}`
  const end = further === null ? '' : valueAgainstLimit(further, bound)
  return `too close to call, a further draw may have ${end} ${metric.unit} (95 %, by the spread of ${values.length} runs)`
}

function upTo({ metric }: Limit, { upTo: value }: PolicyException): string {
  return `${metric.better === 'higher' ? 'down' : 'up'} to ${plain(value)} ${metric.unit}`
}

/** Returns `31.2 % in run 7 of 20, above 25 %`. */
function valueText({ runs, limit, found }: Told, worst: number, bound: number): string {
  const { metric } = limit
  const which = runs === 1 ? '' : ` in run ${found.at + 1} of ${runs}, the worst`
  const side = worst === bound ? 'exactly' : worst > bound ? 'above' : 'below'
  return `${valueAgainstLimit(worst, bound)} ${metric.unit}${which}: ${side} ${plain(bound)} ${metric.unit}`
}

function withoutText({ runs, found: { values } }: Told): string {
  const count = values.filter((value) => value === null).length
  if (runs <= 1) return 'without a value'
  return count === runs ? `without a value in all ${runs} runs` : `without a value in ${count} of ${runs} runs`
}

function foundOf({ metric, atEnd = false }: Limit, { runs, released }: PolicyFacts): Found {
  const all = runs.map((run) => run.get(metric.id))
  const values = all.map((one) => heldOf(one, atEnd))
  const isWorse = (a: number, b: number): boolean => (metric.better === 'higher' ? a < b : a > b)
  let at = -1
  let worst: number | null = null
  for (const [r, value] of values.entries()) {
    if (value === null || (worst !== null && !isWorse(value, worst))) continue
    worst = value
    at = r
  }
  const without = values.indexOf(null)
  const cause = without < 0 && at >= 0 ? undefined : (all[without]?.reason ?? 'it was not measured')
  const error = at < 0 ? 0 : (all[at]?.error ?? 0)
  return { values, worst, at, without, error, further: released ? null : furtherOf(metric, values), cause }
}

/** Smallest number of runs for a useful spread. */
const FEW_RUNS = 3

/**
 * Returns the worse end of the 95 % prediction interval of a further run, cut to the metric's range; null for few runs.
 */
function furtherOf({ better, range: [least, most] }: Limit['metric'], all: readonly (number | null)[]): number | null {
  const values = Float64Array.from(all.filter((value) => value !== null))
  if (values.length < FEW_RUNS) return null
  const n = values.length
  const centre = values.reduce((sum, value) => sum + value / n, 0)
  const width = studentQuantile(0.95, n - 1) * Math.sqrt(variance(values) * (1 + 1 / n))
  return Math.min(most, Math.max(least, better === 'higher' ? centre - width : centre + width))
}

/** Returns the value to compare; a value that is not a number counts as missing. */
function heldOf(one: LimitedValue | undefined, atEnd: boolean): number | null {
  const value = atEnd && one?.value !== null ? (one?.worseEnd ?? one?.value) : one?.value
  return value !== undefined && value !== null && Number.isFinite(value) ? value : null
}
