import { pow } from '@sdc/stats'
import type { Highs } from 'highs'
import type { SuppressionProblem } from '../problem.js'
import { hypercubeSearch } from './hypercube-search.js'
import type { DeviationSearch } from './deviation.js'
import { linearSearchBy } from './linear-search.js'

/** About how many cells a program has that is opened for one demand, and a second one where that finds nothing. */
const NEARBY = [150, 1000]

/**
 * Searches a large table that is no network: by a linear program over the slices that are cheapest for the cell, one for
 * each demand, beside the cheapest hypercube, which may be cheaper still; over the whole table only where neither finds
 * anything, to say how far a cell can go.
 *
 * @param highs - The solver.
 * @param problem - The table.
 * @returns The search, open until closed.
 */
export function localSearch(highs: Highs, problem: SuppressionProblem): DeviationSearch {
  const { fixed, table } = problem
  let whole: DeviationSearch | undefined
  const all = (): DeviationSearch =>
    (whole ??= linearSearchBy(highs, problem, Int32Array.from([...fixed.keys()].filter((c) => fixed[c] === 0))))
  const never: DeviationSearch = {
    calls: 1000,
    cheapest: () => undefined,
    another: () => undefined,
    farthest: (demand, prices) => all().farthest(demand, prices),
    close: () => whole?.close(),
  }
  const cubes = hypercubeSearch(problem, never)
  const costOf = (cells: Int32Array, prices: Float64Array): number => cells.reduce((sum, one) => sum + prices[one], 0)
  return {
    ...cubes,
    cheapest(demand, prices) {
      const cube = cubes.cheapest(demand, prices)
      const most = cube ? costOf(cube.cells, prices) : Infinity
      if (most === 0) return cube
      for (const cells of NEARBY) {
        const few = Math.max(2, Math.round(pow(cells, 1 / table.dimensions.length)) - 1)
        const near = linearSearchBy(highs, problem, cubes.neighbourhood(demand, prices, few))
        const found = near.cheapest(demand, prices)
        near.close()
        if (found) return costOf(found.cells, prices) < most ? found : cube
      }
      return cube
    },
  }
}
