import type { Column } from '@sdc/core'

/** What was found of a masked column, by the column that it was compared with. */
const known = new WeakMap<Column, WeakMap<Column, boolean>>()

/**
 * Whether a masked column holds classes of the original's values instead of values: it is of another kind, or a record has
 * a category that no record of the original has.
 *
 * Compared by their labels, no record of the one would be like any of the other: linked by such a column, everybody would
 * look safe.
 *
 * @param before - The original's column.
 * @param after - The masked one.
 * @returns Whether labels of the two cannot be compared. Cost: O(n) the first time.
 */
export function isRecoded(before: Column, after: Column): boolean {
  if (before.kind !== after.kind) return true
  if (before.kind === 'numeric' || after.kind === 'numeric' || before === after) return false
  const held = known.get(after) ?? new WeakMap<Column, boolean>()
  known.set(after, held)
  const found = held.get(before)
  if (found !== undefined) return found
  const values = new Set(before.levels)
  const used = new Uint8Array(after.levels.length)
  for (const code of after.codes) if (code >= 0) used[code] = 1
  const recoded = after.levels.some((level, code) => used[code] === 1 && !values.has(level))
  held.set(before, recoded)
  return recoded
}
