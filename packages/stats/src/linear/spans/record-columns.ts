/** Rows at a time, a whole number of times a block: twenty columns of 512 doubles are 80 kB and stay in the cache while every pair passes over them. */
export const PART = 512

/** Columns of n records that are read a part of the records at a time: stored ones, or such as are computed anew at each reading. */
export interface RecordColumns {
  /** Number of columns. */
  readonly count: number
  /** n. */
  readonly rows: number
  /**
   * Writes the records `from`, …, `from + rows − 1` of column k into the beginning of into[k], for each k below
   * `count`. The values behind them in into[k] stay unchanged.
   */
  read(from: number, rows: number, into: readonly Float64Array[]): void
}

/**
 * Stored columns, read by copying.
 *
 * @param columns - p of n values.
 * @param rows - n, which no columns do not say.
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
 * Makes columns a part of the records at a time.
 *
 * @param targets - p columns of n, which are written. They may be what `make` reads, as long as it reads no records but those
 *   it is asked for.
 * @param rows - n.
 * @param make - Writes the records `from`, …, `from + rows − 1` into the beginning of the p arrays that it gets.
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
 * All records of columns as arrays.
 *
 * @param columns - p columns of n.
 * @returns p arrays of n.
 */
export function columnArrays(columns: RecordColumns): Float64Array[] {
  return writtenOver([], columns)
}

/**
 * All records of columns, as arrays.
 *
 * @param spare - Arrays of n that are written over, as far as there are any: those that the columns are computed from, each
 *   record's from its own values alone.
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
 * @param visit - Gets the first record of a part, and how many it has: PART, or fewer in the last.
 */
export function eachPart(n: number, visit: (from: number, rows: number) => void): void {
  for (let from = 0; from < n; from += PART) visit(from, Math.min(PART, n - from))
}

/**
 * So many arrays for the records of a part, where there are n; their length is a multiple of four.
 *
 * @param count - Number of arrays.
 * @param n - Number of records in total.
 * @returns Arrays of zeros.
 */
export function partBuffers(count: number, n: number): Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(Math.min(PART, Math.ceil(n / 4) * 4)))
}

/**
 * y += weight·x for the first `rows` values.
 *
 * @param y - Is added to.
 * @param weight - The factor of x.
 * @param x - At least `rows` values.
 * @param rows - Number of values.
 */
export function addMultiple(y: Float64Array, weight: number, x: Float64Array, rows: number): void {
  for (let i = 0; i < rows; i++) y[i] += weight * x[i]
}
