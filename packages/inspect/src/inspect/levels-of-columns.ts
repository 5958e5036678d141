import { neverMaskedRoles } from '@sdc/core'
import { columnsOfRole, type GuessedRoles } from './guessed-roles.js'

/**
 * Finds the columns that have one value in all records of a household or a person.
 *
 * @param guessed - The columns with their roles, given or guessed.
 * @returns The unit by column: household if all its members share the value, else person. Columns that are never masked
 *   and constant columns are left out. Cost: a pass per column, which ends at the first difference.
 */
export function levelsOfColumns(guessed: GuessedRoles): ReadonlyMap<string, 'person' | 'household'> {
  const found = new Map<string, 'person' | 'household'>()
  for (const level of ['person', 'household'] as const) {
    const ids = guessed.seen.find(({ name }) => name === columnsOfRole(guessed, level).names[0])?.looked.classes()
    if (ids === undefined) continue
    for (const { name, looked, distinct } of guessed.seen) {
      const role = guessed.roles.get(name)?.role
      if (distinct < 2 || role === undefined || neverMaskedRoles.includes(role)) continue
      if (isShared(ids, looked.classes())) found.set(name, level)
    }
  }
  return found
}

/**
 * Returns true if no owner has two values, at least one owner has a value in two records, and two owners differ. A
 * missing value differs from none.
 */
function isShared(owners: Int32Array, values: Int32Array): boolean {
  const valueOf = new Map<number, number>()
  let repeats = false
  for (let i = 0; i < owners.length; i++) {
    if (owners[i] < 0 || values[i] < 0) continue
    const known = valueOf.get(owners[i])
    if (known === undefined) valueOf.set(owners[i], values[i])
    else if (known !== values[i]) return false
    else repeats = true
  }
  return repeats && new Set(valueOf.values()).size > 1
}
