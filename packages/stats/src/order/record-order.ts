import { tieRuns } from './sort-order.js'

/**
 * Returns the records in the order of their values: by the first column, those equal in it by the second, and so on.
 *
 * Two files with the same records in different orders get the same order here. Records equal in every column keep the
 * order of their rows.
 *
 * @param columns - One array of n values each, none of them missing.
 * @returns The n rows; none if there is no column.
 * @throws RangeError if a value is missing.
 *
 * Cost: O(n) for the first column, and for each further one O(n) of the records that are equal in those before it.
 */
export function recordOrder(columns: readonly Float64Array[]): Int32Array {
  const n = columns.length === 0 ? 0 : columns[0].length
  for (const [j, column] of columns.entries()) {
    for (let row = 0; row < n; row++) {
      if (column[row] === column[row]) continue
      throw new RangeError(`row ${row} of column ${j} is missing: it has no place in an order`)
    }
  }
  const order = new Int32Array(n)
  for (let i = 0; i < n; i++) order[i] = i
  orderRun(order, columns, 0)
  return order
}

/** Orders a run of records that are equal in the columns before this one. */
function orderRun(run: Int32Array, columns: readonly Float64Array[], from: number): void {
  if (run.length < 2 || from === columns.length) return
  const column = columns[from]
  const values = new Float64Array(run.length)
  for (let at = 0; at < run.length; at++) values[at] = column[run[at]]
  const { order, starts } = tieRuns(values)
  const before = run.slice()
  for (let at = 0; at < run.length; at++) run[at] = before[order[at]]
  for (let r = 0; r + 1 < starts.length; r++) {
    if (starts[r + 1] - starts[r] > 1) orderRun(run.subarray(starts[r], starts[r + 1]), columns, from + 1)
  }
}
