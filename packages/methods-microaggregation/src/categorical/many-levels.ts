import type { Column } from '@sdc/core'

/**
 * Warns about nominal columns with so many levels that hardly two records of a group share one: more than max(20,
 * min(100, n/10)).
 *
 * @param names - Masked columns.
 * @param columnOf - Returns a column by its name; only its levels are used.
 * @param rows - Number of records in the file.
 * @param k - Minimum size of a group.
 * @returns A sentence for each such column.
 */
export function manyLevels(
  names: readonly string[],
  columnOf: (name: string) => Column,
  rows: number,
  k: number,
): string[] {
  return names.flatMap((name) => {
    const column = columnOf(name)
    if (column.kind === 'numeric' || column.ordered) return []
    const { length } = column.levels
    if (length <= Math.max(20, Math.min(100, rows / 10))) return []
    return [
      `the mode of ${k} different values of "${name}", which has ${length}, is one of them by chance; recode it first`,
    ]
  })
}
