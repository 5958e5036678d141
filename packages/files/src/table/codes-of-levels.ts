import type { CategoricalColumn, Column } from '@sdc/core'
import type { ColumnDescription } from '../dictionary/dictionary.js'

/** Returns true for the text of a number as a category. */
export function isNumberText(text: string): boolean {
  return text !== '' && String(Number(text)) === text
}

/** Numbers of categories. */
export interface LevelCodes {
  /** The number of each level. */
  readonly numbers: readonly number[]
  /** Labels of the new codes: the texts of their levels. */
  readonly labels: ReadonlyMap<string, string>
  /** True if some level got a new code. */
  readonly isNew: boolean
}

/**
 * Returns the numbers that represent categories in a file. A level that is a number is that number. Others get the code
 * with this label, or the next unused whole number, with their text as its label: an old code never changes its
 * meaning.
 *
 * @param column - The categories.
 * @param description - Labels and missing values of the column.
 * @param source - Original column: its values are codes, too.
 * @returns The numbers, with labels of the new ones.
 */
export function codesOf(
  { codes, levels }: Pick<CategoricalColumn, 'codes' | 'levels'>,
  { labels, missing }: ColumnDescription,
  source?: Column,
): LevelCodes {
  const occurs = new Set(codes)
  const before = source?.kind === 'numeric' ? Array.from(new Set(source.values), String) : (source?.levels ?? [])
  const taken = new Set([...levels, ...before, ...(labels?.keys() ?? []), ...(missing?.values ?? [])])
  const [low, high] = missing?.range ?? [Number.NaN, Number.NaN]
  const codeOf = new Map([...(labels ?? [])].map(([code, label]) => [label, code]))
  const added = new Map<string, string>()
  let next = 0
  const numbers = levels.map((level, code) => {
    if (isNumberText(level)) return Number(level)
    if (!occurs.has(code)) return Number.NaN
    const known = codeOf.get(level)
    if (known !== undefined) return Number(known)
    do next++
    while (taken.has(String(next)) || (next >= low && next <= high))
    added.set(String(next), level)
    return next
  })
  return { numbers, labels: added, isNew: added.size > 0 }
}
