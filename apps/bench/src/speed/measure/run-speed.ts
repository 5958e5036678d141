import { performance } from 'node:perf_hooks'
import { expectedSeconds, type Point } from './growth.js'
import { seriesKey, type Limits, type Operation, type SpeedRow } from '../operation.js'

export interface SpeedRun {
  readonly operations: readonly Operation[]
  readonly limits: Limits
  readonly measure: (operation: Operation) => Promise<SpeedRow>
  readonly progress: (row: SpeedRow, done: number) => void
  /** Seconds since any moment. */
  readonly now?: () => number
}

/** Multiple of the limit of a row above which a size is skipped. */
const hopeless = 2

/**
 * Measures all operations; rows are returned in the order of the operations. The sizes of one operation are measured
 * one after the other; a size with a too long expected time is skipped.
 */
export async function runSpeed({
  operations,
  limits,
  measure,
  progress,
  now = seconds,
}: SpeedRun): Promise<SpeedRow[]> {
  const begin = now()
  const waiting = series(operations)
  const rows = new Map<Operation, SpeedRow>()
  const work = async (): Promise<void> => {
    for (let sizes = waiting.shift(); sizes; sizes = waiting.shift()) {
      const before: SpeedRow[] = []
      for (const operation of sizes) {
        const why =
          whyNot(operation, before, limits) ??
          (now() - begin > limits.total ? `the whole run is limited to ${limits.total} s` : null)
        const row: SpeedRow =
          why === null ? await measure(operation) : { operation, outcome: { status: 'not run', why }, sort: null }
        before.push(row)
        rows.set(operation, row)
        progress(row, rows.size)
      }
    }
  }
  await Promise.all(Array.from({ length: limits.parallel }, work))
  return operations.flatMap((operation) => rows.get(operation) ?? [])
}

/** Reason for skipping a size after the smaller ones. */
function whyNot({ n }: Operation, before: readonly SpeedRow[], limits: Limits): string | null {
  const tooSlow = before.find(({ outcome }) => outcome.status === 'cut off')
  if (tooSlow) return `cut off at n = ${tooSlow.operation.n.toLocaleString('en')} already`
  const points = before.flatMap(({ operation, outcome }): Point[] =>
    outcome.status === 'measured' ? [{ n: operation.n, seconds: outcome.seconds }] : [],
  )
  const expected = expectedSeconds(points, n)
  return expected === null || expected <= hopeless * limits.row
    ? null
    : `it should take ${Number(expected.toPrecision(2)).toLocaleString('en')} s by the smaller sizes, and ${limits.row} s is the limit`
}

/** Operations that differ only in their number of records, ascending. */
function series(operations: readonly Operation[]): Operation[][] {
  const byKey = new Map<string, Operation[]>()
  for (const operation of operations) {
    const key = seriesKey(operation)
    byKey.set(key, [...(byKey.get(key) ?? []), operation])
  }
  return [...byKey.values()].map((sizes) => sizes.sort((a, b) => a.n - b.n))
}

function seconds(): number {
  return performance.now() / 1000
}
