/** Counts of whole numbers: rows of a number, ascending, and its count, without those that do not occur. */
import type { Totals } from '@sdc/core'

/** Largest table with a place for each number, */
const SMALL_TABLE = 1 << 16
/** and largest number of places for each counted number: with more, sorting is faster. */
const PLACES = 32

/**
 * Counts numbers.
 *
 * @param codes - Numbers from 0; the array is overwritten.
 * @param size - Upper limit of the numbers, exclusive.
 * @returns Rows. Cost: O(n), or a sort for a large `size`.
 */
export function countedCodes(codes: Float64Array, size: number): Totals {
  if (size > SMALL_TABLE || size > PLACES * codes.length) return countedBySort(codes)
  const slots = new Int32Array(size)
  for (let i = 0; i < codes.length; i++) slots[codes[i]]++
  let used = 0
  for (let code = 0; code < size; code++) if (slots[code] > 0) used++
  const rows = new Float64Array(2 * used)
  for (let code = 0, at = 0; at < rows.length; code++) {
    if (slots[code] === 0) continue
    rows[at++] = code
    rows[at++] = slots[code]
  }
  return rows
}

function countedBySort(codes: Float64Array): Totals {
  codes.sort()
  const rows = new Float64Array(2 * codes.length)
  let end = 0
  for (let i = 0; i < codes.length; i++) {
    if (i === 0 || codes[i] !== codes[i - 1]) {
      rows[end] = codes[i]
      end += 2
    }
    rows[end - 1]++
  }
  return rows.slice(0, end)
}

/**
 * Merges two lists of counts.
 *
 * @param total - Rows.
 * @param own - Others.
 * @returns Rows. Cost: O(rows).
 */
export function mergedCounts(total: Totals, own: Totals): Totals {
  const merged = new Float64Array(total.length + own.length)
  let [a, b, at] = [0, 0, 0]
  while (a < total.length || b < own.length) {
    const x = a < total.length ? total[a] : Infinity
    const y = b < own.length ? own[b] : Infinity
    merged[at] = Math.min(x, y)
    if (x <= y) {
      merged[at + 1] += total[a + 1]
      a += 2
    }
    if (y <= x) {
      merged[at + 1] += own[b + 1]
      b += 2
    }
    at += 2
  }
  return merged.slice(0, at)
}
