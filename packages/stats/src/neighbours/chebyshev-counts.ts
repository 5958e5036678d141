import { sortOrder } from '../order/sort-order.js'

/** Maximum number of words of bits of all columns together: 32 MB. */
const MOST_WORDS = 2 ** 23
const MOST_MARKS = 256

/**
 * Counts the rows (of m) within a Chebyshev distance of a point, |x_j − point_j| ≤ radius in all d columns, and finds
 * the lowest of them.
 *
 * In a column these rows are a run of its order. For some marks in the order of each column, the rows before the mark
 * are stored as bits. A run is then the difference of two bit sets, apart from the rows between its ends and the
 * nearest marks. The rows in all runs are the intersection of their bits. Cost: O(dm/32) per point for any data; O(dm)
 * to prepare, and up to 32 MB. If the query cube cuts most boxes of a tree, a tree looks at nearly all records: ranges
 * in many dimensions cannot be counted in logarithmic time with linear memory.
 *
 * @param columns - d columns of m finite values.
 * @returns The function of a point of d coordinates and a radius; it returns the count and the lowest row, −1 if
 *   there is none.
 */
export function chebyshevCounts(
  columns: readonly Float64Array[],
): (point: Float64Array, radius: number) => { readonly count: number; readonly lowest: number } {
  const rows = columns[0].length
  const words = (rows + 31) >>> 5
  const marks = Math.max(1, Math.min(MOST_MARKS, Math.floor(MOST_WORDS / (words * columns.length))))
  const step = Math.max(1, Math.ceil(rows / marks))
  const sides = columns.map((column) => sideOf(column, words, marks, step))
  const common = new Int32Array(words)
  const corrections = new Int32Array(words)

  return (point, radius) => {
    let all = true
    sides.forEach(({ sorted, order, bits }, j) => {
      const from = firstWithin(sorted, point[j], radius)
      const to = firstBeyond(sorted, point[j], radius)
      if (from === 0 && to === rows) return
      const low = Math.min(marks, Math.round(from / step))
      const high = Math.min(marks, Math.round(to / step))
      const [before, after] = [low * words, high * words]
      flip(corrections, order, from, Math.min(rows, low * step))
      flip(corrections, order, to, Math.min(rows, high * step))
      if (all) for (let w = 0; w < words; w++) common[w] = bits[before + w] ^ bits[after + w] ^ corrections[w]
      else for (let w = 0; w < words; w++) common[w] &= bits[before + w] ^ bits[after + w] ^ corrections[w]
      all = false
      // Back to 0, which is faster than writing all words.
      flip(corrections, order, from, Math.min(rows, low * step))
      flip(corrections, order, to, Math.min(rows, high * step))
    })
    if (all) return { count: rows, lowest: rows > 0 ? 0 : -1 }
    let count = 0
    let lowest = -1
    for (let w = 0; w < words; w++) {
      const word = common[w]
      if (word === 0) continue
      if (count === 0) lowest = 32 * w + 31 - Math.clz32(word & -word)
      count += ones(word)
    }
    return { count, lowest }
  }
}

interface Side {
  readonly sorted: Float64Array
  readonly order: Uint32Array
  /** Bits of the rows in the first c·step places, for mark c. */
  readonly bits: Int32Array
}

function sideOf(column: Float64Array, words: number, marks: number, step: number): Side {
  const order = sortOrder(column)
  const bits = new Int32Array(words * (marks + 1))
  for (let mark = 1; mark <= marks; mark++) {
    bits.copyWithin(mark * words, (mark - 1) * words, mark * words)
    const own = bits.subarray(mark * words, (mark + 1) * words)
    flip(own, order, Math.min(order.length, (mark - 1) * step), Math.min(order.length, mark * step))
  }
  return { sorted: Float64Array.from(order, (row) => column[row]), order, bits }
}

/** Flips the bits of the rows at the places between two, in either order. */
function flip(bits: Int32Array, order: Uint32Array, one: number, other: number): void {
  for (let at = Math.min(one, other), end = Math.max(one, other); at < end; at++)
    bits[order[at] >>> 5] ^= 1 << (order[at] & 31)
}

/**
 * Returns the first place with a value at most the radius below x. The difference x − value is rounded as in all other
 * comparisons.
 */
function firstWithin(sorted: Float64Array, x: number, radius: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < x && Math.abs(sorted[middle] - x) > radius) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the first place with a value more than the radius above x. */
function firstBeyond(sorted: Float64Array, x: number, radius: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] > x && Math.abs(sorted[middle] - x) > radius) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the number of 1 bits of a word. */
function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  v = (v + (v >>> 4)) & 0x0f0f0f0f
  return Math.imul(v, 0x01010101) >>> 24
}
