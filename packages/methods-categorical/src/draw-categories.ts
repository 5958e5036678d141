import type { TransitionMatrix } from './transition-matrix.js'

/**
 * Post-randomisation of one column: y_i ~ matrix[x_i], independently; a missing value (−1) stays missing.
 *
 * One number of `uniform` in [0, 1) is used for every record, missing ones too, in the order of the records: so the
 * records can be cut into blocks. A category whose probability is 0 is never drawn.
 *
 * @param codes n codes from −1 to L − 1.
 * @param matrix L × L, every row a distribution to rounding.
 * @returns n codes.
 * Cost: O(n log L + L²).
 */
export function drawCategories(codes: Int32Array, matrix: TransitionMatrix, uniform: () => number): Int32Array {
  const ends = matrix.map(upperEnds)
  const drawn = new Int32Array(codes.length)
  for (let i = 0; i < codes.length; i++) {
    const u = uniform()
    drawn[i] = codes[i] < 0 ? -1 : firstAbove(ends[codes[i]], u)
  }
  return drawn
}

/** Cumulative probabilities, 1 from the last category that has one: the sum may be rounded to just below it. */
function upperEnds(row: Float64Array): Float64Array {
  const ends = new Float64Array(row.length)
  let sum = 0
  let last = 0
  for (let l = 0; l < row.length; l++) {
    sum += row[l]
    ends[l] = sum
    if (row[l] > 0) last = l
  }
  return ends.fill(1, last)
}

/** The first place whose value is above u. */
function firstAbove(ends: Float64Array, u: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ends[middle] > u) high = middle
    else low = middle + 1
  }
  return low
}
