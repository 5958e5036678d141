import type { SuppressionProblem } from '../problem.js'
import { networkOf } from './network.js'
import { networkSearch } from './network-search.js'
import { solver } from '../../solver/solver.js'
import { localSearch } from './local-search.js'
import type { DeviationSearch } from './deviation.js'
import { linearSearch } from './linear-search.js'

/** Up to so many cells a linear program takes milliseconds. */
const FEW_CELLS = 2000

/**
 * The search that fits a table: by flows where it is a network, else by linear programs; in a large one by hypercubes
 * and by linear programs over few slices.
 *
 * @param problem - The table.
 * @returns The search, open until closed.
 */
export async function searchFor(problem: SuppressionProblem): Promise<DeviationSearch> {
  const { fixed, table } = problem
  const network = networkOf(table)
  if (network) return networkSearch(problem, network)
  if (table.values.length > FEW_CELLS) return localSearch(await solver(), problem)
  return linearSearch(problem, Int32Array.from([...fixed.keys()].filter((c) => fixed[c] === 0)))
}
