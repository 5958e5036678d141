import { auditPattern } from '../../audit/audit-pattern.js'
import type { Suppression, SuppressionProblem } from '../problem.js'
import { costOf } from './costs.js'
import { patternBy } from '../greedy/greedy-suppression.js'
import { searchFor } from '../search/search-for.js'
import { refuseImpossible } from './impossible.js'
import { networkOf } from './network.js'
import { solveTask, type SolvedTask } from './solve-task.js'
import { tasksOf, type Task } from './task.js'

export interface ExactSuppression extends Suppression {
  /** Whether no pattern costs less (or less by more than the gap that was allowed). */
  readonly proved: boolean
  /** Programs that were solved. */
  readonly rounds: number
  readonly cuts: number
}

export interface ExactOptions {
  /** The longest that it may take; without it, as long as it takes. */
  readonly seconds?: number | undefined
  /** The share of the cost by which the pattern may be dearer than the cheapest; 0 unless said. */
  readonly gap?: number | undefined
  /** A valid pattern to begin with, by `cellStatuses`. */
  readonly start?: Uint8Array | undefined
  /** Called with the share that is done; throws to stop. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * The cheapest pattern that keeps every level, from everybody and from each insider (Fischetti & Salazar 2001):
 *
 * min Σ cost·y, y = 1 for the cells that must be suppressed, y = 0 for those that are published, and for each level L of a
 * sensitive cell p some d with Σ sign·d = 0 in every relation, −below·y ≤ d ≤ above·y and d_p = L (or −L).
 *
 * The attackers' programs are taken apart from the choice of y (Benders): by their duals, d exists if and only if
 * Σ min(L, dual·room)·y ≥ L for all of them. The cuts that matter are found one after the other.
 *
 * @param problem - What is asked.
 * @param options - Time, gap, a start.
 * @returns The pattern; where time ended, the best valid one with what is known of the cost of all others.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export async function exactSuppression(
  problem: SuppressionProblem,
  { seconds = Infinity, gap = 0, start, tick = () => {} }: ExactOptions = {},
): Promise<ExactSuppression> {
  const until = performance.now() + 1000 * seconds
  const { tasks, exposed } = tasksOf(problem)
  await refuseImpossible(problem, tasks, exposed)
  const status = Uint8Array.from(problem.must, (one) => 2 * one)
  for (const cell of problem.primary) status[cell] = 1
  const greedy = start === undefined && tasks.some(isSlow) ? await greedyStart(problem, tick) : undefined
  const first = start ?? greedy
  const solved: SolvedTask[] = []
  for (const [k, task] of tasks.entries()) {
    tick(k / tasks.length)
    const one = await solveTask(task, {
      secondsLeft: () => (until - performance.now()) / 1000,
      gap,
      start: first && Uint8Array.from(task.cells, (c) => Number(first[c] > 0)),
      isStartGood: greedy !== undefined,
      progress: (cost, bound) => {
        tick((k + 0.9 * (cost > 0 ? bound / cost : 1)) / tasks.length)
        // Lets a stop from outside be noticed before the next program.
        return new Promise((resolve) => setTimeout(resolve, 0))
      },
    })
    task.cells.forEach((c, i) => {
      if (one.status[i] && status[c] === 0) status[c] = 2
    })
    solved.push(one)
  }
  await refuseInvalid(problem, status)
  tick(1)
  const total = (number: (one: SolvedTask) => number): number => solved.reduce((sum, one) => sum + number(one), 0)
  return {
    status,
    cost: costOf(problem.costs, status),
    bound: total((one) => one.bound),
    proved: solved.every((one) => one.proved),
    rounds: total((one) => one.rounds),
    cuts: total((one) => one.cuts),
  }
}

/** Where every attack is a large linear program, so is each step of making and pruning a first pattern. */
const isSlow = (task: Task): boolean => task.targets.length * task.cells.length > SLOW && networkOf(task) === undefined

const SLOW = 20_000

async function greedyStart(problem: SuppressionProblem, tick: (fraction: number) => void): Promise<Uint8Array> {
  const search = await searchFor(problem)
  return patternBy(problem, search, { improver: search, tick: () => tick(0) }).status
}

/** The audit's own programs must agree: a pattern is never called valid where it is not. */
async function refuseInvalid({ table, levels, insiders }: SuppressionProblem, status: Uint8Array): Promise<void> {
  const singletons = insiders.length > 0 ? 'protect' : 'ignore'
  const { unprotected } = await auditPattern(table, status, levels, { singletons, tick: () => {} })
  if (unprotected.length === 0) return
  throw new Error(`the pattern found does not keep the levels of ${unprotected.length} cell(s)`)
}
