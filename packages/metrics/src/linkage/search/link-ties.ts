import type { DistanceMetric } from '@sdc/stats'

/**
 * Largest error of a coordinate's difference, as a share of the sizes of the two values. Each is the rounded quotient
 * of a rounded difference of a decimal that was rounded when it was read, by a standard deviation with its own
 * roundings.
 */
export const KEY_ROUNDING: number = 8 * 2 ** -53

/** Relative distance beyond the smallest one, and beyond the addition of {@link tieRing}, above which nothing ties. */
const RING = 2 ** -42
/** The same for keys that are sums: the terms of two may differ by more than the sums. */
const RING_OF_SUMS = 2 ** -20

/**
 * Returns the distance beyond which no record ties with the nearest one: d·(1 + 2⁻⁴²) + 8·KEY_ROUNDING·Σ_j size_j.
 *
 * A record within e of the point has values with the sizes of the point's plus e, so its error is at most
 * KEY_ROUNDING·(2Σ_j size_j + e). None ties with the nearest, at d, unless e is at most d and both errors, which is
 * within this limit. 2⁻⁴² is a hundred times the need, for the roundings of the sums. Only a few more records are
 * compared; {@link mayBeNearest} decides.
 *
 * @param least - The smallest distance, squared if the metric is `euclidean`.
 * @param size - Sum of the sizes of the point's values.
 * @param metric - The distance.
 * @param sums - True if values are sums.
 * @returns The distance, squared likewise.
 */
export function tieRing(least: number, size: number, metric: DistanceMetric, sums = false): number {
  const squared = metric === 'euclidean'
  const distance = squared ? Math.sqrt(least) : least
  const ring = distance * (1 + (sums ? RING_OF_SUMS : RING)) + 8 * KEY_ROUNDING * size
  return squared ? ring * ring : ring
}

/** Differences of one record from a point, and the sizes of the two values behind each. */
export interface Gaps {
  readonly gap: Float64Array
  readonly size: Float64Array
}

/**
 * Returns the records that may be the nearest of a point within rounding: those whose smallest possible distance is at
 * most the smallest of the largest possible ones.
 *
 * A difference g of values of sizes a and b is within g ± KEY_ROUNDING·(a + b), and one of 0 is 0: equal coordinates
 * are equal values, despite other roundings. So records on either side of a point tie. One huge value, which makes all
 * differences in its column small, makes none of them uncertain. At a distance of exactly 0 nothing else ties.
 *
 * @param count - Number of records.
 * @param keys - Number of columns of a record.
 * @param metric - The distance.
 * @param read - Writes the gaps of a record.
 * @returns Their numbers, ascending.
 */
export function mayBeNearest(
  count: number,
  keys: number,
  metric: DistanceMetric,
  read: (record: number, gaps: Gaps) => void,
): number[] {
  const gaps = { gap: new Float64Array(keys), size: new Float64Array(keys) }
  const least = new Float64Array(count)
  let limit = Infinity
  for (let i = 0; i < count; i++) {
    read(i, gaps)
    let low = 0
    let high = 0
    for (let j = 0; j < keys; j++) {
      const gap = Math.abs(gaps.gap[j])
      if (gap === 0) continue
      const error = KEY_ROUNDING * gaps.size[j]
      low = added(metric, low, Math.max(0, gap - error))
      high = added(metric, high, gap + error)
    }
    least[i] = low
    if (high < limit) limit = high
    if (high === 0) least[i] = -1
  }
  const exact = limit === 0
  return Array.from(least.keys()).filter((i) => (exact ? least[i] < 0 : least[i] <= limit))
}

function added(metric: DistanceMetric, sum: number, gap: number): number {
  return metric === 'chebyshev' ? Math.max(sum, gap) : metric === 'cityblock' ? sum + gap : sum + gap * gap
}
