import type { SuppressionProblem } from '../problem.js'
import { networkOf } from '../flow/network.js'
import { networkSearch } from '../flow/network-search.js'
import type { DeviationSearch } from './deviation.js'
import { linearSearch } from './linear-search.js'

/**
 * The search that fits a table: by flows where it is a network, else by linear programs.
 *
 * @param problem - The table.
 * @returns The search, open until closed.
 */
export async function searchFor(problem: SuppressionProblem): Promise<DeviationSearch> {
  const { fixed, table } = problem
  const network = networkOf(table)
  if (network) return networkSearch(problem, network)
  return linearSearch(problem, Int32Array.from([...fixed.keys()].filter((c) => fixed[c] === 0)))
}
