import { isBeyond, limitKey, type Limit } from '@sdc/engine'
import type { Criterion, JudgedValue, PolicyException, PolicyFacts, ReleaseType } from './policy-types.js'
import { plain, valueBeside } from './value-beside.js'

/** The runs held against one limit. */
interface Found {
  /** Every run's value, null where it has none. */
  readonly values: readonly (number | null)[]
  /** The worst of those that there are, and its run from 0. */
  readonly worst: number | null
  readonly at: number
  /** The first run without a value, from 0; −1 where all have one. */
  readonly without: number
  readonly cause: string | undefined
}

/**
 * Holds the worst run against a limit. Numbers are compared as they are, without any tolerance.
 *
 * @param limit - The limit.
 * @param type - The type of release that it is of.
 * @param facts - The runs.
 * @param today - The day on which exceptions have to hold: `2027-03-31`.
 * @returns Whether it is kept, let pass, or not met.
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
): Pick<Criterion, 'state' | 'text' | 'exception'> {
  const { limit, found } = told
  const { worst, without } = found
  const isMissing = worst === null || without >= 0
  const nothing = isMissing ? [withoutText(told)] : []
  if (worst === null || (isMissing && allowed === undefined)) {
    if (allowed !== undefined) return { state: 'allowed', text: `${nothing[0]}; allowed: ${allowed}` }
    const advice = 'what has no value keeps no limit: measure it, or allow it with a reason (allowNull)'
    return { state: 'not met', text: `${nothing[0]}; ${advice}` }
  }
  const text = [...nothing, valueText(told, worst, limit.value)].join('; ')
  if (!isBeyond(limit, worst))
    return isMissing ? { state: 'allowed', text: `${text}; allowed: ${allowed}` } : { state: 'met', text }
  if (exception === undefined)
    return { state: 'not met', text: `${text}: mask more strongly, or name an exception in the policy` }
  const whose = `the exception of ${exception.by}`
  if (today > exception.until)
    return { state: 'not met', text: `${text}; ${whose} held until ${exception.until} and no longer does` }
  if (!isBeyond({ ...limit, value: exception.upTo }, worst)) {
    const passed = `let pass ${upTo(limit, exception)} by ${exception.by} until ${exception.until}: ${exception.reason}`
    return { state: 'excepted', text: `${text}; ${passed}`, exception }
  }
  const beyond = valueBeside(worst, exception.upTo)
  return { state: 'not met', text: `${text}; ${whose} lets pass ${upTo(limit, exception)}, and it is ${beyond}` }
}

function upTo({ metric }: Limit, { upTo: value }: PolicyException): string {
  return `${metric.better === 'higher' ? 'down' : 'up'} to ${plain(value)} ${metric.unit}`
}

/** `31.2 % in run 7 of 20, above 25 %`. */
function valueText({ runs, limit, found }: Told, worst: number, bound: number): string {
  const { metric } = limit
  const which = runs === 1 ? '' : ` in run ${found.at + 1} of ${runs}, the worst`
  const side = worst === bound ? 'exactly' : worst > bound ? 'above' : 'below'
  return `${valueBeside(worst, bound)} ${metric.unit}${which}: ${side} ${plain(bound)} ${metric.unit}`
}

function withoutText({ runs, found: { values } }: Told): string {
  const count = values.filter((value) => value === null).length
  if (runs <= 1) return 'without a value'
  return count === runs ? `without a value in all ${runs} runs` : `without a value in ${count} of ${runs} runs`
}

function foundOf({ metric, atEnd = false }: Limit, { runs }: PolicyFacts): Found {
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
  return { values, worst, at, without, cause }
}

/** What is no number is no value. */
function heldOf(one: JudgedValue | undefined, atEnd: boolean): number | null {
  const value = atEnd && one?.value !== null ? (one?.worseEnd ?? one?.value) : one?.value
  return value !== undefined && value !== null && Number.isFinite(value) ? value : null
}
