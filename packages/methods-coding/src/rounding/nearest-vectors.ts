import { nearestRecord } from '@sdc/stats'
import { inRange, rangeUnit, spread } from '@sdc/stats/internal'

/** The rounding vector of every record. */
export interface NearestVectors {
  /** Vector of each record, −1 if none of its columns has a value. */
  readonly index: Int32Array
  /** True for each column that is constant in the data and therefore in no distance. */
  readonly constant: readonly boolean[]
}

/**
 * Returns the vector nearest to each record: v(i) = argmin_v Σ_j ((x_ij − v_j)/s_j)², s_j the standard deviation of
 * column j (divisor n − 1). The sum is over the columns j in which the record has a value; of several equally near
 * vectors the first is taken. Columns without variation are in no distance.
 *
 * Cost: kd-trees of records and vectors for every pattern of missing values, O(n log n + n log r) each if d is small.
 * Source: Torra 2013, rounding by the nearest of several vectors.
 *
 * @param columns - d columns of n records, NaN if missing; no infinite value.
 * @param vectors - The same d columns of r vectors, r at least 1, all finite.
 * @returns The number of the vector of each record, and the constant columns.
 */
export function nearestVectors(columns: readonly Float64Array[], vectors: readonly Float64Array[]): NearestVectors {
  const spreads = columns.map(spread)
  const constant = spreads.map(({ sd }) => !(sd > 0 && sd < Infinity))
  // Differences need no mean, and one huge value makes the mean so large that other values lose their digits.
  const scaled = (column: Float64Array, j: number): Float64Array =>
    column.map((value) => (value - spreads[j].base) / spreads[j].sd)
  const [from, to] = [columns.map(scaled), vectors.map(scaled)]
  const varying = [...columns.keys()].filter((j) => !constant[j])
  const unit = rangeUnit(varying.map((j) => from[j].filter((value) => value === value)))
  const index = new Int32Array(columns[0].length).fill(-1)
  for (const { present, rows } of patterns(columns)) {
    if (present.length === 0) continue
    const used = present.filter((j) => !constant[j])
    if (used.length === 0) {
      for (const i of rows) index[i] = 0
      continue
    }
    const points = used.map((j) => Float64Array.from(rows, (i) => inRange(from[j][i], unit)))
    const nearest = nearestRecord(
      points,
      used.map((j) => to[j].map((value) => inRange(value, unit))),
    )
    rows.forEach((i, at) => (index[i] = nearest.index[at]))
  }
  return { index, constant }
}

/** Groups the records by the columns in which they have a value. */
function patterns(
  columns: readonly Float64Array[],
): readonly { readonly present: readonly number[]; readonly rows: readonly number[] }[] {
  const found = new Map<string, { present: number[]; rows: number[] }>()
  for (let i = 0; i < columns[0].length; i++) {
    let key = ''
    for (let j = 0; j < columns.length; j++) key += Number.isNaN(columns[j][i]) ? '0' : '1'
    const known = found.get(key)
    if (known) known.rows.push(i)
    else found.set(key, { present: [...columns.keys()].filter((j) => key[j] === '1'), rows: [i] })
  }
  return [...found.values()]
}
