import type { Witness } from '@sdc/core'
import { bounded } from '../bounded.js'
import type { Suppression, SuppressionProblem } from '../problem.js'
import { dropNeedless } from '../clean-up.js'
import { demandsOf } from '../search/demands.js'
import type { DeviationSearch } from '../search/deviation.js'
import { searchFor } from '../search/search-for.js'
import { patternOf, type Pattern } from '../search/pattern.js'
import { improve } from './improve.js'
import { grow, largestFirst, sidesOf } from './grow.js'

/**
 * A valid pattern at little cost: for each level, the largest first, the cheapest cells that keep it beside those that are
 * suppressed already; then every cell is dropped that is not needed.
 *
 * @param problem - What is asked.
 * @param options - `tick` is called with the share that is done; it throws to stop.
 * @returns The pattern.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export async function greedySuppression(
  problem: SuppressionProblem,
  { tick = () => {} }: { readonly tick?: (fraction: number) => void } = {},
): Promise<Suppression> {
  const search = await searchFor(problem)
  return suppressBy(problem, search, { tick, improver: search })
}

/**
 * The same by any search.
 *
 * @param problem - What is asked.
 * @param search - Where deviations come from; it is closed.
 * @param options - `improver`: by what the local search looks that follows the clean-up; without it none does.
 * @returns The pattern.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export async function suppressBy(
  problem: SuppressionProblem,
  search: DeviationSearch,
  { tick, improver }: { readonly improver?: DeviationSearch | undefined; tick(fraction: number): void },
): Promise<Suppression> {
  return await bounded(problem, patternBy(problem, search, { tick, improver }))
}

/**
 * That pattern, without a bound of what the others cost.
 *
 * @param problem - What is asked.
 * @param search - Where deviations come from; it is closed.
 * @param options - `improver`: by what the local search looks that follows the clean-up; without it none does.
 * @returns Status, cost, and a deviation for each level.
 * @throws INFEASIBLE with the cell and the greatest level that it can have
 */
export function patternBy(
  problem: SuppressionProblem,
  search: DeviationSearch,
  { tick, improver }: { readonly improver?: DeviationSearch | undefined; tick(fraction: number): void },
): Omit<Suppression, 'bound'> {
  try {
    const sides = sidesOf(problem, demandsOf(problem), search, patternOf(problem, []).prices)
    const pattern = patternOf(problem, sides)
    let done = 0
    grow(problem, pattern, search, largestFirst(sides), () => tick((0.4 * done++) / sides.length))
    dropNeedless(pattern, search, { tick: (share) => tick(0.4 + 0.3 * share) })
    if (improver)
      improve(problem, pattern, improver, { calls: improver.calls, tick: (share) => tick(0.7 + 0.3 * share) })
    tick(1)
    return { status: pattern.status(), cost: pattern.cost(), witnesses: witnessesOf(pattern) }
  } finally {
    search.close()
  }
}

/** For each demand the table that shows it to be met: its deviation, by the factor that gives its cell the level. */
function witnessesOf(pattern: Pattern): Witness[] {
  return pattern.demands.flatMap(({ cell, direction, level }, k) => {
    const deviation = pattern.deviation(k)
    const at = deviation?.cells.indexOf(cell) ?? -1
    if (!deviation || at < 0) return []
    const factor = (direction * level) / deviation.differences[at]
    return { cells: deviation.cells, differences: deviation.differences.map((one) => one * factor) }
  })
}
