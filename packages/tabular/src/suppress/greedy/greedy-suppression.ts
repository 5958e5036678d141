import { solver } from '../../solver/solver.js'
import { areCounts } from '../../table/counts-only.js'
import { relationIndex } from '../../table/relation-index.js'
import { finderOf } from '../../witness/finder.js'
import { gridOf } from '../../witness/grid.js'
import { servingOf } from '../../witness/serving.js'
import { statusOf, type Suppression, type SuppressionProblem } from '../problem.js'
import { relationBound } from '../relation-bound.js'
import { coverOf } from './cover.js'
import { grow, sidesOf } from './grow.js'
import { improve, shrink } from './prune.js'
import { meetUnions } from './unions.js'
import { taskOf, type Work } from './work.js'
import { giveZeros } from './zeros.js'

export interface GreedyOptions {
  /** Receives the share of work done, 0 to 1; throws to stop. */
  readonly tick?: ((fraction: number) => void) | undefined
}

/**
 * A pattern at little cost for a table of any size, after Kelly, Golden & Assad (1992): one demand after the other, the largest
 * level first. Each is met by the witness
 *
 * min Σ price·|d| with Σ sign·d = 0 in every relation, −below ≤ d ≤ above, Σ d over its cells = ± its level,
 *
 * over the cells around it. A suppressed cell has the price 0; every cell with d ≠ 0 is suppressed. Then:
 *
 * 1. Prune: a secondary cell, dearest first, is published again where its witnesses can be replaced.
 * 2. Improve: the dearest are tried to be done without, where that costs less.
 * 3. Unions that the pattern makes known are met in turn.
 * 4. Zeros: a component without a suppressed zero keeps its levels with the least value 1, or gets one.
 *
 * Demands that no pattern can meet become exceptions; the pattern meets all others. Costs are in the unit of `problem.costs`.
 *
 * @param problem - Table, demands, costs and cells that must or must not be suppressed.
 * @param options - `tick` is called with the share that is done; it throws to stop.
 * @returns The pattern, with the witnesses of its demands and its exceptions.
 */
export async function greedySuppression(
  problem: SuppressionProblem,
  { tick = () => {} }: GreedyOptions = {},
): Promise<Suppression> {
  const { table, model } = problem
  const work: Work = {
    problem,
    cover: coverOf(problem),
    finder: finderOf(await solver(), table, model.whole, () => work.room),
    serving: servingOf(model),
    grid: gridOf(table),
    index: relationIndex(table),
    exceptions: [],
    refusals: new Map(),
    room: problem.room,
  }
  const { cover } = work
  const demands = [...model.demands, ...model.spans.flatMap((span) => sidesOf(work, span))]
  demands.sort((a, b) => b.level - a.level || a.cells[0] - b.cells[0] || b.direction - a.direction)
  for (const demand of demands) cover.add(taskOf(demand))
  grow(work, cover.tasks, (share) => tick(0.5 * share))
  cover.tidy()
  shrink(work, (share) => tick(0.5 + 0.2 * share))
  improve(work, (share) => tick(0.7 + 0.2 * share))
  meetUnions(work, (share) => tick(0.9 + 0.08 * share))
  if (problem.zeros && areCounts(table)) giveZeros(work)
  tick(1)
  const cost = cover.cost()
  return {
    status: statusOf(problem, cover.suppressed),
    cost,
    bound: Math.min(cost, relationBound(problem)),
    witnesses: cover.tasks.flatMap((task) => task.witnesses),
    exceptions: work.exceptions,
  }
}
