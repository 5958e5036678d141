import { sortOrder } from '@sdc/stats'

export interface ImageMatches {
  /** Number of different released values that fit every masked record. */
  readonly candidates: Int32Array
  /** Released record that is the only candidate; −1 if there are several, or none. */
  readonly records: Int32Array
}

/**
 * Counts, for every masked value, the different released values whose image lies within the tolerance.
 *
 * Both files are swept in ascending order. The images within the tolerance of y_i are a window of the sorted images
 * with ends that only move up. The sweep counts each code in the window, and the number of codes. Cost: O(n),
 * allocation-free in the loop.
 *
 * @param images - f(z_j)
 * @param masked - y_i, both finite or NaN (without candidates).
 * @param codes - Equal for equal z_j, from 0 (`valueCodes`).
 */
export function matchImages(
  images: Float64Array,
  masked: Float64Array,
  codes: Int32Array,
  tolerance: number,
): ImageMatches {
  const from = sortOrder(images)
  const to = sortOrder(masked)
  const candidates = new Int32Array(masked.length)
  const records = new Int32Array(masked.length).fill(-1)
  const inWindow = new Int32Array(codes.length)
  let distinct = 0
  let low = 0
  let high = 0
  for (let at = 0; at < to.length; at++) {
    const i = to[at]
    const y = masked[i]
    for (; high < from.length && images[from[high]] - y <= tolerance; high++) {
      if (inWindow[codes[from[high]]]++ === 0) distinct++
    }
    for (; low < high && y - images[from[low]] > tolerance; low++) {
      if (--inWindow[codes[from[low]]] === 0) distinct--
    }
    candidates[i] = distinct
    if (distinct === 1) records[i] = from[low]
  }
  return { candidates, records }
}
