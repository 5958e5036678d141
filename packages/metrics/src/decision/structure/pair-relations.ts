import type { FileColumn } from '../columns/file-columns.js'

type NumberColumn = Extract<FileColumn, { kind: 'numeric' }>
type CategoryColumn = Extract<FileColumn, { kind: 'categorical' }>

/** Smallest number of original records of a group whose mean is compared. */
const LEAST_GROUP = 5

/** A relation of two columns: its change, its association in the original, the effect of chance, and its weight in sums. */
export interface RelationChange {
  readonly change: number
  readonly association: number
  /** Standard error of the association of independent columns. */
  readonly error: number
  readonly weight: number
}

/** Compares the same pair of columns of another file with the original. */
export type PairComparison = (a: FileColumn, b: FileColumn) => readonly RelationChange[]

/**
 * Prepares a relation of two columns of the original for comparisons.
 *
 * Two numbers: the correlations of Pearson and Spearman, standard error 1/√n. A number and a category: the root mean
 * square of the group means, in sd, of the values and of the ranks, over g groups of 5 or more records; √((g − 1)/n).
 * Two categories: φ of the two-way table, √(χ²/n), over the c cells with an expected record or more; √((c − 1)/n).
 * Records that lack either are left out. The change is that of the correlation, of the group means, or of the
 * deviations from independence, in the same norm. Source: this project.
 *
 * @param a - A column of the original.
 * @param b - Another one.
 * @returns Function that compares the same columns of another file; it returns nothing if the original has too few
 *   records. Cost: O(n), also of each comparison.
 */
export function pairComparison(a: FileColumn, b: FileColumn): PairComparison {
  if (a.kind === 'numeric' && b.kind === 'numeric') return numbersCompared(a, b)
  if (a.kind === 'numeric') return groupsCompared(a, b as CategoryColumn, false)
  return b.kind === 'numeric' ? groupsCompared(b, a, true) : tablesCompared(a, b)
}

function numbersCompared(a: NumberColumn, b: NumberColumn): PairComparison {
  const before = correlations(a, b)
  if (before.count < 3) return () => []
  const error = 1 / Math.sqrt(before.count)
  return (c, d) => {
    const after = correlations(c as NumberColumn, d as NumberColumn)
    return before.values.map((r, k) => ({
      change: Math.abs(r - after.values[k]),
      association: Math.abs(r),
      error,
      weight: 0.5,
    }))
  }
}

function correlations(
  a: NumberColumn,
  b: NumberColumn,
): { readonly values: readonly number[]; readonly count: number } {
  const [values, ranks] = [correlation(a.z, b.z), correlation(a.ranks, b.ranks)]
  return { values: [values.r, ranks.r], count: values.count }
}

/** Returns the product-moment correlation of the complete pairs; 0 if it is undefined. */
function correlation(x: Float64Array, y: Float64Array): { readonly r: number; readonly count: number } {
  let [count, sx, sy] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    if (Number.isNaN(x[i] + y[i])) continue
    count++
    sx += x[i]
    sy += y[i]
  }
  const [mx, my] = [sx / count, sy / count]
  let [xx, yy, xy] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    const [p, q] = [x[i] - mx, y[i] - my]
    if (Number.isNaN(p + q)) continue
    xx += p * p
    yy += q * q
    xy += p * q
  }
  const scale = Math.sqrt(xx) * Math.sqrt(yy)
  return { r: scale > 0 ? Math.max(-1, Math.min(1, xy / scale)) : 0, count }
}

/** Group means of values and ranks, as distances from the mean of all, in standard deviations. */
interface GroupMeans {
  readonly counts: Float64Array
  readonly values: Float64Array
  readonly ranks: Float64Array
  readonly count: number
}

function groupMeans({ z, ranks, present }: NumberColumn, { codes, size }: CategoryColumn): GroupMeans {
  const counts = new Float64Array(size)
  const values = new Float64Array(size)
  const ofRanks = new Float64Array(size)
  let [count, sum, sumOfRanks] = [0, 0, 0]
  for (let i = 0; i < z.length; i++) {
    const g = codes[i]
    if (g < 0 || Number.isNaN(z[i])) continue
    count++
    sum += z[i]
    sumOfRanks += ranks[i]
    if (g === size) continue
    counts[g]++
    values[g] += z[i]
    ofRanks[g] += ranks[i]
  }
  const [centre, middle, spread] = [sum / count, sumOfRanks / count, present / Math.sqrt(12)]
  for (let g = 0; g < size; g++) {
    values[g] = counts[g] > 0 ? values[g] / counts[g] - centre : 0
    ofRanks[g] = counts[g] > 0 ? (ofRanks[g] / counts[g] - middle) / spread : 0
  }
  return { counts, values, ranks: ofRanks, count }
}

function groupsCompared(x: NumberColumn, g: CategoryColumn, turned: boolean): PairComparison {
  const before = groupMeans(x, g)
  const groups = [...before.counts.keys()].filter((k) => before.counts[k] >= LEAST_GROUP)
  const records = groups.reduce((sum, k) => sum + before.counts[k], 0)
  if (records === 0) return () => []
  const error = Math.sqrt(Math.max(1, groups.length - 1) / before.count)
  return (c, d) => {
    const [number, category] = turned ? [d, c] : [c, d]
    const after = groupMeans(number as NumberColumn, category as CategoryColumn)
    return (['values', 'ranks'] as const).map((of) => {
      let [change, association] = [0, 0]
      for (const k of groups) {
        const difference = before[of][k] - after[of][k]
        change += before.counts[k] * difference * difference
        association += before.counts[k] * before[of][k] * before[of][k]
      }
      return { change: Math.sqrt(change / records), association: Math.sqrt(association / records), error, weight: 0.5 }
    })
  }
}

/** Shares of a two-way table, with one more row and column for categories that the original lacks. */
interface TwoWayTable {
  readonly shares: Float64Array
  readonly rows: Float64Array
  readonly columns: Float64Array
  readonly count: number
}

function twoWayTable(a: CategoryColumn, b: CategoryColumn): TwoWayTable {
  const width = b.size + 1
  const shares = new Float64Array((a.size + 1) * width)
  let count = 0
  for (let i = 0; i < a.codes.length; i++) {
    if (a.codes[i] < 0 || b.codes[i] < 0) continue
    shares[a.codes[i] * width + b.codes[i]]++
    count++
  }
  const rows = new Float64Array(a.size + 1)
  const columns = new Float64Array(width)
  for (let k = 0; k < shares.length; k++) {
    if (shares[k] === 0) continue
    shares[k] /= count
    rows[Math.floor(k / width)] += shares[k]
    columns[k % width] += shares[k]
  }
  return { shares, rows, columns, count }
}

function tablesCompared(a: CategoryColumn, b: CategoryColumn): PairComparison {
  const before = twoWayTable(a, b)
  const width = before.columns.length
  // Cells with a record or more in an independent table.
  const cells = [...before.shares.keys()].filter(
    (k) => before.rows[Math.floor(k / width)] * before.columns[k % width] * before.count >= 1,
  )
  if (cells.length === 0) return () => []
  const error = Math.sqrt(Math.max(1, cells.length - 1) / before.count)
  const beyond = ({ shares, rows, columns }: TwoWayTable, k: number): number =>
    shares[k] - rows[Math.floor(k / width)] * columns[k % width]
  return (c, d) => {
    const after = twoWayTable(c as CategoryColumn, d as CategoryColumn)
    let [change, association] = [0, 0]
    for (const k of cells) {
      const expected = before.rows[Math.floor(k / width)] * before.columns[k % width]
      const own = beyond(before, k)
      const difference = own - beyond(after, k)
      change += (difference * difference) / expected
      association += (own * own) / expected
    }
    return [{ change: Math.sqrt(change), association: Math.sqrt(association), error, weight: 1 }]
  }
}

/** Smallest mean association per pair in the denominator: half of a small effect (.1). */
const FLOOR = 0.05
/**
 * Standard errors above which the original has an association, and those that a new relation in the masked file must
 * exceed.
 */
const ASSOCIATED = 2
const MADE = 2.5

/**
 * Returns the share of the relations that is lost.
 *
 * With change c, association a and standard error e of each relation: [Σ_{a>2e} min(2a, (c − e)⁺) + Σ_{a≤2e} (c −
 * 2.5e)⁺]/max(Σ_{a>2e} a, .05 · pairs), at most 1. Sums and pairs are weighted. Source: this project.
 *
 * @param changes - Changes of all pairs.
 * @returns From 0 to 1; null without changes.
 */
export function shareLost(changes: readonly RelationChange[]): number | null {
  let [lost, held, pairs] = [0, 0, 0]
  for (const { change, association, error, weight } of changes) {
    pairs += weight
    if (association > ASSOCIATED * error) {
      held += weight * association
      lost += weight * Math.min(2 * association, Math.max(0, change - error))
    } else lost += weight * Math.max(0, change - MADE * error)
  }
  return pairs === 0 ? null : Math.min(1, lost / Math.max(held, FLOOR * pairs))
}
