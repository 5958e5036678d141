import { mean, rank, sortOrder } from '@sdc/stats'
import { ridgeInverse } from '@sdc/stats/internal'

/** λ of the weights (R + λI)⁻¹: .01 is worse, and without weights a collinear file stalls at 1e-3. */
export const RIDGE = 0.1

/** Correlations of one kind of the columns of a file: targets, and errors. */
export interface Relations {
  /** Number of columns: moving ones first, then given ones. */
  readonly size: number
  /** Index of their first number in the row of a record. */
  readonly from: number
  /** R(X), by rows. */
  readonly target: Float64Array
  /** M = (R(X) + λI)⁻¹, by rows. */
  readonly weights: Float64Array
  /** The smallest eigenvalue of M. */
  readonly leastWeight: number
  /** The smallest eigenvalue of R(X): 0 if columns determine each other. */
  readonly smallestEigenvalue: number
  /** E = R(Z) − R(X), by rows. */
  readonly errors: Float64Array
  /** G = M E M, by rows. */
  readonly gradient: Float64Array
}

/** A column whose values are exchanged between records. */
export interface MovingColumn {
  /** Its present values, ascending. */
  readonly sorted: Float64Array
  /** Record of each sorted value: it changes, the values do not. */
  readonly order: Uint32Array
  /** Index among the columns of Pearson's correlations; −1 for categories. */
  readonly numberAt: number
  /** Standardised values, ascending; empty for categories. */
  readonly numbers: Float64Array
  /** Index among the columns of the rank correlations. */
  readonly rankAt: number
  /** Standardised mid-ranks, ascending. */
  readonly ranks: Float64Array
}

/**
 * State of a file whose correlations are restored.
 *
 * The row of a record has the standardised values of its numbers, then the standardised mid-ranks of all its columns. A
 * missing value is 0 there, as if it were the column's mean.
 */
export interface PermuteState {
  readonly records: number
  readonly width: number
  /** records × width, by rows. */
  readonly rows: Float64Array
  readonly pearson: Relations
  readonly spearman: Relations
  readonly moving: readonly MovingColumn[]
}

/** A column of both files as numbers, NaN if missing. */
export interface PairedColumn {
  /** Values of the original. */
  readonly x: Float64Array
  /** Values of the masked file: a permutation of x if the column moves. */
  readonly z: Float64Array
  /** True if its differences have a meaning; codes of categories have ranks only. */
  readonly isNumber: boolean
}

/**
 * Returns the state of a masked file against its original.
 *
 * @param moving - Columns whose values may be exchanged.
 * @param given - Columns that stay, whose correlations with the others are also restored.
 * @param records - Number of records of both files.
 * @returns The state; a column without spread moves nothing and is 0 in every row. Cost: O(nd² + nd log n).
 */
export function permuteState(
  moving: readonly PairedColumn[],
  given: readonly PairedColumn[],
  records: number,
): PermuteState {
  const all = [...moving, ...given]
  const numbers = all.filter(({ isNumber }) => isNumber)
  const width = numbers.length + all.length
  const rows = new Float64Array(records * width)
  const original = new Float64Array(records * width)
  numbers.forEach(({ x, z }, at) => {
    fill(original, width, at, standardised(x, records))
    fill(rows, width, at, standardised(z, records))
  })
  all.forEach(({ x, z }, at) => {
    fill(original, width, numbers.length + at, standardised(rank(x, 'average'), records))
    fill(rows, width, numbers.length + at, standardised(rank(z, 'average'), records))
  })
  const columns = moving.map((column, j): MovingColumn => {
    const order = sortOrder(column.z)
    const numberAt = numbers.indexOf(column)
    const inOrder = (at: number): Float64Array => Float64Array.from(order, (i) => rows[i * width + at])
    return {
      sorted: Float64Array.from(order, (i) => column.z[i]),
      order,
      numberAt,
      numbers: numberAt < 0 ? new Float64Array(0) : inOrder(numberAt),
      rankAt: j,
      ranks: inOrder(numbers.length + j),
    }
  })
  const state = {
    records,
    width,
    rows,
    pearson: relations(original, records, width, 0, numbers.length),
    spearman: relations(original, records, width, numbers.length, all.length),
    moving: columns,
  }
  recompute(state)
  return state
}

function relations(original: Float64Array, records: number, width: number, from: number, size: number): Relations {
  const target = products(original, records, width, from, size)
  const { inverse, smallest, greatest } = ridgeInverse(target, size, RIDGE)
  return {
    size,
    from,
    target,
    weights: inverse,
    leastWeight: 1 / (greatest + RIDGE),
    smallestEigenvalue: smallest,
    errors: new Float64Array(size * size),
    gradient: new Float64Array(size * size),
  }
}

/** Returns (v − mean)/s with s² = Σ(v − mean)²/(n − 1) over all n records; a missing value counts as the mean: 0. */
function standardised(values: Float64Array, records: number): Float64Array {
  const centre = mean(values)
  let squares = 0
  for (let i = 0; i < values.length; i++) {
    const d = values[i] - centre
    if (d === d) squares += d * d
  }
  const s = Math.sqrt(squares / (records - 1))
  return values.map((value) => (value === value && s > 0 ? (value - centre) / s : 0))
}

function fill(rows: Float64Array, width: number, at: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) rows[i * width + at] = values[i]
}

/** Returns Σ_i z_ij z_ik/(n − 1) of some columns of the rows. */
function products(rows: Float64Array, records: number, width: number, from: number, size: number): Float64Array {
  const sums = new Float64Array(size * size)
  for (let i = 0; i < records; i++) {
    const row = i * width + from
    for (let j = 0; j < size; j++) {
      const v = rows[row + j]
      if (v === 0) continue
      for (let k = 0; k < j; k++) sums[j * size + k] += v * rows[row + k]
    }
  }
  for (let j = 0; j < size; j++) {
    for (let k = 0; k < j; k++) sums[j * size + k] = sums[k * size + j] = sums[j * size + k] / (records - 1)
    sums[j * size + j] = 1
  }
  return sums
}

/** Computes E and G from the rows, to remove the drift of their updates. Cost: O(nd²). */
export function recompute({ rows, records, width, pearson, spearman }: PermuteState): void {
  for (const { size, from, target, weights, errors, gradient } of [pearson, spearman]) {
    const now = products(rows, records, width, from, size)
    for (let e = 0; e < errors.length; e++) errors[e] = now[e] - target[e]
    gradient.set(times(times(weights, errors, size), weights, size))
  }
}

function times(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const product = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let k = 0; k < size; k++) {
      const v = a[i * size + k]
      for (let j = 0; j < size; j++) product[i * size + j] += v * b[k * size + j]
    }
  return product
}

/** Returns L = Σ_q tr(M_q E_q M_q E_q), over both kinds of correlations. */
export function loss({ pearson, spearman }: PermuteState): number {
  return lossOf(pearson) + lossOf(spearman)
}

function lossOf({ gradient, errors }: Relations): number {
  let total = 0
  for (let e = 0; e < errors.length; e++) total += gradient[e] * errors[e]
  return total
}

/** Returns the largest |E| of one kind. */
export function greatestError({ errors }: Relations): number {
  let greatest = 0
  for (let e = 0; e < errors.length; e++) greatest = Math.max(greatest, Math.abs(errors[e]))
  return greatest
}

/** Returns the mean |E| of one kind, over all pairs of columns. */
export function meanError({ errors, size }: Relations): number {
  let total = 0
  for (let e = 0; e < errors.length; e++) total += Math.abs(errors[e])
  return size > 1 ? total / (size * (size - 1)) : 0
}

/** Returns a column's values in the order of the records. */
export function valuesOf({ sorted, order }: MovingColumn, records: number): Float64Array {
  const values = new Float64Array(records).fill(Number.NaN)
  for (let p = 0; p < order.length; p++) values[order[p]] = sorted[p]
  return values
}
