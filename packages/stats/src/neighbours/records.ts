/**
 * Returns columns as one array, record after record of d coordinates.
 *
 * @throws RangeError unless every value is finite
 */
export function interleave(columns: readonly Float64Array[]): Float64Array {
  checkCoordinates(columns)
  const d = columns.length
  const n = columns[0].length
  const coordinates = new Float64Array(n * d)
  columns.forEach((column, j) => {
    for (let i = 0; i < n; i++) coordinates[i * d + j] = column[i]
  })
  return coordinates
}

/**
 * Refuses columns that are not coordinates.
 *
 * @throws RangeError unless there is a column, all have as many rows, and every value is finite
 */
export function checkCoordinates(columns: readonly Float64Array[]): void {
  if (columns.length === 0) throw new RangeError('a distance needs a column')
  const n = columns[0].length
  columns.forEach((column, j) => {
    if (column.length !== n) throw new RangeError(`column ${j} has ${column.length} rows, column 0 has ${n}`)
    for (let i = 0; i < n; i++) {
      if (!Number.isFinite(column[i])) throw new RangeError(`row ${i} of column ${j} is missing or infinite`)
    }
  })
}

/** Returns 0, 1, …, n − 1. */
export function rowNumbers(n: number): Uint32Array {
  const rows = new Uint32Array(n)
  for (let i = 0; i < n; i++) rows[i] = i
  return rows
}
