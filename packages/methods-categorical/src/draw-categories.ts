import type { TransitionMatrix } from './transition-matrix.js'

/** Transition matrix prepared for draws: row k of L cumulative probabilities, and the start of the search in it. */
export interface DrawTable {
  readonly size: number
  /** L × L upper ends, row after row. */
  readonly ends: Float64Array
  /** Number of equal cells into which [0, 1) is cut, a power of two. */
  readonly cells: number
  /** L × cells: the category whose interval contains the lower end of the cell. */
  readonly first: Int32Array
}

/**
 * Prepares a matrix for draws (an indexed search: Chen & Asau 1974): the search for a number u begins at the first
 * category of its cell, and takes one or two steps on average.
 *
 * @param matrix - L × L, every row a distribution to rounding.
 * @returns The prepared matrix.
 *
 * Cost: O(L²) time and memory.
 */
export function drawTable(matrix: TransitionMatrix): DrawTable {
  const size = matrix.length
  let cells = 1
  while (cells < 2 * size) cells *= 2
  const ends = new Float64Array(size * size)
  const first = new Int32Array(size * cells)
  matrix.forEach((row, k) => {
    const own = ends.subarray(k * size, (k + 1) * size)
    upperEnds(row, own)
    let l = 0
    for (let cell = 0; cell < cells; cell++) {
      while (own[l] <= cell / cells) l++
      first[k * cells + cell] = l
    }
  })
  return { size, ends, cells, first }
}

/**
 * Draws the post-randomised codes of one column: y_i ~ matrix[x_i], independently; a code below 0 (missing) stays
 * unchanged.
 *
 * One number in [0, 1) is used for every record, missing ones too: so the records can be cut into blocks. A category
 * with probability 0 is never drawn.
 *
 * @param codes - n codes from −1 to L − 1.
 * @param table - Matrix, prepared for draws.
 * @param numbers - n uniform numbers, or more.
 * @param drawn - Array for the n codes.
 * @returns `drawn`.
 *
 * Cost: O(n), without the table.
 */
export function drawCategories(
  codes: Int32Array,
  { size, ends, cells, first }: DrawTable,
  numbers: Float64Array,
  drawn: Int32Array = new Int32Array(codes.length),
): Int32Array {
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i]
    if (code < 0) {
      drawn[i] = code
      continue
    }
    const u = numbers[i]
    const from = code * size
    let l = first[code * cells + ((u * cells) | 0)]
    while (ends[from + l] <= u) l++
    drawn[i] = l
  }
  return drawn
}

/**
 * Computes cumulative probabilities, 1 from the last category with a positive one: the sum may be rounded to just below
 * it.
 */
function upperEnds(row: Float64Array, ends: Float64Array): void {
  let sum = 0
  let last = 0
  for (let l = 0; l < row.length; l++) {
    sum += row[l]
    ends[l] = sum
    if (row[l] > 0) last = l
  }
  ends.fill(1, last)
}
