import { kindOf, numericValues, type CategoricalColumn, type Dataset } from '@sdc/core'
import { normalQuantile, rank } from '@sdc/stats'

/** Most levels of a categorical key; more levels fit neither a design matrix nor groups. */
const MOST_LEVELS = 20
/** Least explained share for a value to be masked given a key; in small files, chance may require more. */
const RELATED = 0.01
/** Least explained share for values to be masked within the groups of a key. */
const GROUPING = 0.02

/** Relation of a key to the values. */
export interface KeyRelation {
  readonly key: string
  /** Value that it explains most, and the explained share of its variance: adjusted R² or η² of its normal scores. */
  readonly of: string
  readonly share: number
}

/** Relations of the keys to the values: columns to condition on, and columns to mask within. */
export interface KeyRelations {
  /** All keys, by descending share. */
  readonly all: readonly KeyRelation[]
  /** Keys that explain more than chance would. */
  readonly related: readonly string[]
  /** Categorical key within whose groups values are masked; undefined if no key explains enough. */
  readonly group: string | undefined
}

/**
 * Computes the share of each value that each key explains.
 *
 * The explained share e(key, v) is an adjusted share of the variance of the normal scores of v. It is η² for a key of
 * up to 20 categories, and R² of the normal scores for a numeric key. Related keys have e > max(1 %, 4/n). Groups are
 * formed by the categorical key with the greatest e above 2 %. Cost: O(n log n) per column, O(n) per pair.
 *
 * @param data - The file.
 * @param keys - Its quasi-identifiers.
 * @param values - Its numeric confidential columns.
 * @returns The relations: for each key, the value that it explains most.
 */
export function keyRelations(data: Dataset, keys: readonly string[], values: readonly string[]): KeyRelations {
  const shares = keyShares(data, keys, values)
  const all = keys
    .map((key, k): KeyRelation =>
      shares.map((ofKeys) => ofKeys[k]).reduce((a, b) => (b.share > a.share ? b : a), { key, of: '', share: 0 }),
    )
    .sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1))
  const floor = Math.max(RELATED, 4 / Math.max(1, data.rows))
  const group = all.find(({ key, share }) => share > GROUPING && kindOf(data.column(key)) !== 'numeric')
  return { all, related: all.filter(({ share }) => share > floor).map(({ key }) => key), group: group?.key }
}

/**
 * Explained shares e(key, v) of every pair, one list per value in order.
 *
 * @param data - The file.
 * @param keys - Its quasi-identifiers.
 * @param values - Its numeric confidential columns.
 * @returns For each value, the share that each key explains.
 */
export function keyShares(data: Dataset, keys: readonly string[], values: readonly string[]): KeyRelation[][] {
  const own = keys.map((key) => {
    const column = data.column(key)
    return column.kind === 'numeric' ? normalScores(column.values) : column
  })
  return values.map((of) => {
    const scores = normalScores(numericValues(data, of))
    return keys.map((key, k) => ({ key, of, share: explained(own[k], scores) }))
  })
}

/** Normal scores Φ⁻¹((r − ½)/n) of mid-ranks r; NaN for a missing value. */
function normalScores(values: Float64Array): Float64Array {
  const ranks = rank(values, 'average')
  const n = ranks.reduce((count, one) => count + (Number.isNaN(one) ? 0 : 1), 0)
  return ranks.map((one) => (Number.isNaN(one) ? one : normalQuantile((one - 0.5) / n)))
}

function explained(key: Float64Array | CategoricalColumn, scores: Float64Array): number {
  return key instanceof Float64Array ? ofNumbers(key, scores) : ofLevels(key, scores)
}

function ofNumbers(key: Float64Array, scores: Float64Array): number {
  let [n, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < key.length; i++) {
    const [x, y] = [key[i], scores[i]]
    if (Number.isNaN(x) || Number.isNaN(y)) continue
    n++
    sx += x
    sy += y
    sxx += x * x
    syy += y * y
    sxy += x * y
  }
  const [vx, vy, c] = [sxx - (sx * sx) / n, syy - (sy * sy) / n, sxy - (sx * sy) / n]
  if (!(vx > 0) || !(vy > 0) || n < 3) return 0
  return adjusted((c * c) / (vx * vy), n, 1)
}

function ofLevels({ codes, levels }: CategoricalColumn, scores: Float64Array): number {
  const sums = new Float64Array(levels.length)
  const counts = new Int32Array(levels.length)
  let [n, total, squares] = [0, 0, 0]
  for (let i = 0; i < codes.length; i++) {
    const [code, score] = [codes[i], scores[i]]
    if (code < 0 || Number.isNaN(score)) continue
    n++
    total += score
    squares += score * score
    sums[code] += score
    counts[code]++
  }
  const used = counts.reduce((count, one) => count + (one > 0 ? 1 : 0), 0)
  const spread = squares - (total * total) / n
  if (used < 2 || used > MOST_LEVELS || !(spread > 0)) return 0
  let between = -(total * total) / n
  for (let code = 0; code < sums.length; code++)
    if (counts[code] > 0) between += (sums[code] * sums[code]) / counts[code]
  return adjusted(between / spread, n, used - 1)
}

/** Share of variance, less the share that chance explains. */
function adjusted(share: number, n: number, degrees: number): number {
  return Math.max(0, 1 - ((1 - share) * (n - 1)) / Math.max(1, n - 1 - degrees))
}
