import { countBelow, countUpTo, hasMissing, sortedValues } from '@sdc/stats'

/** What a cell is where it is by chance which original value belongs to which masked one. */
export interface CellByChance {
  /** The expected share of the widths whose interval holds the original value. */
  readonly mean: number
  /** Its variance, at most. */
  readonly variance: number
}

/**
 * What the cells of a column are by chance, mode rank: where its masked values stand beside its original ones in random order.
 *
 * The window of rank r holds #{x ≤ y_(r+h)} − #{x < y_(r−h)} of the m original values; the mean over the ranks that the masked
 * values have, a tied one all of its own in equal parts, divided by m, is the chance of width w: near (2h + 1)/n without ties,
 * less at the ends. As wider windows hold the narrower ones, the square of a cell has the mean Σ_w (2(W − w) + 1)·chance_w/W²
 * without ties, and less with them.
 *
 * Cost: O(n log n + nW) for W widths.
 *
 * @param x - The original values, pair by pair; NaN where missing.
 * @param y - The masked values of the same pairs, each of another record.
 * @param sortedY - All masked values of the column, ascending: the ranks are among them.
 * @param widths - In percent, ascending.
 * @returns NaN where no pair is complete.
 */
export function cellByChance(
  x: Float64Array,
  y: Float64Array,
  sortedY: Float64Array,
  widths: readonly number[],
): CellByChance {
  const ownX = sortedValues(besides(x, y))
  const n = sortedY.length
  // Of as many, the same ones: each pair has another masked record.
  const ownY = ownX.length === n ? sortedY : sortedValues(besides(y, x))
  const m = ownX.length
  // By rank of a masked value: how many original ones are below it, and not above it, and how many pairs have the rank.
  const below = new Int32Array(n)
  const upTo = new Int32Array(n)
  const pairs = new Float64Array(n)
  for (let first = 0; first < n;) {
    const end = countUpTo(sortedY, sortedY[first])
    below.fill(countBelow(ownX, sortedY[first]), first, end)
    upTo.fill(countUpTo(ownX, sortedY[first]), first, end)
    pairs.fill((countUpTo(ownY, sortedY[first]) - countBelow(ownY, sortedY[first])) / (end - first), first, end)
    first = end
  }
  let mean = 0
  let square = 0
  widths.forEach((width, w) => {
    const h = Math.floor((width * n) / 100)
    let held = 0
    for (let r = 0; r < n; r++) held += pairs[r] * (upTo[Math.min(n - 1, r + h)] - below[Math.max(0, r - h)])
    const chance = held / (m * m)
    mean += chance / widths.length
    square += ((2 * (widths.length - 1 - w) + 1) * chance) / (widths.length * widths.length)
  })
  return { mean, variance: Math.max(0, square - mean * mean) }
}

/** The values of one side where the other is not missing. */
function besides(own: Float64Array, other: Float64Array): Float64Array {
  if (!hasMissing(other)) return own
  const values = own.slice()
  for (let r = 0; r < values.length; r++) if (other[r] !== other[r]) values[r] = Number.NaN
  return values
}
