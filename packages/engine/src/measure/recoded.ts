import type { CategoricalColumn, Column } from '@sdc/core'

/** Records of a masked column with a category that the original lacks, of those that have one. */
export interface NewCategories {
  readonly records: number
  /** Those of them that no taxonomy of the original places. */
  readonly unplaced: number
  readonly present: number
}

/** What was found of a masked column, by the column that it was compared with. */
const known = new WeakMap<Column, WeakMap<Column, NewCategories>>()

/**
 * Returns true if a masked column holds classes of the original's values: it has another kind, or a record has a
 * category that no record of the original has.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns True if some labels of the two columns cannot be compared. Cost: O(n) the first time.
 */
export function isRecoded(before: Column, after: Column): boolean {
  return before.kind !== after.kind || newCategories(before, after).records > 0
}

/**
 * Returns true if the labels of two columns cannot be compared: they have different kinds, or more than half of the
 * records have a new category that none of the taxonomies places.
 *
 * A few new categories are ordinary, and count as different from every other. If most are new, no record of one file
 * resembles a record of the other: linked by such a column, everybody would look safe.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns True if they cannot be compared. Cost: O(n) the first time.
 */
export function isUnlike(before: Column, after: Column): boolean {
  return before.kind !== after.kind || areMostlyNew(newCategories(before, after))
}

/** Returns true if more than half of the records with a category have one that nothing places. */
export function areMostlyNew({ unplaced, present }: Pick<NewCategories, 'unplaced' | 'present'>): boolean {
  return 2 * unplaced > present
}

/** Counts the records of a masked column, or of a block of it, with a category that the original lacks. */
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
