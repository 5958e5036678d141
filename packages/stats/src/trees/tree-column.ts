/** Numbers of records. */
export interface TreeNumbers {
  readonly kind: 'numbers'
  /** Finite values, one per record. */
  readonly values: Float64Array
}

/** Categories of records, without an order. */
export interface TreeCategories {
  readonly kind: 'categories'
  /** Codes from 0 to `levels` − 1, one per record. */
  readonly codes: Int32Array
  /** Number of levels. */
  readonly levels: number
}

/** Column that a tree predicts, or predicts by. */
export type TreeColumn = TreeNumbers | TreeCategories

/**
 * Returns the number of records of a column.
 *
 * @param column - Column.
 * @returns The number.
 */
export function recordsOf(column: TreeColumn): number {
  return column.kind === 'numbers' ? column.values.length : column.codes.length
}

/**
 * Refuses columns that a tree cannot be grown on.
 *
 * @param target - The predicted column.
 * @param predictors - The columns that it is predicted by.
 * @throws RangeError for columns of different lengths, values that are not finite, and codes outside 0 … levels − 1.
 */
export function checkColumns(target: TreeColumn, predictors: readonly TreeColumn[]): void {
  const n = recordsOf(target)
  for (const column of [target, ...predictors]) {
    if (recordsOf(column) !== n) throw new RangeError(`a column has ${recordsOf(column)} records, the target ${n}`)
    if (column.kind === 'numbers') {
      if (!column.values.every(Number.isFinite)) throw new RangeError('a value is missing or infinite')
    } else if (!column.codes.every((code) => code >= 0 && code < column.levels)) {
      throw new RangeError(`a code is outside 0 … ${column.levels - 1}`)
    }
  }
}
