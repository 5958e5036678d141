import type { Totals, OrderWalk } from '@sdc/core'
import { AT_RUN, runsBeside } from './runs-beside.js'

/** Distribution of a cell if original and masked values are paired at random. */
export interface CellByChance {
  /** Expected share of the widths whose interval contains the original value. */
  readonly mean: number
  /** Upper limit of its variance. */
  readonly variance: number
}

/**
 * Computes the chance distribution of the cells of a column, mode rank, for a random order of its original values.
 *
 * The window of rank r contains #{x ≤ y_(r+h)} − #{x < y_(r−h)} of the m original values. The chance of width w is the
 * mean over the ranks of the masked values (a tied one has all of its ranks in equal parts), divided by m. It is near
 * (2h + 1)/n without ties, less at the ends. Wider windows contain the narrower ones, so the square of a cell has the
 * mean Σ_w (2(W − w) + 1)·chance_w/W² without ties, and less with them.
 *
 * @param held - Total number of original values in the windows of all m ranks, by ascending width.
 * @param m - Number of complete pairs.
 * @returns The distribution; NaN without a pair.
 */
export function chanceOfHeld(held: Totals, m: number): CellByChance {
  const many = held.length
  let mean = 0
  let square = 0
  for (let w = 0; w < many; w++) {
    const chance = held[w] / (m * m)
    mean += chance / many
    square += ((2 * (many - 1 - w) + 1) * chance) / (many * many)
  }
  return { mean, variance: Math.max(0, square - mean * mean) }
}

/** Number of ranks on either side within a window of each width. */
const reachOf = (widths: readonly number[], n: number): number[] => widths.map((width) => Math.floor((width * n) / 100))

/**
 * Counts the windows that contain the original values of a block, if every masked value of the column is in a complete
 * pair.
 *
 * @param places - Number of the n masked values below each original one, and number not above it; NaN if missing.
 * @param n - Number of masked values of the column.
 * @param widths - In percent.
 * @returns A whole number for each width.
 */
export function coveredInBlock(places: Float64Array, n: number, widths: readonly number[]): Totals {
  const held = new Float64Array(widths.length)
  const reach = reachOf(widths, n)
  for (let i = 0; i < places.length; i += 2) {
    const below = places[i]
    const upTo = places[i + 1]
    if (!(upTo > 0 && below < n)) continue
    for (let w = 0; w < reach.length; w++) held[w] += Math.min(n, upTo + reach[w]) - Math.max(0, below - reach[w])
  }
  return held
}

/** Orders of `heldWalk` for each width: masked values three times, each time with those of complete pairs. */
const BESIDE = ['pairs of y', 'x', 'x'] as const

/**
 * Returns the orders of `heldWalk`.
 *
 * @param y - Order of all masked values.
 * @param ofPairs - Orders of the complete pairs: of their original values, and of their masked ones.
 * @param widths - Number of passes, one after the other.
 * @returns The orders.
 */
export function coveredOrders<T>(
  y: T,
  ofPairs: { readonly x: T; readonly y: T },
  widths: readonly number[],
): readonly T[] {
  return widths.flatMap(() => BESIDE.flatMap((which) => [y, which === 'x' ? ofPairs.x : ofPairs.y]))
}

/**
 * Counts the original values in the windows, also with missing values: Σ_r p_r (#{x ≤ y_(r+h)} − #{x < y_(r−h)}) for
 * each width, with p_r the pairs that have rank r.
 *
 * @param n - Number of masked values of the column.
 * @param widths - In percent.
 * @returns A number for each width. Cost: O(n) each.
 */
export function* heldWalk(n: number, widths: readonly number[]): OrderWalk {
  const held = new Float64Array(widths.length)
  const reach = reachOf(widths, n)
  for (let w = 0; w < reach.length; w++) {
    const [pairs, above, below] = BESIDE.map((_, k) => runsBeside(2 * (BESIDE.length * w + k)))
    // Offset of the ranks of each side: above, values count for rank r + h, below for r − h.
    let [here, high, low] = [0, -reach[w], 0]
    for (let rank = 0; rank < n;) {
      const side = here === 0 ? pairs : high <= 0 ? above : low === 0 ? below : undefined
      if (side === undefined) {
        const ranks = Math.min(here, high, low)
        held[w] += (pairs.equal / pairs.length) * ranks * (above.below + above.equal - below.below)
        rank += ranks
        here -= ranks
        high -= ranks
        low -= ranks
        continue
      }
      const wanted = side.advance()
      if (wanted !== AT_RUN) side.take(yield wanted)
      else if (side === pairs) here = side.length
      // Beyond the largest value the windows end with it.
      else if (side === above) high += side.length > 0 ? side.length : n
      else low = side.length + (rank === 0 ? reach[w] : 0)
    }
  }
  return held
}
