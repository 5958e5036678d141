/** The categories of two columns as one list. */
export interface LevelsOfBoth {
  /** Code in the list, by code in the second column. */
  readonly codes: Int32Array
  /** Categories of the first column, unchanged, then those that only the second has. */
  readonly levels: readonly string[]
}

/**
 * Returns the categories of two columns as one list: a category of the second column that the first lacks has a code
 * from `levels.length` on, in the order of the second.
 *
 * @param levels - Different categories of the first column.
 * @param others - Different categories of the second.
 * @returns The list, and the places of the second column's categories in it. Cost: O(categories). No table is made if
 *   the first column begins with the second's categories in the same order, as two columns read by one schema do.
 */
export function levelsOfBoth(levels: readonly string[], others: readonly string[]): LevelsOfBoth {
  if (others.length <= levels.length && others.every((level, code) => level === levels[code]))
    return { codes: Int32Array.from(others.keys()), levels }
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const added: string[] = []
  const codes = Int32Array.from(others, (level) => codeOf.get(level) ?? levels.length + added.push(level) - 1)
  return { codes, levels: added.length === 0 ? levels : [...levels, ...added] }
}
