import { committedKey, type Committed } from './report/benchmarks-file.js'
import { seriesKey, titleOf, type Operation, type SpeedRow } from './operation.js'

/** What the sorts of a row may be, as a multiple of the committed ones. */
export const allowed = { warning: 1.5, failure: 3 }

/** A row that seems slower is measured so many times in all, and the least counts: a neighbour can only slow it down. A warning needs fewer. */
const attempts = { warning: 2, failure: 3 }

/** Rows that a check measures: those that take little time, but long enough to be measured well. */
const most = { n: 10_000 }
const least = { seconds: 0.001 }

export interface Strictness {
  /** A row is measured again past so many times the committed sorts. */
  readonly again: number
  /** Fewer committed sorts count as these: what takes next to no time varies by more than a change of it would show. */
  readonly floor: number
}

const strict: Strictness = { again: allowed.warning, floor: 0 }

/**
 * For rows measured shortly, as all methods and metrics are: only what would fail is measured again, and 0.005 sorts are
 * less than a millisecond.
 */
export const lenient: Strictness = { again: allowed.failure, floor: 0.005 }

export interface CheckedRow {
  readonly operation: Operation
  readonly committed: Committed
  /** The least of the attempts; null where one gave none. */
  readonly sorts: number | null
  /** The sorts by the committed ones, or by the floor where these are fewer; null without sorts. */
  readonly ratio: number | null
  readonly attempts: number
  readonly verdict: Verdict
  /** Why there are no sorts. */
  readonly why: string | null
}

export type Verdict = 'fine' | 'slower' | 'much slower' | 'not measured'

/** The verdicts that fail a check. */
export function fails(verdict: Verdict): boolean {
  return verdict === 'much slower' || verdict === 'not measured'
}

/**
 * The largest size of each series that is small and committed with a time; one of the two distributions of one operation
 * is enough.
 */
export function checkable(
  operations: readonly Operation[],
  committed: ReadonlyMap<string, Committed>,
): { operation: Operation; committed: Committed }[] {
  const chosen = new Map<string, { operation: Operation; committed: Committed }>()
  for (const operation of operations) {
    const row = committed.get(committedKey(operation))
    if (!row || row.seconds < least.seconds || operation.n > most.n || operation.data === 'log-normal') continue
    const key = seriesKey(operation)
    const before = chosen.get(key)
    if (!before || before.operation.n < operation.n) chosen.set(key, { operation, committed: row })
  }
  return [...chosen.values()]
}

/** The operations that the file has, with their rows, and those that it has not. */
export function withCommitted(
  operations: readonly Operation[],
  committed: ReadonlyMap<string, Committed>,
): { readonly rows: { operation: Operation; committed: Committed }[]; readonly missing: Operation[] } {
  const rows = operations.flatMap((operation) => {
    const row = committed.get(committedKey(operation))
    return row ? [{ operation, committed: row }] : []
  })
  return { rows, missing: operations.filter((operation) => !committed.has(committedKey(operation))) }
}

/**
 * What the file and the program do not both have: operations without a committed row, and committed titles without one;
 * `others` may be in the file.
 */
export function drift(
  operations: readonly Operation[],
  committed: ReadonlyMap<string, Committed>,
  others: readonly Operation[] = [],
): { readonly notCommitted: string[]; readonly notMeasured: string[] } {
  const inFile = new Set([...committed.values()].map(({ title }) => title))
  const titles = operations.map(titleOf)
  const here = new Set([...titles, ...others.map(titleOf)])
  return {
    notCommitted: [...new Set(titles)].filter((title) => !inFile.has(title)),
    notMeasured: [...inFile].filter((title) => !here.has(title)),
  }
}

/**
 * Measures each of the rows, again where it seems slower, and compares its sorts with the committed ones. Who measures is told how many
 * sorts are fine: a first run of so few needs no others.
 */
export async function checkSpeed(
  rows: readonly { readonly operation: Operation; readonly committed: Committed }[],
  measure: (operation: Operation, attempt: number, enough: number) => Promise<SpeedRow>,
  progress: (row: CheckedRow, done: number) => void,
  strictness = strict,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = []
  for (const { operation, committed } of rows) {
    const row = await checkRow(operation, committed, measure, strictness)
    checked.push(row)
    progress(row, checked.length)
  }
  return checked
}

async function checkRow(
  operation: Operation,
  committed: Committed,
  measure: (operation: Operation, attempt: number, enough: number) => Promise<SpeedRow>,
  { again, floor }: Strictness,
): Promise<CheckedRow> {
  const expected = Math.max(committed.sorts, floor)
  let sorts = Infinity
  let done = 0
  const most = (ratio: number): number => (fails(verdictOf(ratio)) ? attempts.failure : attempts.warning)
  while (sorts / expected > again && done < most(sorts / expected)) {
    done++
    const { outcome, sort } = await measure(operation, done, allowed.warning * expected)
    if (outcome.status !== 'measured' || sort === null) {
      const why = 'why' in outcome ? outcome.why : outcome.status
      return { operation, committed, sorts: null, ratio: null, attempts: done, verdict: 'not measured', why }
    }
    sorts = Math.min(sorts, outcome.seconds / sort)
  }
  const ratio = sorts / expected
  return { operation, committed, sorts, ratio, attempts: done, verdict: verdictOf(ratio), why: null }
}

/** By the ratio of sorts now to the committed ones. */
export function verdictOf(ratio: number): Verdict {
  return ratio > allowed.failure ? 'much slower' : ratio > allowed.warning ? 'slower' : 'fine'
}
