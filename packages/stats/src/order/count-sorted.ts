/**
 * Counts the ascending values below a value, by bisection. Cost: O(log n).
 *
 * @param sorted - Ascending values, none missing.
 * @param value - Value to compare with.
 * @returns The count.
 */
export function countBelow(sorted: Float64Array, value: number): number {
  return countBelowWithin(sorted, value, 0, sorted.length)
}

/** Counts likewise, given that the count is from `from` to `to`. */
function countBelowWithin(sorted: Float64Array, value: number, from: number, to: number): number {
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Counts the ascending values not above a value, by bisection. Cost: O(log n).
 *
 * @param sorted - Ascending values, none missing.
 * @param value - Value to compare with.
 * @returns The count.
 */
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
 * Makes `countBelow` for many values. A table has the ascending values of each of equally wide cells, and only these
 * are compared. Bisection of twenty values takes ten times as long, since every other guess of the next half is wrong.
 *
 * @param sorted - Ascending values, none NaN.
 * @returns A function that writes the count below each of some values; −1 for NaN.
 */
export function countsBelow(sorted: Float64Array): (values: Float64Array, counts: Int32Array) => void {
  const [least, greatest] = [sorted[0], sorted[sorted.length - 1]]
  const wanted = (CELLS - 2) / (greatest - least)
  // Values so close together, or so far apart, that their distance cannot be a divisor; or no values.
  if (!(wanted > 0 && wanted < Infinity))
    return (values, counts) => {
      for (let i = 0; i < values.length; i++) counts[i] = values[i] === values[i] ? countBelow(sorted, values[i]) : -1
    }
  // It is monotone: values in earlier cells are below, values in later cells are not.
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
