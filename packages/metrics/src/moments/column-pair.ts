import { mean } from '@sdc/stats'
import { completePairs } from '@sdc/stats/internal'
import { changedSums, correlationOf, exchanged, pairSums, type PairSums } from './pair-sums.js'

/** Sums of two columns over their complete records, for covariance and correlation. */
export interface ColumnPair {
  readonly centreX: number
  readonly centreY: number
  /** Sums about the centres, which were the means. */
  readonly sums: PairSums
  /** √Σ(x − x̄)² · √Σ(y − ȳ)²: divisor of the correlation; 0 if a column is constant. */
  readonly root: number
}

/**
 * Computes the pair of two columns about their means over its complete records. Cost: O(n).
 *
 * @param x - Values of one, NaN if missing.
 * @param y - Values of the other.
 * @returns The pair.
 */
export function columnPair(x: Float64Array, y: Float64Array): ColumnPair {
  const pairs = completePairs(x, y)
  const [centreX, centreY] = [mean(pairs.a), mean(pairs.b)]
  return withRoot(centreX, centreY, pairSums(x, y, centreX, centreY))
}

/** Exchanges the two columns of the pair. */
export function turned({ centreX, centreY, sums, root }: ColumnPair): ColumnPair {
  return { centreX: centreY, centreY: centreX, sums: exchanged(sums), root }
}

/**
 * Replaces the sum of products, for example if two records exchange their values of a column.
 *
 * @param pair - The old pair.
 * @param products - Σ of the products about its centres.
 * @returns The new pair.
 */
export function withProducts(pair: ColumnPair, products: number): ColumnPair {
  return { ...pair, sums: { ...pair.sums, ab: products } }
}

/**
 * Updates the pair for new values of some records of x, about the same centres.
 *
 * @param pair - The old pair.
 * @param x - Old values of the first column.
 * @param y - Values of the second.
 * @param records - The changed records, ascending.
 * @param values - Their new values of the first column.
 * @returns The new pair; undefined if sums about these centres would lose digits.
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

/** Returns the sample covariance; NaN below two complete records. */
export function covarianceOf({ sums: { a, b, ab, count } }: ColumnPair): number {
  return count > 1 ? (ab - (a * b) / count) / (count - 1) : Number.NaN
}

/** Returns the correlation within [−1, 1]; NaN if a column is constant. */
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
