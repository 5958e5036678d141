import { takeRows, type Dataset } from '@sdc/core'

/**
 * Sorts the records of a file so that the result does not depend on their order: by the values of some columns, the
 * first column first. Numbers ascend, categories are sorted by name, and missing values come last. Records that are
 * equal in all of the columns keep their order.
 *
 * @param data - The file.
 * @param names - The columns to sort by.
 * @returns The same records. Cost: O(n log n) comparisons.
 */
export function inCanonicalOrder(data: Dataset, names: readonly string[]): Dataset {
  const keys = names.map((name) => sortKey(data, name))
  const order = Int32Array.from({ length: data.rows }, (_, i) => i).sort((a, b) => {
    for (const key of keys) if (key[a] !== key[b]) return key[a] < key[b] ? -1 : 1
    return a - b
  })
  return takeRows(data, order)
}

/** Returns a number for each record that sorts like its value. */
function sortKey(data: Dataset, name: string): Float64Array {
  const column = data.column(name)
  if (column.kind === 'numeric') return column.values.map((value) => (Number.isNaN(value) ? Infinity : value))
  const sorted = [...column.levels.keys()].sort((a, b) => (column.levels[a] < column.levels[b] ? -1 : 1))
  const rank = new Map(sorted.map((code, place) => [code, place]))
  return Float64Array.from(column.codes, (code) => rank.get(code) ?? Infinity)
}
