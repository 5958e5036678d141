import type { Hierarchy, NumericColumn } from '@sdc/core'
import { TOP } from './top.js'
import type { ColumnHierarchy } from './column-hierarchy.js'
import { widthLevels } from '../columns/width-classes.js'
import { sortedValues } from '@sdc/stats'

/**
 * Returns the rows of a hierarchy in the form of a file.
 *
 * @param hierarchy - Its levels.
 * @returns A row for each value: the value, its class at level 1, …
 */
export function hierarchyRows({ levels }: Pick<ColumnHierarchy, 'levels'>): Hierarchy {
  return Array.from(levels[0].classOf, (_, row) => levels.map(({ labels, classOf }) => labels[classOf[row]]))
}

/**
 * Returns the rows of a hierarchy of classes of given widths, for the values of a column. This applies the automatic
 * hierarchy of one file to the next.
 *
 * @param column - The numbers.
 * @param widths - The widths of the classes, level by level, each a multiple of the first.
 * @returns A row for each different value, the last class `*`.
 */
export function hierarchyOfWidths(column: NumericColumn, widths: readonly number[]): Hierarchy {
  const distinct = sortedValues(column.values).filter((value, i, all) => i === 0 || value !== all[i - 1])
  const levels = widthLevels(distinct, widths)
  return Array.from(distinct, (value, row) => [
    String(value + 0),
    ...levels.map(({ labels, classOf }) => labels[classOf[row]]),
    TOP,
  ])
}
