import { dropNeedless } from '../clean-up.js'
import type { Deviation, DeviationSearch } from '../search/deviation.js'
import type { Pattern } from '../search/pattern.js'

/** By how much of itself the cost must fall: sums of floating-point numbers differ by less for no reason. */
const GAIN = 1e-9

/**
 * Improves a valid pattern by local search, until nothing changes any more: it forbids one secondary cell, dearest first, and
 * meets the demands that used it in other ways; then it forgets how one demand was met, and meets it anew beside the others.
 * After each, what has become needless is dropped, and the pattern that costs less is kept.
 *
 * @param pattern - Every demand has a deviation; it is changed, never for one that costs more.
 * @param search - Where deviations come from.
 * @param options - How many trials at most; `tick` is called before each.
 */
export function improve(
  pattern: Pattern,
  search: DeviationSearch,
  { trials, tick }: { readonly trials: number; tick(): void },
): void {
  let left = trials
  const attempt = (which: readonly number[], without: number): boolean => {
    tick()
    left--
    return rerouted(pattern, search, which, without)
  }
  for (let better = true; better && left > 0;) {
    better = false
    for (const cell of pattern.secondary()) {
      const users = pattern.users(cell)
      if (left > 0 && users.length > 0) better = attempt(users, cell) || better
    }
    for (const k of pattern.demands.keys()) if (left > 0) better = attempt([k], -1) || better
  }
}

/** Meets some demands anew, without one cell; true where that costs less, else everything is as it was. */
function rerouted(pattern: Pattern, search: DeviationSearch, which: readonly number[], without: number): boolean {
  const { demands } = pattern
  const cost = pattern.cost()
  const before = demands.map((_, k) => pattern.deviation(k))
  for (const k of which) pattern.set(k, undefined)
  const found = which.every((k) => {
    const deviation = search.cheapest(demands[k], withoutCell(pattern.prices, without))
    if (deviation) pattern.set(k, deviation)
    return deviation !== undefined && pattern.cost() < cost * 2
  })
  if (found) dropNeedless(pattern, search)
  if (found && pattern.cost() < cost * (1 - GAIN)) return true
  restore(pattern, before)
  return false
}

function withoutCell(prices: Float64Array, cell: number): Float64Array {
  if (cell < 0) return prices
  const allowed = prices.slice()
  allowed[cell] = Infinity
  return allowed
}

/** Gives every demand the deviation it had. */
export function restore(pattern: Pattern, before: readonly (Deviation | undefined)[]): void {
  before.forEach((deviation, k) => {
    if (pattern.deviation(k) !== deviation) pattern.set(k, deviation)
  })
}
