import { linearRegression, sumOver } from '@sdc/stats'
import { outward, type Interval } from './outward.js'

/**
 * Interval of Σ_(i∈T) a_i. A sum is linear in a, so its ends over the polytope are attained at vertices.
 *
 * @param vectors - k vectors of n entries.
 * @param rows - The records T, ascending, none with a missing entry.
 * @returns Least and greatest sum.
 *
 * Cost: O(k·|T|).
 */
export function sumInterval(vectors: readonly Float64Array[], rows: Int32Array): Interval {
  const sums = vectors.map((vector) => sumOver(rows.length, (t) => vector[rows[t]]))
  return outward(Math.min(...sums), Math.max(...sums), sizeOf(vectors, rows))
}

/**
 * Interval of the mean of the records T.
 *
 * @param vectors - k vectors of n entries.
 * @param rows - The records T, ascending, at least one, none with a missing entry.
 * @returns Least and greatest mean.
 */
export function meanInterval(vectors: readonly Float64Array[], rows: Int32Array): Interval {
  const [low, high] = sumInterval(vectors, rows)
  return outward(low / rows.length, high / rows.length, Math.max(Math.abs(low), Math.abs(high)) / rows.length)
}

/** Σ_(i∈T) max_j |P^j_i|. */
function sizeOf(vectors: readonly Float64Array[], rows: Int32Array): number {
  return sumOver(rows.length, (t) => vectors.reduce((most, vector) => Math.max(most, Math.abs(vector[rows[t]])), 0))
}

/** Reason why a regression has no coefficients: dependent columns, or too few records. */
export interface NoRegression {
  readonly why: string
}

/**
 * Intervals of the coefficients of a regression of a on columns that are not camouflaged, with a constant.
 *
 * β = (X′X)⁻¹X′a is linear in a, so the ends are those of the regressions of the vectors.
 *
 * @param vectors - k vectors of n entries.
 * @param design - Explanatory columns.
 * @param rows - The records, ascending, none with a missing entry.
 * @returns One interval per coefficient, the constant first; or the reason why there are none.
 *
 * Cost: O(k·|T|·p²).
 */
export function regressionIntervals(
  vectors: readonly Float64Array[],
  design: readonly Float64Array[],
  rows: Int32Array,
): readonly Interval[] | NoRegression {
  if (rows.length <= design.length)
    return { why: `${rows.length} records are too few for ${design.length + 1} coefficients` }
  const taken = design.map((column) => take(column, rows))
  const fits = vectors.map((vector) => linearRegression(take(vector, rows), taken))
  if (fits[0].dependent.length > 0)
    return { why: 'in these records a column of the regression is constant, or depends on the others' }
  const condition = conditionOf(taken)
  const size = meanSize(vectors, rows)
  return Array.from({ length: design.length + 1 }, (_, c) => {
    const found = fits.map(({ coefficients }) => coefficients[c])
    // A coefficient is in units of a by units of its column; its digits are those that the condition leaves.
    const unit = c === 0 ? 1 + condition.centre : 1 / condition.spreads[c - 1]
    return outward(Math.min(...found), Math.max(...found), condition.loss * size * unit)
  })
}

/** Distance of the columns from linear dependence: the residual of each given the others. */
function conditionOf(columns: readonly Float64Array[]): {
  readonly loss: number
  readonly spreads: readonly number[]
  readonly centre: number
} {
  const moments = columns.map((column) => {
    const mean = sumOver(column.length, (i) => column[i]) / column.length
    return { mean, spread: Math.sqrt(sumOver(column.length, (i) => (column[i] - mean) * (column[i] - mean)) / column.length) } // oxfmt-ignore
  })
  const left = columns.map((column, j) => {
    const fit = linearRegression(
      column,
      columns.filter((_, other) => other !== j),
    )
    const share = (fit.residualError * Math.sqrt(Math.max(fit.degrees, 0) / column.length)) / moments[j].spread
    return Number.isFinite(share) && share > 1e-9 ? share : 1e-9
  })
  return {
    loss: 1 / Math.min(1, ...left),
    spreads: moments.map(({ spread }) => spread),
    centre: moments.reduce((sum, { mean, spread }) => sum + Math.abs(mean) / spread, 0),
  }
}

function meanSize(vectors: readonly Float64Array[], rows: Int32Array): number {
  return sizeOf(vectors, rows) / rows.length
}

/**
 * Entries of selected records.
 *
 * @param column - n entries.
 * @param rows - The records.
 * @returns Their entries, in that order.
 */
export function take(column: Float64Array, rows: Int32Array): Float64Array {
  const taken = new Float64Array(rows.length)
  for (let t = 0; t < rows.length; t++) taken[t] = column[rows[t]]
  return taken
}
