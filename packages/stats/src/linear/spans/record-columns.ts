/**
 * Number of records at a time, a divisor of a block: twenty columns of 512 doubles are 80 kB and stay in the cache
 * while every pair passes over them.
 */
export const PART = 512

/**
 * Columns of n records that are read a part of the records at a time: stored columns, or columns computed again with
 * each pass.
 */
export interface RecordColumns {
  /** Number of columns. */
  readonly count: number
  /** Number of records n. */
  readonly rows: number
  /**
   * Writes the records `from`, …, `from + rows − 1` of column k into the beginning of into[k], for each k below
   * `count`. The values behind them in into[k] stay unchanged.
   */
  read(from: number, rows: number, into: readonly Float64Array[]): void
}

/**
 * Wraps stored columns, read by copying.
 *
 * @param columns - p of n values.
 * @param rows - n, which an empty list does not show.
 * @returns The columns.
 */
export function storedColumns(columns: readonly Float64Array[], rows: number): RecordColumns {
  return {
    count: columns.length,
    rows,
    read(from, count, into) {
      for (let k = 0; k < columns.length; k++) {
        const [values, part] = [columns[k], into[k]]
        for (let i = 0; i < count; i++) part[i] = values[from + i]
      }
    },
  }
}

/**
 * Writes columns, a part of the records at a time.
 *
 * @param targets - p columns of n, which are written. `make` may read them, as long as it reads only the records to
 *   write.
 * @param rows - n.
 * @param make - Writes the records `from`, …, `from + rows − 1` into the beginning of the p arrays it gets.
 */
export function writeParts(
  targets: readonly Float64Array[],
  rows: number,
  make: (from: number, rows: number, into: readonly Float64Array[]) => void,
): void {
  const parts = partBuffers(targets.length, rows)
  eachPart(rows, (from, count) => {
    make(from, count, parts)
    for (let k = 0; k < targets.length; k++) {
      const [values, part] = [targets[k], parts[k]]
      for (let i = 0; i < count; i++) values[from + i] = part[i]
    }
  })
}

/**
 * Returns all records of columns as arrays.
 *
 * @param columns - p columns of n.
 * @returns p arrays of n.
 */
export function columnArrays(columns: RecordColumns): Float64Array[] {
  return writtenOver([], columns)
}

/**
 * Returns all records of columns as arrays, and reuses arrays.
 *
 * @param spare - Arrays of n to overwrite. The columns may be computed from them, each record from its own values
 *   only.
 * @param columns - p columns of n.
 * @returns p arrays of n.
 */
export function writtenOver(spare: readonly Float64Array[], columns: RecordColumns): Float64Array[] {
  const made = Array.from({ length: columns.count }, (_, j) => spare.at(j) ?? new Float64Array(columns.rows))
  writeParts(made, columns.rows, (from, rows, into) => {
    columns.read(from, rows, into)
  })
  return made
}

/**
 * Calls `visit` for every part of n records, in their order.
 *
 * @param n - Number of records.
 * @param visit - Called with the first record of a part and its number of records: PART, or fewer in the last.
 */
export function eachPart(n: number, visit: (from: number, rows: number) => void): void {
  for (let from = 0; from < n; from += PART) visit(from, Math.min(PART, n - from))
}

/**
 * Allocates arrays for the records of a part; their length is a multiple of four.
 *
 * @param count - Number of arrays.
 * @param n - Number of records in total.
 * @returns Arrays of zeros.
 */
export function partBuffers(count: number, n: number): Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(Math.min(PART, Math.ceil(n / 4) * 4)))
}

/**
 * Adds weight·x to y for the first `rows` values.
 *
 * @param y - Array that is changed.
 * @param weight - Factor of x.
 * @param x - At least `rows` values.
 * @param rows - Number of values.
 */
export function addMultiple(y: Float64Array, weight: number, x: Float64Array, rows: number): void {
  for (let i = 0; i < rows; i++) y[i] += weight * x[i]
}
