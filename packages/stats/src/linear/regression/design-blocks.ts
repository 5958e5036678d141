import { blocksOf } from '@sdc/core'

/**
 * Columns of a design that belong together, with at most one of them other than 0 in a record: a column of numbers
 * (`values`), the indicators of categories (`codes`), or the product of both.
 */
export interface DesignBlock {
  /** Number of columns of the block. */
  readonly count: number
  /** Column of each record within the block, −1 for none; default the first. */
  readonly codes?: Int32Array | undefined
  /** Values in these rows; 1 by default. */
  readonly values?: Float64Array | undefined
}

/** Design with a constant before its blocks: column 0 is 1, the blocks follow in their order. */
export interface Design {
  readonly rows: number
  readonly blocks: readonly DesignBlock[]
}

/**
 * Returns the number of columns of a design, with the constant.
 *
 * @param design - The design.
 * @returns k.
 */
export function designWidth(design: Design): number {
  return design.blocks.reduce((total, { count }) => total + count, 1)
}

/** Returns the first column of each block. */
function firstColumns({ blocks }: Design): Int32Array {
  const first = new Int32Array(blocks.length)
  let at = 1
  blocks.forEach(({ count }, b) => {
    first[b] = at
    at += count
  })
  return first
}

/**
 * Computes η = X·β, a number per record. Cost: O(n) per block.
 *
 * @param design - n records of k columns.
 * @param beta - k coefficients, that of the constant first.
 * @returns n numbers.
 */
export function linearPredictor(design: Design, beta: Float64Array): Float64Array {
  const first = firstColumns(design)
  const eta = new Float64Array(design.rows).fill(beta[0])
  design.blocks.forEach(({ codes, values }, b) => {
    for (let i = 0; i < design.rows; i++) {
      const code = codes === undefined ? 0 : codes[i]
      if (code >= 0) eta[i] += beta[first[b] + code] * (values === undefined ? 1 : values[i])
    }
  })
  return eta
}

/** XᵀWX (k × k by rows, its upper triangle) and Xᵀr. */
export interface NormalEquations {
  readonly matrix: Float64Array
  readonly vector: Float64Array
}

/**
 * Computes XᵀWX and Xᵀr from the entries of each record that are not 0: sums of blocks of records, added in their
 * order.
 *
 * @param design - n records.
 * @param weights - n weights, the diagonal of W.
 * @param residuals - n numbers r.
 * @returns Both, XᵀWX as its upper triangle.
 *
 * Cost: O(n·b²/2) for b blocks with any number of categories.
 */
export function normalEquations(design: Design, weights: Float64Array, residuals: Float64Array): NormalEquations {
  const { rows, blocks } = design
  const k = designWidth(design)
  const first = firstColumns(design)
  const matrix = new Float64Array(k * k)
  const vector = new Float64Array(k)
  const own = new Float64Array(k * k)
  const ownVector = new Float64Array(k)
  const columns = new Int32Array(blocks.length + 1)
  const entries = new Float64Array(blocks.length + 1)
  entries[0] = 1
  for (const range of blocksOf(rows)) {
    own.fill(0)
    ownVector.fill(0)
    for (let i = range.first; i < range.end; i++) {
      let count = 1
      for (let b = 0; b < blocks.length; b++) {
        const { codes, values } = blocks[b]
        const code = codes === undefined ? 0 : codes[i]
        if (code < 0) continue
        const value = values === undefined ? 1 : values[i]
        if (value === 0) continue
        columns[count] = first[b] + code
        entries[count++] = value
      }
      for (let a = 0; a < count; a++) {
        const row = columns[a] * k
        const weighted = weights[i] * entries[a]
        for (let c = a; c < count; c++) own[row + columns[c]] += weighted * entries[c]
        ownVector[columns[a]] += residuals[i] * entries[a]
      }
    }
    for (let at = 0; at < own.length; at++) matrix[at] += own[at]
    for (let at = 0; at < k; at++) vector[at] += ownVector[at]
  }
  return { matrix, vector }
}
