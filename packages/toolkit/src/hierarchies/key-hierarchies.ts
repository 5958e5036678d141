import { isSdcError, SdcError, type Dataset, type ErrorPlace, type Hierarchy } from '@sdc/core'
import { automaticHierarchy, type AutomaticHierarchy } from './automatic-hierarchy.js'
import { columnHierarchy } from './column-hierarchy.js'

/**
 * Returns the hierarchies of some columns: given ones, matched with the columns, and automatic ones for the others.
 *
 * @param data - The file.
 * @param names - The columns.
 * @param given - Hierarchies by column, of these columns or of others as well.
 * @param place - Method, for error messages.
 * @returns The hierarchy of each column, in the order of the names.
 * @throws BAD_HIERARCHY with all errors of all of them at once.
 */
export function keyHierarchies(
  data: Dataset,
  names: readonly string[],
  given: ReadonlyMap<string, Hierarchy> | undefined,
  place: ErrorPlace = {},
): AutomaticHierarchy[] {
  const failures: SdcError[] = []
  const read = names.flatMap((name): AutomaticHierarchy[] => {
    const rows = given?.get(name)
    if (rows === undefined) return [automaticHierarchy(data.column(name))]
    try {
      const hierarchy = columnHierarchy(data.column(name), rows, { ...place, column: name })
      return [{ ...hierarchy, words: `given, ${hierarchy.levels.length - 1} levels above the values` }]
    } catch (error) {
      if (!isSdcError(error)) throw error
      failures.push(error)
      return []
    }
  })
  if (failures.length > 0) throw allOf(failures)
  return read
}

/** Combines several errors, so that the user can correct all of them at once. */
function allOf(failures: readonly SdcError[]): SdcError {
  const [first] = failures
  if (failures.length === 1) return first
  const message = failures.map((one) => one.message).join('; ')
  const fix = failures.map((one) => `${one.place.column}: ${one.fix}`).join(' ')
  return new SdcError(first.code, message, first.place, fix)
}
