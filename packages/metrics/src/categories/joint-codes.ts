import type { CategoricalColumn, Column, NumericColumn } from '@sdc/core'
import { countBelow, sortedValues } from '@sdc/stats'

/** When a column of numbers is taken value by value, and into how many classes it is put otherwise. */
export interface NumberClasses {
  readonly values: number
  readonly bins: number
}

/** A column of two files as one: equal codes where values are equal, −1 where one is missing. */
export interface JointColumn {
  /** Those of the first file, then those of the second. */
  readonly codes: Int32Array
  /** How the column became categories. */
  readonly kind: 'categories' | 'values' | 'classes'
}

/**
 * A column of both files with the same codes for the same values.
 *
 * Categories are the same where their names are. Numbers are categories where both files together have at most `values`
 * different ones; otherwise each is put in one of `bins` classes that the original fills alike, the value at a border in the
 * lower one, and what lies beyond the original in the first or the last.
 *
 * @param x - The column in the original.
 * @param y - The column in the masked file.
 * @param classes - When and how numbers are put in classes.
 * @returns The codes; undefined where one file has numbers and the other categories.
 *
 * Cost: O(n) for categories, a sort for numbers.
 */
export function jointColumn(x: Column, y: Column, classes: NumberClasses): JointColumn | undefined {
  if (x.kind === 'categorical' && y.kind === 'categorical') return { codes: jointCategories(x, y), kind: 'categories' }
  if (x.kind === 'numeric' && y.kind === 'numeric') return jointNumbers(x, y, classes)
  return undefined
}

function jointCategories(x: CategoricalColumn, y: CategoricalColumn): Int32Array {
  const codeOf = new Map(x.levels.map((level, code) => [level, code]))
  let next = x.levels.length
  const codes = Int32Array.from(y.levels, (level) => codeOf.get(level) ?? next++)
  const joint = new Int32Array(x.codes.length + y.codes.length)
  joint.set(x.codes)
  for (let i = 0, at = x.codes.length; i < y.codes.length; i++, at++)
    joint[at] = y.codes[i] < 0 ? -1 : codes[y.codes[i]]
  return joint
}

function jointNumbers(x: NumericColumn, y: NumericColumn, { values, bins }: NumberClasses): JointColumn {
  const all = new Float64Array(x.values.length + y.values.length)
  all.set(x.values)
  all.set(y.values, x.values.length)
  const different = new Set<number>()
  for (let i = 0; i < all.length && different.size <= values; i++) if (all[i] === all[i]) different.add(all[i])
  if (different.size <= values) return { codes: classesBy(all, Float64Array.from(different).sort()), kind: 'values' }
  const sorted = sortedValues(x.values)
  const borders = Array.from({ length: bins - 1 }, (_, b) => sorted[Math.ceil(((b + 1) * sorted.length) / bins) - 1])
  return { codes: classesBy(all, Float64Array.from(new Set(borders.filter((one) => one === one)))), kind: 'classes' }
}

/** By value, how many of the ascending borders are below it; −1 where it is missing. */
function classesBy(values: Float64Array, borders: Float64Array): Int32Array {
  return Int32Array.from(values, (value) => (value === value ? countBelow(borders, value) : -1))
}
