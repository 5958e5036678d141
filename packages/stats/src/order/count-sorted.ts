/** How many of the ascending values are below this one, by bisection. Cost: O(log n). */
export function countBelow(sorted: Float64Array, value: number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}

/** How many of the ascending values are not above this one, by bisection. Cost: O(log n). */
export function countUpTo(sorted: Float64Array, value: number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle] <= value) from = middle + 1
    else to = middle
  }
  return from
}
