import type { Suppression, SuppressionProblem } from '../problem.js'
import { suppressBy } from '../greedy/greedy-suppression.js'
import { searchFor } from '../search/search-for.js'
import { hypercubeSearch } from '../search/hypercube-search.js'

/**
 * A valid pattern by hypercubes: for each level, the largest first, the cheapest hypercube through the sensitive cell all of
 * whose corners have room for the level; what none protects is protected as the greedy suppression would. Then every cell is
 * dropped that no hypercube needs, and the pattern is improved by the local search of the greedy suppression.
 *
 * @param problem - What is asked.
 * @param options - `tick` is called with the share that is done; it throws to stop.
 * @returns The pattern.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export async function hypercubeSuppression(
  problem: SuppressionProblem,
  { tick = () => {} }: { readonly tick?: (fraction: number) => void } = {},
): Promise<Suppression> {
  const search = await searchFor(problem)
  return suppressBy(problem, hypercubeSearch(problem, search), { tick, improver: search })
}
