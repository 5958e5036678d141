import { blocksOf } from '@sdc/core'
import { Matrix } from 'ml-matrix'
import { constantOf, countValues, hasMissing, mean } from './moments.js'
import { pairedValues } from './complete-pairs.js'

/**
 * Computes the sample covariance Σ(a − ā)(b − b̄)/(m − ddof) of the m complete pairs.
 *
 * Two passes with the same correction as `variance`, so robust to translation.
 *
 * @param a - n values.
 * @param b - As many.
 * @param ddof - Number subtracted from m.
 * @returns The covariance, in the product of the units; NaN if m ≤ ddof.
 * @throws RangeError if the columns differ in length.
 */
export function covariance(a: Float64Array, b: Float64Array, ddof = 1): number {
  const pairs = pairedValues(a, b)
  const count = countValues(pairs.a)
  if (count <= ddof) return Number.NaN
  return crossProduct(pairs.a, pairs.b, mean(pairs.a), mean(pairs.b)) / (count - ddof)
}

/**
 * Returns Σ(a − ca)(b − cb) over the pairs with both values, corrected for ca and cb not being the exact means. Each
 * block of records has its sum, and these are added in their order.
 *
 * @param a - n values.
 * @param b - As many.
 * @param ca - Approximate mean of a.
 * @param cb - Approximate mean of b.
 * @returns The sum.
 */
export function crossProduct(a: Float64Array, b: Float64Array, ca: number, cb: number): number {
  let products = 0
  let restA = 0
  let restB = 0
  let count = 0
  for (const { first, end } of blocksOf(a.length)) {
    let own = 0
    let ownA = 0
    let ownB = 0
    for (let i = first; i < end; i++) {
      if (a[i] !== a[i] || b[i] !== b[i]) continue
      const da = a[i] - ca
      const db = b[i] - cb
      count++
      own += da * db
      ownA += da
      ownB += db
    }
    products += own
    restA += ownA
    restB += ownB
  }
  return products - (restA * restB) / count
}

/**
 * Returns the contribution of one block to the products of two columns about these centres, over the records with both
 * values. Cost: O(n).
 *
 * @param a - One column of a block.
 * @param b - The other.
 * @param ca - Approximate mean of a over all complete records.
 * @param cb - Approximate mean of b.
 * @returns Σ(a − ca)(b − cb), Σ(a − ca)², Σ(b − cb)², Σ(a − ca), Σ(b − cb), to be added from the left, block after
 *   block.
 */
export function pairProductsOfBlock(
  a: Float64Array,
  b: Float64Array,
  ca: number,
  cb: number,
): readonly [ab: number, aa: number, bb: number, restA: number, restB: number] {
  let [ab, aa, bb, restA, restB] = [0, 0, 0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const da = a[i] - ca
    const db = b[i] - cb
    if (da !== da || db !== db) continue
    ab += da * db
    aa += da * da
    bb += db * db
    restA += da
    restB += db
  }
  return [ab, aa, bb, restA, restB]
}

/**
 * Computes the sample covariance matrix, p×p and symmetric.
 *
 * Without missing values each column is centred once, some rows at a time, O(np²), without a copy of the file. The sums
 * are those of the blocks of records, added in their order. With missing values every entry has its own complete pairs,
 * and the matrix may not be positive semidefinite.
 *
 * @param columns - p of n values.
 * @param ddof - Number subtracted from the number of rows.
 * @returns The matrix; NaN for a pair of columns with at most ddof complete rows.
 * @throws RangeError if the columns differ in length.
 */
export function covarianceMatrix(columns: readonly Float64Array[], ddof = 1): Matrix {
  const p = columns.length
  const matrix = new Matrix(p, p)
  const complete = !columns.some(hasMissing)
  const n = p === 0 ? 0 : columns[0].length
  if (columns.some((column) => column.length !== n)) throw new RangeError('the columns differ in their number of rows')
  const products = complete && n > ddof ? crossProducts(columns) : undefined
  for (let i = 0; i < p; i++) {
    for (let j = i; j < p; j++) {
      const value = products ? products[i * p + j] / (n - ddof) : covariance(columns[i], columns[j], ddof)
      matrix.set(i, j, value)
      matrix.set(j, i, value)
    }
  }
  return matrix
}

/**
 * Number of rows at a time, a divisor of a block: 13 columns of 512 doubles are 53 kB and stay in the cache while every
 * pair passes over them.
 */
const ROWS = 512

/** Computes the upper triangle of Σ(x_i − x̄_i)(x_j − x̄_j), row by row in p×p. No missing values. */
function crossProducts(columns: readonly Float64Array[]): Float64Array {
  const n = columns[0].length
  const centres = Float64Array.from(columns, mean)
  let total: Float64Array = new Float64Array(columns.length * (columns.length + 1))
  for (const { first, end } of blocksOf(n)) {
    const own = crossSumsOfBlock(
      columns.map((column) => column.subarray(first, end)),
      centres,
    )
    total = mergedCrossSums(total, own)
  }
  return productsOfSums(
    total,
    n,
    columns.map((column) => constantOf(column) !== undefined),
  )
}

/**
 * Returns the contribution of one block of complete records to the cross products of its columns about these centres:
 * the upper triangle of Σ(x_j − c_j)(x_k − c_k), row by row in p×p, and then Σ(x_j − c_j).
 *
 * @param columns - p columns of a block.
 * @param centres - c, their approximate means.
 * @returns p·(p + 1) numbers.
 */
export function crossSumsOfBlock(columns: readonly Float64Array[], centres: ArrayLike<number>): Float64Array {
  const p = columns.length
  const n = columns[0].length
  const sums = new Float64Array(p * (p + 1))
  const centred = columns.map(() => new Float64Array(ROWS))
  for (let from = 0; from < n; from += ROWS) {
    const rows = Math.min(ROWS, n - from)
    for (let j = 0; j < p; j++) {
      const column = columns[j]
      const ds = centred[j]
      const centre = centres[j]
      let rest = 0
      for (let i = 0; i < rows; i++) {
        const d = column[from + i] - centre
        ds[i] = d
        rest += d
      }
      ds.fill(0, rows)
      sums[p * p + j] += rest
    }
    for (let j = 0; j < p; j++) for (let k = j; k < p; k++) sums[j * p + k] += dotOfParts(centred[j], centred[k])
  }
  return sums
}

/**
 * Merges the sums of the blocks so far with those of the next one.
 *
 * @param total - p·(p + 1) numbers.
 * @param own - As many, about the same centres.
 * @returns Their sum, one by one.
 */
export function mergedCrossSums(total: Float64Array, own: Float64Array): Float64Array {
  return Float64Array.from(total, (sum, k) => sum + own[k])
}

/**
 * Computes the sample covariance matrix of n complete records from these sums.
 *
 * @param sums - Aggregates of `crossSumsOfBlock`, added over the blocks.
 * @param n - Number of records of all blocks.
 * @param constant - True for each of the p columns with a single value; such a column has variance 0.
 * @param ddof - Subtracted from n.
 * @returns (Σ(x_j − c_j)(x_k − c_k) − Σ(x_j − c_j)·Σ(x_k − c_k)/n)/(n − ddof), p×p.
 */
export function covarianceOfSums(sums: Float64Array, n: number, constant: readonly boolean[], ddof = 1): Matrix {
  const p = constant.length
  const products = productsOfSums(sums, n, constant)
  const matrix = new Matrix(p, p)
  for (let j = 0; j < p; j++) {
    for (let k = j; k < p; k++) {
      const value = products[j * p + k] / (n - ddof)
      matrix.set(j, k, value)
      matrix.set(k, j, value)
    }
  }
  return matrix
}

function productsOfSums(sums: Float64Array, n: number, constant: readonly boolean[]): Float64Array {
  const p = constant.length
  const products = sums.slice(0, p * p)
  const rests = sums.subarray(p * p)
  for (let j = 0; j < p; j++) {
    for (let k = j; k < p; k++) products[j * p + k] -= (rests[j] * rests[k]) / n
    if (constant[j]) products[j * p + j] = 0
  }
  return products
}

/**
 * Computes Σ a_i·b_i in four sums at once: a single sum would wait for its own last addition.
 *
 * @param a - Numbers, a multiple of four of them.
 * @param b - As many.
 * @returns The total of four sums, each in the order of its numbers.
 */
export function dotOfParts(a: Float64Array, b: Float64Array): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  for (let i = 0; i < a.length; i += 4) {
    s0 += a[i] * b[i]
    s1 += a[i + 1] * b[i + 1]
    s2 += a[i + 2] * b[i + 2]
    s3 += a[i + 3] * b[i + 3]
  }
  return s0 + s1 + (s2 + s3)
}
