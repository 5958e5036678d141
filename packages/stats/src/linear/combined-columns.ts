import { addMultiple, partBuffers, type RecordColumns } from './record-columns.js'

/**
 * Σ_k w_jk·columns_k for every row j of the weights, computed where it is read.
 *
 * @param weights - m×p, by rows; what a row lacks at its end is 0.
 * @param columns - p columns of n.
 * @returns m columns of n.
 */
export function combination(weights: readonly ArrayLike<number>[], columns: RecordColumns): RecordColumns {
  const z = partBuffers(columns.count, columns.rows)
  return {
    count: weights.length,
    rows: columns.rows,
    read(from, rows, into) {
      columns.read(from, rows, z)
      weights.forEach((own, j) => {
        into[j].fill(0, 0, rows)
        for (let k = 0; k < own.length; k++) if (own[k] !== 0) addMultiple(into[j], own[k], z[k], rows)
      })
    },
  }
}

/**
 * The sums of columns, value by value, in the order in which they are given.
 *
 * @param first - p columns of n.
 * @param others - Further ones, p of n each.
 * @returns p columns of n, computed where they are read.
 */
export function sumOf(first: RecordColumns, ...others: readonly RecordColumns[]): RecordColumns {
  const parts = partBuffers(first.count, first.rows)
  return {
    count: first.count,
    rows: first.rows,
    read(from, rows, into) {
      first.read(from, rows, into)
      for (const other of others) {
        other.read(from, rows, parts)
        for (let j = 0; j < parts.length; j++) add(into[j], parts[j], rows)
      }
    },
  }
}

function add(y: Float64Array, x: Float64Array, rows: number): void {
  for (let i = 0; i < rows; i++) y[i] += x[i]
}
