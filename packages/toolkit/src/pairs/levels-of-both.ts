/** The categories of two columns as one list. */
export interface LevelsOfBoth {
  /** Code in the second column → code in the list. */
  readonly codes: Int32Array
  /** Those of the first column, as they stand there, then those that only the second has. */
  readonly levels: readonly string[]
}

/**
 * The categories of two columns as one list: a category of the second column that the first does not have has a code from
 * `levels.length` on, in the order of the second.
 *
 * @param levels - Of the first column, no two alike.
 * @param others - Of the second, no two alike.
 * @returns The list, and where it has those of the second. Cost: O(categories); no table of them is made where those of the second column
 *   are those that the first begins with, in the same order, as where both were read by one schema.
 */
export function levelsOfBoth(levels: readonly string[], others: readonly string[]): LevelsOfBoth {
  if (others.length <= levels.length && others.every((level, code) => level === levels[code]))
    return { codes: Int32Array.from(others.keys()), levels }
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const added: string[] = []
  const codes = Int32Array.from(others, (level) => codeOf.get(level) ?? levels.length + added.push(level) - 1)
  return { codes, levels: added.length === 0 ? levels : [...levels, ...added] }
}
