import { sortOrder } from './sort-order.js'

/**
 * Records in the order of their values: by the first column, those equal in it by the second, and so on.
 *
 * Two files that hold the same records in another order have them in the same one here, but for records that are equal in
 * every column, which stay in the order of their rows.
 *
 * @param columns - One array of n values each, none of them missing.
 * @returns The rows, n of them; none where there is no column.
 * @throws RangeError where a value is missing.
 *
 * Cost: O(n) a column, a stable sort from the last column to the first.
 */
export function recordOrder(columns: readonly Float64Array[]): Int32Array {
  const n = columns.length === 0 ? 0 : columns[0].length
  let order = Int32Array.from({ length: n }, (_, i) => i)
  for (const column of [...columns].reverse()) {
    const before = order
    const places = sortOrder(Float64Array.from(before, (row) => column[row]))
    if (places.length !== n)
      throw new RangeError(`${n - places.length} values are missing: they have no place in an order`)
    order = Int32Array.from(places, (place) => before[place])
  }
  return order
}
