import { seededRng, withColumns, type Column, type MetricSession, type Rng } from '@sdc/core'
import { runCheck, type Check } from '../shared/check.js'
import { changedColumn } from '../shared/references.js'
import { close } from './metric-files.js'
import {
  copyPair,
  inputOf,
  measure,
  measureOnce,
  overMetricCases,
  pairOf,
  type MetricSubject,
  type Pair,
} from './run-metric.js'

const CHANGES = 12

interface Change {
  readonly column: string
  readonly records: Int32Array
  readonly values: Float64Array | Int32Array
}

/** Checks that a session, which follows small changes of a file, always has the value of `measure`. */
export async function sessionChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario } = subject
  if (!metric.session) return []
  return [
    await runCheck(metric.id, 'its session gives the values of the changed file', () =>
      overMetricCases(subject, [pairOf(scenario)], (params, pair) => sessionProblems(subject, pair, params)),
    ),
    await runCheck(metric.id, 'a proposal changes nothing until it is accepted', () =>
      overMetricCases(subject, [pairOf(scenario)], (params, pair) => proposalProblems(subject, pair, params)),
    ),
  ]
}

async function sessionProblems(subject: MetricSubject, start: Pair, params: unknown): Promise<string[]> {
  const session = await open(subject, start, params)
  const rng = seededRng('conformance session')
  let pair = start
  const problems: string[] = []
  const compare = (what: string, got: number, expected: number | null): void => {
    if (!close(got, expected)) problems.push(`expected ${what} to be ${expected}, as measured anew, got ${got}`)
  }
  compare('the value of a new session', session.value, (await measureOnce(subject, pair, params)).value)
  for (let i = 0; i < CHANGES; i++) {
    const change = randomChange(pair, rng)
    const next = changed(pair, change)
    const { value } = await measure(subject, next, params)
    if (value === null) continue
    compare(
      `a proposal for ${change.column}`,
      await session.propose(change.column, change.records, change.values),
      value,
    )
    if (i % 3 === 2) continue
    session.accept()
    pair = next
    compare(`the value after a change of ${change.column}`, session.value, value)
  }
  return problems
}

async function proposalProblems(subject: MetricSubject, start: Pair, params: unknown): Promise<string[]> {
  const session = await open(subject, start, params)
  const rng = seededRng('conformance proposals')
  const before = session.value
  const change = randomChange(start, rng)
  const first = await session.propose(change.column, change.records, change.values)
  for (let i = 0; i < 3; i++) {
    const other = randomChange(start, rng)
    await session.propose(other.column, other.records, other.values)
  }
  const again = await session.propose(change.column, change.records, change.values)
  return [
    ...(session.value === before ? [] : [`expected the value to stay ${before} until accept, got ${session.value}`]),
    ...(close(first, again) ? [] : [`expected the same proposal to have the value ${first} again, got ${again}`]),
  ]
}

async function open(subject: MetricSubject, pair: Pair, params: unknown): Promise<MetricSession> {
  const session = subject.metric.session?.(await inputOf(subject, copyPair(pair), structuredClone(params)))
  if (!session) throw new TypeError('session gives no session')
  return session
}

/** One to three records of one column get the values of others. */
function randomChange({ masked, columns }: Pair, rng: Rng): Change {
  const column = columns[rng.int(columns.length)]
  const records = Int32Array.from(new Set(Array.from({ length: 1 + rng.int(3) }, () => rng.int(masked.rows)))).sort()
  const now: Column = masked.column(column)
  const source = records.map(() => rng.int(masked.rows))
  const values =
    now.kind === 'numeric'
      ? Float64Array.from(source, (row) => now.values[row])
      : Int32Array.from(source, (row) => now.codes[row])
  return { column, records, values }
}

function changed(pair: Pair, { column, records, values }: Change): Pair {
  const next = changedColumn(pair.masked.column(column), records, values)
  return { ...pair, masked: withColumns(pair.masked, new Map([[column, next]])) }
}
