import { sumOver } from '@sdc/stats'
import { leastOnSimplex } from './least-on-simplex.js'
import { take } from './linear.js'
import { outward, type Interval } from './outward.js'

/**
 * Interval of the variance of a over the records T, with the divisor |T| − 1.
 *
 * On the polytope it is λ′Cλ, with C the covariances of the vectors and λ on the simplex. It is convex: the greatest is
 * at a vertex, and the least is that of a convex quadratic program.
 *
 * @param vectors - k vectors of n entries.
 * @param rows - The records T, at least two, none with a missing entry.
 * @returns Least and greatest variance.
 *
 * Cost: O(k²·|T| + 2^k·k³).
 */
export function varianceInterval(vectors: readonly Float64Array[], rows: Int32Array): Interval {
  const { columns, size } = centred(vectors, rows)
  const covariances = columns.map((one) => Float64Array.from(columns, (other) => product(one, other)))
  const greatest = Math.max(...covariances.map((row, j) => row[j]))
  const least = leastOnSimplex(covariances)
  const [low, high] = outward(least, greatest, roundingOf(greatest, greatest, size, size))
  return [Math.max(0, low), high]
}

/**
 * Interval of the covariance of two columns over the records T, with the divisor |T| − 1.
 *
 * Each column has its own weights. The covariance is linear in the weights of one column if the other's are fixed, so
 * its ends are at pairs of vertices. A column that is not camouflaged has one vertex, itself.
 *
 * @param one - Vectors of the first column.
 * @param other - Vectors of the second column.
 * @param rows - The records T, at least two, none with a missing entry.
 * @returns Least and greatest covariance.
 *
 * Cost: O(k²·|T|).
 */
export function covarianceInterval(
  one: readonly Float64Array[],
  other: readonly Float64Array[],
  rows: Int32Array,
): Interval {
  const [a, b] = [centred(one, rows), centred(other, rows)]
  const found = a.columns.flatMap((x) => b.columns.map((y) => product(x, y)))
  const spread = (columns: readonly Float64Array[]): number => Math.max(...columns.map((x) => product(x, x)))
  const size = roundingOf(spread(a.columns), spread(b.columns), a.size, b.size)
  return outward(Math.min(...found), Math.max(...found), size)
}

function centred(
  vectors: readonly Float64Array[],
  rows: Int32Array,
): { readonly columns: readonly Float64Array[]; readonly size: number } {
  let size = 0
  const columns = vectors.map((vector) => {
    const column = take(vector, rows)
    const mean = sumOver(column.length, (i) => column[i]) / column.length
    for (let i = 0; i < column.length; i++) {
      size = Math.max(size, Math.abs(column[i]))
      column[i] -= mean
    }
    // Rounding error of the sum.
    const left = sumOver(column.length, (i) => column[i]) / column.length
    return column.map((value) => value - left)
  })
  return { columns, size }
}

function product(x: Float64Array, y: Float64Array): number {
  return sumOver(x.length, (i) => x[i] * y[i]) / (x.length - 1)
}

/** Sources of rounding errors: the product itself; much less, the last bits of the values in a deviation times a value. */
function roundingOf(va: number, vb: number, sizeA: number, sizeB: number): number {
  const [a, b] = [Math.sqrt(va), Math.sqrt(vb)]
  return a * b + 2 ** -8 * (a * sizeB + b * sizeA) + 2 ** -60 * sizeA * sizeB
}
