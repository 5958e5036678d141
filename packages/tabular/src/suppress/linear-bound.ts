import { solveTask } from './exact/solve-task.js'
import { tasksOf } from './exact/task.js'
import type { SuppressionProblem } from './problem.js'

/** How long the linear programs of one part of a table may take, in seconds. */
const LONGEST = 60

/**
 * What no valid pattern costs less than, by the linear programs of the exact method: shares of suppression from 0 to 1
 * instead of whole cells, with the cuts that they violate. Where the programs take too long the bound reached so far is
 * given: it is lower, and as true.
 *
 * @param problem - What is asked; it must be possible.
 * @returns The bound.
 */
export async function linearBound(problem: SuppressionProblem): Promise<number> {
  let bound = 0
  for (const task of tasksOf(problem).tasks) {
    const until = performance.now() + 1000 * LONGEST
    const solved = await solveTask(task, {
      secondsLeft: () => (until - performance.now()) / 1000,
      gap: 0,
      boundOnly: true,
      progress: () => Promise.resolve(),
    })
    bound += solved.bound
  }
  return bound
}
