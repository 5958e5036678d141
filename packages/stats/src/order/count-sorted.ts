/** Counts the ascending values below this one, by bisection. Cost: O(log n). */
export function countBelow(sorted: Float64Array, value: number): number {
  return countBelowWithin(sorted, value, 0, sorted.length)
}

/** The same where it is known that there are at least `from` and at most `to`. */
function countBelowWithin(sorted: Float64Array, value: number, from: number, to: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}

/** Counts the ascending values not above this one, by bisection. Cost: O(log n). */
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

/** With this number of cells most have one of a few values, or none. */
const CELLS = 1024

/**
 * `countBelow` for many values: a table says of each of equally wide cells which of the ascending values lie in it, and only these
 * are looked at. Bisection of twenty values guesses wrongly every other time which half is next, and takes ten times as long.
 *
 * @param sorted - The ascending values, none NaN.
 * @returns Puts how many of them are below each of some values; −1 where it is NaN.
 */
export function countsBelow(sorted: Float64Array): (values: Float64Array, counts: Int32Array) => void {
  const [least, greatest] = [sorted[0], sorted[sorted.length - 1]]
  const wanted = (CELLS - 2) / (greatest - least)
  // Values so close together, or so far apart, that their distance cannot be a divisor; or no values.
  if (!(wanted > 0 && wanted < Infinity))
    return (values, counts) => {
      for (let i = 0; i < values.length; i++) counts[i] = values[i] === values[i] ? countBelow(sorted, values[i]) : -1
    }
  // It never falls where the value rises: what lies in a cell before is below, what lies in one behind is not.
  const cellOf = (value: number): number => Math.max(0, Math.min(CELLS - 1, 1 + Math.floor((value - least) * wanted)))
  const begins = new Int32Array(CELLS + 1)
  for (const value of sorted) begins[cellOf(value) + 1]++
  for (let cell = 0; cell < CELLS; cell++) begins[cell + 1] += begins[cell]
  return (values, counts) => {
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      const cell = value === value ? cellOf(value) : -1
      counts[i] = cell < 0 ? -1 : countBelowWithin(sorted, value, begins[cell], begins[cell + 1])
    }
  }
}
