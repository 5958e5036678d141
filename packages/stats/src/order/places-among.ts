import { countBelow, countUpTo } from './count-sorted.js'
import { sortOrder } from './sort-order.js'

/** Number of sorted values below, and not above, each value; 0 if it is missing. */
export interface PlacesAmong {
  readonly below: Int32Array
  readonly upTo: Int32Array
}

/** Maximum number of values that are searched one by one. */
const LOOKED_UP = 1000

/**
 * Finds the positions of values among other values.
 *
 * Many values are sorted first: a common walk through both lists then finds each next position nearby, whereas a search
 * for each value looks all over a large file.
 *
 * @param sorted - m values, ascending.
 * @param values - n values; NaN if missing.
 * @returns Their positions.
 *
 * Cost: O(n log m) for few values, O(n + m) for many.
 */
export function placesAmong(sorted: Float64Array, values: Float64Array): PlacesAmong {
  const below = new Int32Array(values.length)
  const upTo = new Int32Array(values.length)
  if (values.length <= LOOKED_UP) {
    values.forEach((value, i) => {
      if (value !== value) return
      below[i] = countBelow(sorted, value)
      upTo[i] = countUpTo(sorted, value)
    })
    return { below, upTo }
  }
  let low = 0
  let high = 0
  for (const i of sortOrder(values)) {
    const value = values[i]
    while (low < sorted.length && sorted[low] < value) low++
    while (high < sorted.length && sorted[high] <= value) high++
    below[i] = low
    upTo[i] = high
  }
  return { below, upTo }
}
