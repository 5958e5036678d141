import { sortedValues } from '@sdc/stats'
import { placesAmong } from '@sdc/stats/internal'
import { orderlessSd, shareOfRanks, type IntervalMode } from './interval-shares.js'

/** Cells of one column: number of widths, for each record, whose interval contains the original value. */
export interface IntervalCells {
  /** Masked values. */
  readonly values: Float64Array
  /** Number of widths for each record, for a tied value with the shares of its ranks; NaN if a value is missing. */
  readonly hits: Float64Array
  /** Computes the cell that record i would have with the masked value of record k. */
  of(i: number, k: number): number
  /** Exchanges the values of records a and b, with these new cells. */
  exchange(a: number, b: number, hitsA: number, hitsB: number): void
  /** Computes the cells of records with given values. */
  changed(records: Int32Array, values: ArrayLike<number>): IntervalCells
}

/**
 * Computes the cells of one column, by the formula of `intervalShares`.
 *
 * For intervals by rank, the cell of a pair of values follows from their positions among the sorted values, which are
 * looked up once. An untied masked value has the widths that reach from it to the original value, a number by their
 * distance.
 *
 * Cost: O(n log n); O(1) a cell, O(W) for W widths if the value is tied or the mode is sd or relative.
 *
 * @param x - Original value of each masked record; NaN if missing or unknown.
 * @param y - The masked values; kept, and changed by exchanges.
 * @param mode - Unit of the widths.
 * @param widths - In percent.
 * @param ofOriginal - With mode rank-original, all values of the original, ascending.
 * @returns The cells.
 */
export function intervalCells(
  x: Float64Array,
  y: Float64Array,
  mode: IntervalMode,
  widths: readonly number[],
  ofOriginal?: Float64Array,
): IntervalCells {
  const ranked = mode === 'rank' || mode === 'rank-original'
  const { of, exchange } = ranked
    ? byRank(x, y, widths, mode === 'rank' ? sortedValues(y) : (ofOriginal ?? new Float64Array(0)), mode)
    : byWidth(x, y, widths, mode)
  const hits = Float64Array.from(y, (_, i) => of(i, i))
  return {
    values: y,
    hits,
    of,
    exchange(a, b, hitsA, hitsB) {
      exchange(a, b)
      swap(y, a, b)
      hits[a] = hitsA
      hits[b] = hitsB
    },
    changed(records, values) {
      const next = y.slice()
      for (let r = 0; r < records.length; r++) next[records[r]] = values[r]
      return intervalCells(x, next, mode, widths, ofOriginal)
    },
  }
}

interface CellRule {
  readonly of: (i: number, k: number) => number
  /** Exchanges the cached values of the masked values, except these. */
  readonly exchange: (a: number, b: number) => void
}

function byRank(
  x: Float64Array,
  y: Float64Array,
  widths: readonly number[],
  sorted: Float64Array,
  mode: 'rank' | 'rank-original',
): CellRule {
  const n = sorted.length
  const reach = widths.map((width) => Math.floor((width * n) / 100))
  // Number of widths that reach a distance, by the smallest sufficient number of ranks.
  const reaching = Int32Array.from(
    { length: Math.max(0, ...reach) + 2 },
    (_, h) => reach.filter((one) => one >= h).length,
  )
  const far = reaching.length - 1
  const within = (ranks: number): number => (ranks <= 0 ? widths.length : ranks >= far ? 0 : reaching[ranks])
  const ofX = placesAmong(sorted, x)
  const ofY = placesAmong(sorted, y)
  const of = (i: number, k: number): number => {
    if (x[i] !== x[i] || y[k] !== y[k]) return Number.NaN
    const belowX = ofX.below[i]
    const upToX = ofX.upTo[i]
    const belowY = ofY.below[k]
    const upToY = ofY.upTo[k]
    if (mode === 'rank-original') return within(Math.max(belowY - upToX, belowX - upToY) + 1)
    if (upToY - belowY === 1) return upToX === 0 || belowX === n ? 0 : within(Math.max(upToY - upToX, belowX - belowY))
    let hits = 0
    for (let w = 0; w < reach.length; w++) hits += shareOfRanks(belowX, upToX, belowY, upToY, reach[w], n)
    return hits
  }
  return {
    of,
    exchange(a, b) {
      swap(ofY.below, a, b)
      swap(ofY.upTo, a, b)
    },
  }
}

function byWidth(x: Float64Array, y: Float64Array, widths: readonly number[], mode: 'sd' | 'relative'): CellRule {
  const sd = mode === 'sd' ? orderlessSd(y) : Number.NaN
  const of = (i: number, k: number): number => {
    if (x[i] !== x[i] || y[k] !== y[k]) return Number.NaN
    const distance = Math.abs(x[i] - y[k])
    const unit = mode === 'sd' ? sd : Math.abs(y[k])
    let hits = 0
    for (let w = 0; w < widths.length; w++) if (distance <= (widths[w] / 100) * unit) hits++
    return hits
  }
  return { of, exchange: () => {} }
}

function swap(held: Float64Array | Int32Array, a: number, b: number): void {
  const one = held[a]
  held[a] = held[b]
  held[b] = one
}
