import type { SuppressionProblem } from './problem.js'
import type { DeviationSearch } from './search/deviation.js'
import { demandsOf } from './search/demands.js'
import { grow, largestFirst, sidesOf } from './greedy/grow.js'
import { linearSearch } from './search/linear-search.js'
import { patternOf, type Pattern } from './search/pattern.js'

/**
 * Drops the secondary cells that a valid pattern does not need, dearest first.
 *
 * @param problem - What was asked.
 * @param status - A valid pattern.
 * @returns A valid pattern of some of its cells.
 * @throws INFEASIBLE where the pattern is not valid
 */
export async function cleanUp(problem: SuppressionProblem, status: Uint8Array): Promise<Uint8Array> {
  const cells = Int32Array.from([...status.keys()].filter((c) => status[c] > 0))
  const only = { ...problem, fixed: Uint8Array.from(status, (one) => Number(one === 0)) }
  const search = await linearSearch(only, cells)
  try {
    const demands = demandsOf(only)
    const pattern = patternOf(only, sidesOf(only, demands, search, patternOf(only, []).prices))
    grow(only, pattern, search, largestFirst(pattern.demands), () => {})
    dropNeedless(pattern, search)
    return pattern.status()
  } finally {
    search.close()
  }
}

/**
 * Drops each secondary cell, dearest first, without which every demand that uses it has another deviation among the
 * other suppressed cells.
 *
 * @param pattern - Every demand has a deviation; it is changed.
 * @param search - Where other deviations come from.
 * @param options - `among`: the cells to try, all where it is left out; `remember` is called before the deviation of a demand
 *   changes; `tick` before each cell, with the share that is done.
 */
export function dropNeedless(
  pattern: Pattern,
  search: DeviationSearch,
  {
    among,
    remember = () => {},
    tick = () => {},
  }: {
    readonly among?: ReadonlySet<number>
    readonly remember?: (demand: number) => void
    readonly tick?: (fraction: number) => void
  } = {},
): void {
  const { demands } = pattern
  const only = pattern.prices.map((price) => (price === 0 ? 0 : Infinity))
  const cells = pattern.secondary().filter((cell) => among === undefined || among.has(cell))
  for (const [done, cell] of cells.entries()) {
    tick(done / cells.length)
    const users = pattern.users(cell)
    only[cell] = Infinity
    const before = users.map((k) => pattern.deviation(k))
    for (const [i, k] of users.entries()) {
      const deviation = search.another(demands[k], only)
      if (deviation) {
        remember(k)
        pattern.set(k, deviation)
        continue
      }
      // Needed: all as it was.
      for (let j = 0; j < i; j++) pattern.set(users[j], before[j])
      only[cell] = 0
      break
    }
  }
}
