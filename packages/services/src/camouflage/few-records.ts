import { matrixGame } from './matrix-game.js'

/** Greatest median in a cell, and the point where it is attained. */
export interface GreatestMedian {
  /** Upper limit of the greatest median, equal to it except for rounding. */
  readonly bound: number
  /** Values of the records at that point. */
  readonly values: Float64Array
}

/**
 * Greatest median over a simplex, from the values of a few records at its corners.
 *
 * The median of an odd number is at least t if half of the records are. So it is the greatest of min_(i∈B) x_i over the
 * sets B of that many records; each set is a matrix game. For an even number it is the mean of two places: the greatest, over
 * sets B of the upper half and one more record e, of min over i ∈ B of (x_e + x_i)/2 and x_i.
 *
 * @param values - By corner: the values of the records.
 * @param places - Place of the median in ascending order, from 0; for an even number the lower and the upper place.
 * @returns The limit, and the values where it is attained.
 *
 * Cost: one game for each set.
 */
export function greatestOfFew(
  values: readonly Float64Array[],
  [lower, upper]: readonly [number, number],
): GreatestMedian {
  const records = Array.from(values[0], (_, t) => Float64Array.from(values, (column) => column[t]))
  let bound = -Infinity
  let lambda = new Float64Array(values.length).fill(1 / values.length) as Float64Array
  const play = (rows: readonly Float64Array[]): void => {
    const game = matrixGame(rows)
    if (game.bound <= bound) return
    bound = game.bound
    lambda = game.lambda
  }
  for (const set of subsets(records.length, records.length - upper)) {
    const half = set.map((i) => records[i])
    if (lower === upper) {
      play(half)
      continue
    }
    for (const [e, extra] of records.entries()) {
      if (set.includes(e)) continue
      play([...half, ...half.map((row) => row.map((value, c) => value / 2 + extra[c] / 2))])
    }
  }
  return { bound, values: values[0].map((_, t) => lambda.reduce((sum, share, c) => sum + share * values[c][t], 0)) }
}

/** All sets of `size` of the numbers 0, …, n − 1. */
function subsets(n: number, size: number): number[][] {
  if (size === 0) return [[]]
  if (size > n) return []
  return [...subsets(n - 1, size), ...subsets(n - 1, size - 1).map((set) => [...set, n - 1])]
}
