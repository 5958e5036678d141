import { mean } from '@sdc/stats'
import { completePairs } from '@sdc/stats/internal'
import { changedSums, correlationOf, exchanged, pairSums, type PairSums } from './pair-sums.js'

/** Two columns over their complete records: the sums that their covariance and correlation follow from. */
export interface ColumnPair {
  readonly centreX: number
  readonly centreY: number
  /** About the centres, which were the means. */
  readonly sums: PairSums
  /** √Σ(x − x̄)² · √Σ(y − ȳ)²: what a correlation is divided by; 0 where a column is constant. */
  readonly root: number
}

/**
 * The pair of two columns about their means over its complete records. Cost: O(n).
 *
 * @param x - The values of one, NaN where missing.
 * @param y - Those of the other.
 */
export function columnPair(x: Float64Array, y: Float64Array): ColumnPair {
  const pairs = completePairs(x, y)
  const [centreX, centreY] = [mean(pairs.a), mean(pairs.b)]
  return withRoot(centreX, centreY, pairSums(x, y, centreX, centreY))
}

/** The pair in the other order. */
export function turned({ centreX, centreY, sums, root }: ColumnPair): ColumnPair {
  return { centreX: centreY, centreY: centreX, sums: exchanged(sums), root }
}

/**
 * The same pair with another sum of products, as when two records exchange their values of a column.
 *
 * @param pair - As it was.
 * @param products - Σ of the products about its centres.
 */
export function withProducts(pair: ColumnPair, products: number): ColumnPair {
  return { ...pair, sums: { ...pair.sums, ab: products } }
}

/**
 * The pair when some records of x have other values, about the same centres.
 *
 * @param pair - As it was.
 * @param x - The values of the first column as they were.
 * @param y - Those of the second.
 * @param records - The records that change, ascending.
 * @param values - Their values of the first column then.
 * @returns undefined where sums about these centres would lose digits.
 */
export function changedPair(
  pair: ColumnPair,
  x: Float64Array,
  y: Float64Array,
  records: Int32Array,
  values: ArrayLike<number>,
): ColumnPair | undefined {
  const { centreX, centreY } = pair
  const sums = changedSums(pair.sums, x, y, centreX, centreY, records, values)
  return correlationOf(sums) === undefined ? undefined : withRoot(centreX, centreY, sums)
}

/** The sample covariance; NaN below two complete records. */
export function covarianceOf({ sums: { a, b, ab, count } }: ColumnPair): number {
  return count > 1 ? (ab - (a * b) / count) / (count - 1) : Number.NaN
}

/** The correlation within [−1, 1]; NaN where a column is constant. */
export function pairCorrelation({ sums: { a, b, ab, count }, root }: ColumnPair): number {
  return root > 0 ? Math.max(-1, Math.min(1, (ab - (a * b) / count) / root)) : Number.NaN
}

function withRoot(centreX: number, centreY: number, sums: PairSums): ColumnPair {
  const { count, a, b, aa, bb } = sums
  return { centreX, centreY, sums, root: Math.sqrt(rest(aa, a, count)) * Math.sqrt(rest(bb, b, count)) }
}

function rest(squares: number, sum: number, count: number): number {
  return count > 1 ? Math.max(0, squares - (sum * sum) / count) : 0
}
