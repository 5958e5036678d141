import { performance } from 'node:perf_hooks'
import type { Operation, Outcome, SpeedRow } from '../operation.js'
import type { SortClock } from './sort-clock.js'
import { medianOf } from './time-runs.js'

/**
 * Measures rows with sorts just before and after each, outside of its process: a slow period of the machine affects
 * both. Rows that end within `shared` seconds of a sort share it, because a sort would take longer than they do. The
 * sufficient number of sorts is converted to seconds.
 */
export function rowMeasurer(
  clock: SortClock,
  measure: (operation: Operation, attempt: number, enough: number) => Promise<Outcome>,
  shared = 0,
): (operation: Operation, attempt?: number, enough?: number) => Promise<SpeedRow> {
  let before = clock.measure()
  let sorted = performance.now()
  return async (operation, attempt = 1, enough = 0) => {
    const outcome = await measure(operation, attempt, enough * medianOf(before))
    const after = performance.now() - sorted < 1000 * shared ? before : clock.measure()
    const sort = medianOf([...before, ...after])
    if (after !== before) sorted = performance.now()
    before = after
    return { operation, outcome, sort }
  }
}
