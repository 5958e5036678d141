import { sortOrder } from '@sdc/stats'

export interface ImageMatches {
  /** How many different released values every masked record fits. */
  readonly candidates: Int32Array
  /** A released record that holds the only candidate; −1 where there are several, or none. */
  readonly records: Int32Array
}

/**
 * For every masked value the number of different released values whose image lies within the tolerance of it.
 *
 * Both files are swept in ascending order. The images within the tolerance of y_i are a window of the sorted images
 * whose ends only move up; how often each code is in the window is counted, and how many codes are. Cost: O(n),
 * allocation-free in the loop.
 *
 * @param images f(z_j)
 * @param masked y_i, both finite or NaN (nobody's match)
 * @param codes equal for equal z_j, from 0 (`valueCodes`)
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
