import { performance } from 'node:perf_hooks'
import type { Limits, Operation, Outcome, SpeedRow } from './operation.js'
import type { SortClock } from './sort-clock.js'

export interface SpeedRun {
  readonly operations: readonly Operation[]
  readonly limits: Limits
  readonly clock: SortClock
  /** Measures one operation, within so many seconds. */
  readonly measure: (operation: Operation, limit: number) => Promise<Outcome>
  readonly progress: (row: SpeedRow, done: number) => void
  /** Seconds since any moment. */
  readonly now?: () => number
}

/**
 * Measures all operations; rows come back in the order of the operations.
 * The sizes of one operation are taken one after the other, and after one that was cut off no larger one is tried.
 */
export async function runSpeed({
  operations,
  limits,
  clock,
  measure,
  progress,
  now = seconds,
}: SpeedRun): Promise<SpeedRow[]> {
  const begin = now()
  const waiting = series(operations)
  const rows = new Map<Operation, SpeedRow>()
  for (let i = 0; i < 3; i++) clock.measure()

  const work = async (): Promise<void> => {
    for (let sizes = waiting.shift(); sizes; sizes = waiting.shift()) {
      let tooSlow: Operation | undefined
      for (const operation of sizes) {
        const outcome = await oneRow(operation, tooSlow)
        if (outcome.status === 'cut off') tooSlow = operation
        const row = { operation, outcome }
        rows.set(operation, row)
        progress(row, rows.size)
      }
    }
  }
  const oneRow = async (operation: Operation, tooSlow: Operation | undefined): Promise<Outcome> => {
    if (tooSlow) return { status: 'not run', why: `cut off at n = ${tooSlow.n.toLocaleString('en')} already` }
    if (now() - begin > limits.total) return { status: 'not run', why: `the whole run is limited to ${limits.total} s` }
    clock.measure()
    return measure(operation, limits.row)
  }
  await Promise.all(Array.from({ length: limits.parallel }, work))
  return operations.flatMap((operation) => rows.get(operation) ?? [])
}

/** The operations by kind, id and number of columns, each growing in size. */
function series(operations: readonly Operation[]): Operation[][] {
  const byKey = new Map<string, Operation[]>()
  for (const operation of operations) {
    const key = `${operation.kind} ${operation.id} ${operation.d}`
    byKey.set(key, [...(byKey.get(key) ?? []), operation])
  }
  return [...byKey.values()].map((sizes) => sizes.sort((a, b) => a.n - b.n))
}

function seconds(): number {
  return performance.now() / 1000
}
