import { committedKey, type Committed } from './report/benchmarks-file.js'
import { seriesKey, titleOf, type Operation, type SpeedRow } from './operation.js'

/** Largest ratios of the sorts of a row to the committed ones. */
export const allowed = { warning: 1.5, failure: 3 }

/**
 * Number of measurements of a row that seems slower; the least counts, because other load can only slow it down. A
 * warning needs fewer.
 */
const attempts = { warning: 2, failure: 3 }

/** Rows that a check measures: those that take little time, but long enough for accurate measurements. */
const most = { n: 10_000 }
const least = { seconds: 0.001 }

export interface Strictness {
  /** Ratio to the committed sorts above which a row is measured again. */
  readonly again: number
  /** Least number of committed sorts that is used: very short times vary by more than an effect of a change. */
  readonly floor: number
}

const strict: Strictness = { again: allowed.warning, floor: 0 }

/**
 * For rows measured with few runs, as all methods and metrics are: only rows that would fail are measured again, and
 * 0.005 sorts are less than a millisecond.
 */
export const lenient: Strictness = { again: allowed.failure, floor: 0.005 }

export interface CheckedRow {
  readonly operation: Operation
  readonly committed: Committed
  /** Least of the measurements; null if one gave none. */
  readonly sorts: number | null
  /** Sorts relative to the committed ones, or to the floor if these are fewer; null without sorts. */
  readonly ratio: number | null
  readonly attempts: number
  readonly verdict: Verdict
  /** Reason for having no sorts. */
  readonly why: string | null
}

export type Verdict = 'fine' | 'slower' | 'much slower' | 'not measured'

/** Returns true for verdicts that fail a check. */
export function fails(verdict: Verdict): boolean {
  return verdict === 'much slower' || verdict === 'not measured'
}

/**
 * The largest size of each series that is small and committed with a time; one of the two distributions of an operation
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

/** Operations in the file with their rows, and operations that it lacks. */
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
 * Differences between the file and the program: operations without a committed row, and committed titles without an
 * operation; `others` may be in the file.
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
 * Measures each row, again if it seems slower, and compares its sorts with the committed ones. The measurer receives
 * the sufficient number of sorts: if the first run is below it, no others are needed.
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

/** Verdict by the ratio of present sorts to the committed ones. */
export function verdictOf(ratio: number): Verdict {
  return ratio > allowed.failure ? 'much slower' : ratio > allowed.warning ? 'slower' : 'fine'
}
