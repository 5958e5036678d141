import { matrixGame } from './matrix-game.js'
import { outward, type Interval } from './outward.js'

/** Maximum number of records that may still improve a minimum at once; above it the bound stays unchanged. */
const MOST_CUTS = 400

/**
 * Interval of min_(i∈T) a_i.
 *
 * The lower end is the least entry of the vectors. The upper end is the linear program max t with t ≤ Σ_j λ_j·P^j_i for
 * all i ∈ T, λ on the simplex. Few of its |T| constraints are active. So a program of a few records is solved, the
 * record with the least value in its solution is added, and so on until that record is already included.
 *
 * @param vectors - k vectors of n entries.
 * @param rows - The records T, at least one, none with a missing entry.
 * @returns Least and greatest minimum.
 *
 * Cost: O(k·|T|) a round; a handful of rounds.
 */
export function minimumInterval(vectors: readonly Float64Array[], rows: Int32Array): Interval {
  return between(vectors, rows, 1)
}

/**
 * Interval of max_(i∈T) a_i: the lower end by a linear program, the upper end the greatest entry of the vectors.
 *
 * @param vectors - k vectors of n entries.
 * @param rows - The records T, at least one, none with a missing entry.
 * @returns Least and greatest maximum.
 */
export function maximumInterval(vectors: readonly Float64Array[], rows: Int32Array): Interval {
  const [low, high] = between(vectors, rows, -1)
  return [-high, -low]
}

/** Interval of the minimum of the entries times a sign. */
function between(vectors: readonly Float64Array[], rows: Int32Array, sign: 1 | -1): Interval {
  let low = Infinity
  let size = 0
  for (const vector of vectors) {
    for (let t = 0; t < rows.length; t++) {
      const value = sign * vector[rows[t]]
      low = Math.min(low, value)
      size = Math.max(size, Math.abs(value))
    }
  }
  const cuts: number[] = []
  const held = new Set<number>()
  let lambda: Float64Array = new Float64Array(vectors.length).fill(1 / vectors.length)
  let high = Infinity
  for (;;) {
    const worst = leastAt(vectors, rows, lambda, sign)
    if (held.has(worst) || cuts.length === MOST_CUTS) break
    held.add(worst)
    cuts.push(worst)
    const game = matrixGame(cuts.map((i) => Float64Array.from(vectors, (vector) => sign * vector[i])))
    // A program with some of the constraints is never below that with all.
    high = Math.min(high, game.bound)
    lambda = game.lambda
  }
  return outward(low, high, size)
}

/** Record with the least entry at a point of the polytope; the first of several. */
function leastAt(vectors: readonly Float64Array[], rows: Int32Array, lambda: Float64Array, sign: 1 | -1): number {
  let least = Infinity
  let at = rows[0]
  for (let t = 0; t < rows.length; t++) {
    const i = rows[t]
    let value = 0
    for (let j = 0; j < lambda.length; j++) value += lambda[j] * vectors[j][i]
    if (sign * value < least) {
      least = sign * value
      at = i
    }
  }
  return at
}
