import type { Column } from '@sdc/core'
import { sortedValues, standardDeviation } from '@sdc/stats'
import { midRanks } from './mid-ranks.js'

/** Knowledge from several releases of a column, compared with one release. */
export interface CombinedReleases {
  /** Estimate of the intruder: the average, the middle of the remaining ranks, or the most frequent category. */
  readonly estimate: 'average' | 'window' | 'mode'
  /** Number of cells with an original and a released value. */
  readonly cells: number
  /** Root mean square error of one release; for categories the share that is wrong. */
  readonly errorOfOne: number
  /** Error of the estimate. */
  readonly error: number
  /** Average number of ranks that certainly include the original, by one release and by all; null for categories. */
  readonly window: { readonly ofOne: number; readonly left: number } | null
  /**
   * Share of the cells within 1 % of the column's standard deviation by one release; for categories, of correct ones.
   */
  readonly nearByOne: number
  /** Share of such cells by the estimate. */
  readonly near: number
}

/** An estimate is near if its error is at most this share of the standard deviation. */
const NEAR = 0.01

/**
 * Estimates a column from R releases of it that are linked record by record, by their average and by their ranks.
 *
 * Average: x̂ = Σy_r/R. Window: no masked value is more than W ranks from its original one, W the greatest such
 * distance (w for an intruder who knows the parameter of rank swapping). The original's rank is in every [rank y_r − W,
 * rank y_r + W], and x̂ is the value in the middle of the intersection. The estimate nearer to the originals is used. A
 * release without a value for a record is omitted for that record. Cost: R sorts of n.
 *
 * @param x - n original values.
 * @param releases - n values each, NaN if missing.
 */
export function combineNumbers(x: Float64Array, releases: readonly Float64Array[]): CombinedReleases {
  const tolerance = NEAR * standardDeviation(x)
  const one = releases.map((y) => errorsOf(x, y, tolerance))
  const average = averageOf(releases)
  const { middle, window } = intersect(x, releases)
  const [byAverage, byWindow] = [average, middle].map((estimate) => errorsOf(x, estimate, tolerance))
  const isAverage = byAverage.error <= byWindow.error
  const best = isAverage ? byAverage : byWindow
  return {
    estimate: isAverage ? 'average' : 'window',
    cells: best.cells,
    errorOfOne: Math.sqrt(meanOf(one.map(({ error }) => error * error))),
    error: best.error,
    window,
    nearByOne: meanOf(one.map(({ near }) => near)),
    near: best.near,
  }
}

/**
 * Takes for every record its most frequent category in the releases; equally frequent ones are equally likely.
 *
 * @param x - n original categories, null if missing.
 * @param releases - n categories each.
 */
export function combineCategories(
  x: readonly (string | null)[],
  releases: readonly (readonly (string | null)[])[],
): CombinedReleases {
  let [cells, right, rightByOne] = [0, 0, 0]
  x.forEach((own, i) => {
    const seen = releases.map((y) => y[i]).filter((label) => label !== null)
    if (own === null || seen.length === 0) return
    const counts = new Map<string, number>()
    for (const label of seen) counts.set(label, (counts.get(label) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const modes = [...counts].filter(([, count]) => count === most).map(([label]) => label)
    cells++
    right += modes.includes(own) ? 1 / modes.length : 0
    rightByOne += (counts.get(own) ?? 0) / seen.length
  })
  const [near, nearByOne] = [right / cells, rightByOne / cells]
  return { estimate: 'mode', cells, errorOfOne: 1 - nearByOne, error: 1 - near, window: null, nearByOne, near }
}

/**
 * Numbers or categories, by the kind of the columns; null if the kinds differ.
 *
 * @param original - The original column.
 * @param releases - The same column of each release, record by record.
 */
export function combineColumns(original: Column, releases: readonly Column[]): CombinedReleases | null {
  const numbers = releases.flatMap((one) => (one.kind === 'numeric' ? [one.values] : []))
  if (original.kind === 'numeric')
    return numbers.length === releases.length ? combineNumbers(original.values, numbers) : null
  return numbers.length === 0 ? combineCategories(labelsOf(original), releases.map(labelsOf)) : null
}

function labelsOf(column: Column): (string | null)[] {
  if (column.kind === 'numeric') return []
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

function averageOf(releases: readonly Float64Array[]): Float64Array {
  return releases[0].map((_, i) => {
    const values = releases.map((y) => y[i]).filter((value) => !Number.isNaN(value))
    // The mean of differences from the first value: exact if all are equal.
    return values.reduce((sum, value) => sum + (value - values[0]) / values.length, values[0] ?? Number.NaN)
  })
}

function errorsOf(
  x: Float64Array,
  estimate: Float64Array,
  tolerance: number,
): { readonly cells: number; readonly error: number; readonly near: number } {
  let [cells, squares, near] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const error = Math.abs(estimate[i] - x[i])
    if (Number.isNaN(error)) continue
    cells++
    squares += error * error
    if (error <= tolerance) near++
  }
  return { cells, error: Math.sqrt(squares / cells), near: near / cells }
}

/** Number of ranks that all releases leave, and the value in the middle of them. */
function intersect(
  x: Float64Array,
  releases: readonly Float64Array[],
): { readonly middle: Float64Array; readonly window: CombinedReleases['window'] } {
  const own = midRanks(x)
  const ranks = releases.map(midRanks)
  let widest = 0
  for (const y of ranks) y.forEach((rank, i) => (widest = Math.max(widest, Math.abs(rank - own[i]) || 0)))
  const values = sortedValues(releases[0])
  let [ofOne, left, cells] = [0, 0, 0]
  const middle = x.map((value, i) => {
    const seen = ranks.map((y) => y[i]).filter((rank) => !Number.isNaN(rank))
    if (Number.isNaN(value) || seen.length === 0) return Number.NaN
    const [low, high] = [Math.max(...seen) - widest, Math.min(...seen) + widest].map(within)
    cells++
    left += high - low
    ofOne += meanOf(seen.map((rank) => within(rank + widest) - within(rank - widest)))
    return values[Math.round(((low + high) / 2) * (values.length - 1))]
  })
  return { middle, window: { ofOne: (x.length * ofOne) / cells, left: (x.length * left) / cells } }
}

function within(rank: number): number {
  return Math.min(1, Math.max(0, rank))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
