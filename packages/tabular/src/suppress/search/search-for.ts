import type { SuppressionProblem } from '../problem.js'
import { networkOf } from '../flow/network.js'
import { networkSearch } from '../flow/network-search.js'
import { hypercubeSearch } from '../hypercube/hypercube-search.js'
import type { DeviationSearch } from './deviation.js'
import { linearSearch } from './linear-search.js'

/** Up to so many cells a linear program takes milliseconds. */
const FEW_CELLS = 1000

/**
 * The search that fits a table: by flows where it is a network, else by linear programs; in a large one by hypercubes,
 * and by linear programs where no hypercube has the room.
 *
 * @param problem - The table.
 * @returns The search, open until closed.
 */
export async function searchFor(problem: SuppressionProblem): Promise<DeviationSearch> {
  const { fixed, table } = problem
  const network = networkOf(table)
  if (network) return networkSearch(problem, network)
  const linear = await linearSearch(problem, Int32Array.from([...fixed.keys()].filter((c) => fixed[c] === 0)))
  return table.values.length > FEW_CELLS ? hypercubeSearch(problem, linear) : linear
}
