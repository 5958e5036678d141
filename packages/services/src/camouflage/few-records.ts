import { matrixGame } from './matrix-game.js'

/** The greatest median in a cell, and the point that attains it. */
export interface GreatestMedian {
  /** At least the greatest median, and that but for rounding. */
  readonly bound: number
  /** The values of the records at the point. */
  readonly values: Float64Array
}

/**
 * The greatest median over a simplex of whose corners the values of a few records are known.
 *
 * The median of an odd number is at least t where half of the records are: it is the greatest of min_(i∈B) x_i over the sets B
 * of so many records, and each of these is a matrix game. Of an even number it is the mean of two places, the greatest of
 * min over i ∈ B of (x_e + x_i)/2 and x_i, over the sets B of the upper half and one more record e.
 *
 * @param values - by corner the values of a records
 * @param places - the place of the median in ascending order, from 0; of an even number the lower and the upper one
 * @returns the bound, and the values where it is attained
 *
 * Cost: a game for each set.
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
