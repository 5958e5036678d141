import type { DistanceMetric } from '@sdc/stats'

/**
 * How far a coordinate's difference may be off, as a share of the sizes of the two keys: each is the rounded quotient of a
 * rounded difference of a decimal that was rounded when it was read, by a standard deviation with some roundings of its own.
 */
export const KEY_ROUNDING: number = 8 * 2 ** -53

/** Farther than this share beyond the least distance, and than what {@link tieRing} adds, nothing ties. */
const RING = 2 ** -42
/** The same of keys that are sums: the terms of two may differ by more than they do. */
const RING_OF_SUMS = 2 ** -20

/**
 * A distance beyond which no record ties with the nearest one: d·(1 + 2⁻⁴²) + 8·KEY_ROUNDING·Σ_j size_j.
 *
 * A record within e of the point has keys whose sizes are those of the point and e more, so that its error is at most
 * KEY_ROUNDING·(2Σ_j size_j + e): none ties with the nearest, at d, unless e is at most d and both errors, which is within
 * this, and 2⁻⁴² is a hundred times what is needed, for the roundings of the sums. It costs a look at a few records more;
 * {@link mayBeNearest} decides.
 *
 * @param least the least distance, squared where the metric is `euclidean`
 * @param size the sum of the sizes of the point's keys
 * @param metric the distance
 * @param sums whether keys are sums
 * @returns squared likewise
 */
export function tieRing(least: number, size: number, metric: DistanceMetric, sums = false): number {
  const squared = metric === 'euclidean'
  const distance = squared ? Math.sqrt(least) : least
  const ring = distance * (1 + (sums ? RING_OF_SUMS : RING)) + 8 * KEY_ROUNDING * size
  return squared ? ring * ring : ring
}

/** Differences of one record from a point, and how large the two keys are that each is of. */
export interface Gaps {
  readonly gap: Float64Array
  readonly size: Float64Array
}

/**
 * Which of some records may be the nearest of a point, as far as rounding leaves that open: those whose least possible
 * distance is not above the least of the greatest possible ones.
 *
 * A difference g of keys of sizes a and b is within g ± KEY_ROUNDING·(a + b), and one of 0 is 0: equal keys are equal
 * values, whatever else is rounded. So records on either side of a point tie, and one huge value, which makes all
 * differences in its column small, makes none of them uncertain. At a distance of exactly 0 nothing else ties.
 *
 * @param count how many records
 * @param keys how many keys a record has
 * @param metric the distance
 * @param read writes the gaps of a record
 * @returns their numbers, ascending
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
