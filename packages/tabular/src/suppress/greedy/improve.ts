import { relationIndex } from '../../table/relation-index.js'
import { dropNeedless } from '../clean-up.js'
import type { SuppressionProblem } from '../problem.js'
import type { Deviation, DeviationSearch } from '../search/deviation.js'
import type { Pattern } from '../search/pattern.js'

/** By how much of itself the cost must fall: sums of floating-point numbers differ by less for no reason. */
const GAIN = 1e-9

/**
 * Improves a valid pattern by local search, until nothing changes any more: it forbids one secondary cell, dearest first, and
 * meets the demands that used it in other ways; then it forgets how one demand was met, and meets it anew beside the others.
 * After each, what has become needless beside the new cells is dropped, and the pattern that costs less is kept.
 *
 * @param problem - Relations: what is beside what.
 * @param pattern - Every demand has a deviation; it is changed, never for one that costs more.
 * @param search - Where deviations come from.
 * @param options - How often the search may be asked; `tick` is called before each trial with the share of that.
 */
export function improve(
  problem: SuppressionProblem,
  pattern: Pattern,
  search: DeviationSearch,
  { calls, tick }: { readonly calls: number; tick(fraction: number): void },
): void {
  const index = relationIndex(problem.table)
  let used = 0
  const counted: DeviationSearch = {
    calls,
    cheapest: (demand, prices) => (used++, search.cheapest(demand, prices)),
    another: (demand, prices) => (used++, search.another(demand, prices)),
    farthest: (demand, prices) => (used++, search.farthest(demand, prices)),
    close: search.close,
  }
  const beside = (cells: Iterable<number>): Set<number> => {
    const near = new Set<number>()
    for (const cell of cells)
      for (let k = index.starts[cell]; k < index.starts[cell + 1]; k++)
        for (const other of problem.table.equations[index.at[k]].cells) near.add(other)
    return near
  }
  const attempt = (which: readonly number[], without: number): boolean => {
    tick(Math.min(1, used / calls))
    return rerouted(pattern, counted, beside, which, without)
  }
  const isLeft = (): boolean => used < calls
  for (let better = true; better && isLeft();) {
    better = false
    for (const cell of pattern.secondary()) {
      const users = pattern.users(cell)
      if (isLeft() && users.length > 0) better = attempt(users, cell) || better
    }
    for (const k of pattern.demands.keys()) if (isLeft()) better = attempt([k], -1) || better
  }
}

/** Meets some demands anew, without one cell; true where that costs less, else everything is as it was. */
function rerouted(
  pattern: Pattern,
  search: DeviationSearch,
  beside: (cells: Iterable<number>) => Set<number>,
  which: readonly number[],
  without: number,
): boolean {
  const { demands, prices } = pattern
  const cost = pattern.cost()
  const before = new Map<number, Deviation | undefined>()
  const remember = (k: number): void => void (before.has(k) || before.set(k, pattern.deviation(k)))
  const suppressed = prices.map((price) => Number(price === 0))
  for (const k of which) {
    remember(k)
    pattern.set(k, undefined)
  }
  const added = new Set<number>()
  const found = which.every((k) => {
    const price = without < 0 ? 0 : prices[without]
    if (without >= 0) prices[without] = Infinity
    const deviation = search.cheapest(demands[k], prices)
    if (without >= 0) prices[without] = price
    deviation?.cells.forEach((cell) => suppressed[cell] || added.add(cell))
    if (deviation) pattern.set(k, deviation)
    return deviation !== undefined
  })
  if (found && pattern.cost() >= cost * (1 - GAIN) && added.size > 0)
    dropNeedless(pattern, search, { among: beside(added), remember })
  if (found && pattern.cost() < cost * (1 - GAIN)) return true
  before.forEach((deviation, k) => pattern.set(k, deviation))
  return false
}
