import type { CategoricalColumn, Column } from '@sdc/core'

/**
 * Counts of records of a masked column by their category: those with one, and those with one that the original lacks.
 */
export interface NewCategories {
  readonly records: number
  /** Number of records whose new category is in no taxonomy of the original. */
  readonly unplaced: number
  readonly present: number
}

/** Counts by the masked column and the original one, computed once. */
const known = new WeakMap<Column, WeakMap<Column, NewCategories>>()

/**
 * Tests whether a masked column contains classes of the original's values: it has another kind, or a category that no
 * record of the original has. Cost: O(n) the first time.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns True if some labels of the two columns cannot be compared.
 */
export function isRecoded(before: Column, after: Column): boolean {
  return before.kind !== after.kind || newCategories(before, after).records > 0
}

/**
 * Tests whether the labels of two columns cannot be compared: they have different kinds, or more than half of the
 * records have a new category that is in no taxonomy. Cost: O(n) the first time.
 *
 * A few new categories are ordinary, and differ from every other. If most are new, no record of one file resembles a
 * record of the other: linkage by such a column would find nobody, and everybody would seem safe.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns True if they cannot be compared.
 */
export function isUnlike(before: Column, after: Column): boolean {
  return before.kind !== after.kind || areMostlyNew(newCategories(before, after))
}

/** Tests whether more than half of the records with a category have a new one that is in no taxonomy. */
export function areMostlyNew({ unplaced, present }: Pick<NewCategories, 'unplaced' | 'present'>): boolean {
  return 2 * unplaced > present
}

/**
 * Counts the records of a masked column, or of a block of it, with a category that the original lacks.
 *
 * @param before - The original's column.
 * @param after - The masked column.
 * @returns The counts.
 */
export function newCategories(before: Column, after: Column): NewCategories {
  if (before.kind === 'numeric' || after.kind === 'numeric' || before === after)
    return { records: 0, unplaced: 0, present: 0 }
  const held = known.get(after) ?? new WeakMap<Column, NewCategories>()
  known.set(after, held)
  const found = held.get(before) ?? countNew(before, after)
  held.set(before, found)
  return found
}

function countNew({ levels, taxonomy }: CategoricalColumn, after: CategoricalColumn): NewCategories {
  const values = new Set(levels)
  const isNew = after.levels.map((level) => !values.has(level))
  const isUnplaced = after.levels.map((level, code) => isNew[code] && taxonomy?.has(level) !== true)
  let [records, unplaced, present] = [0, 0, 0]
  for (const code of after.codes) {
    if (code < 0) continue
    present++
    if (isNew[code]) records++
    if (isUnplaced[code]) unplaced++
  }
  return { records, unplaced, present }
}
