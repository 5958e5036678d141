import type { Operation, Outcome, SpeedRow } from '../operation.js'
import type { SortClock } from './sort-clock.js'
import { medianOf } from './time-runs.js'

/**
 * Measures rows with the sorts just before and after each, while its process is not there: the machine may be slower
 * for a while, but hardly for one of the two alone. What is enough, in sorts, is told in seconds.
 */
export function rowMeasurer(
  clock: SortClock,
  measure: (operation: Operation, attempt: number, enough: number) => Promise<Outcome>,
): (operation: Operation, attempt?: number, enough?: number) => Promise<SpeedRow> {
  let before = clock.measure()
  return async (operation, attempt = 1, enough = 0) => {
    const outcome = await measure(operation, attempt, enough * medianOf(before))
    const after = clock.measure()
    const sort = medianOf([...before, ...after])
    before = after
    return { operation, outcome, sort }
  }
}
