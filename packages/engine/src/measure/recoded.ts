import type { CategoricalColumn, Column } from '@sdc/core'

/** Records of a masked column with a category that the original lacks, of those that have one. */
interface NewCategories {
  readonly records: number
  /** Those of them that no taxonomy of the original places. */
  readonly unplaced: number
  readonly present: number
}

/** What was found of a masked column, by the column that it was compared with. */
const known = new WeakMap<Column, WeakMap<Column, NewCategories>>()

/**
 * Whether a masked column holds classes of the original's values instead of values: it is of another kind, or a record has
 * a category that no record of the original has.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns Whether some labels of the two cannot be compared. Cost: O(n) the first time.
 */
export function isRecoded(before: Column, after: Column): boolean {
  return before.kind !== after.kind || newCategories(before, after).records > 0
}

/**
 * Whether labels of the two columns do not compare: they are of different kinds, or more than half of the records have a category
 * that the original lacks and that none of its taxonomies places.
 *
 * A few new categories are ordinary, and count as different from every other. Where most are new, no record of the one would be
 * like any of the other: linked by such a column, everybody would look safe.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns Whether they do not. Cost: O(n) the first time.
 */
export function isUnlike(before: Column, after: Column): boolean {
  if (before.kind !== after.kind) return true
  const { unplaced, present } = newCategories(before, after)
  return 2 * unplaced > present
}

function newCategories(before: Column, after: Column): NewCategories {
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
