import type { Column, Dataset } from '@sdc/core'
import { countBelow, countUpTo, sortedValues } from '@sdc/stats'

/** Confidential column in the view of a guessing intruder. */
export interface GuessedTarget {
  /** Values of the release: codes of categories or numbers; NaN if missing. */
  readonly released: Float64Array
  /** True if a guess is the most frequent value; false if it is the median. */
  readonly isCategory: boolean
  /** True value of each person, in the same codes; NaN if missing. */
  readonly truth: readonly Float64Array[]
  /** Returns true if a guess is right. */
  isRight(guess: number, truth: number): boolean
}

/**
 * Codes a confidential column of the release and of people in one coding.
 *
 * A category is right if it equals the truth. A number is right if it equals the truth, or if at most `withinPercent`
 * of the original's values lie between them, both ends included. Units and outliers do not matter.
 *
 * @param name - The column.
 * @param release - The masked file.
 * @param people - Files with the people to guess.
 * @param original - File whose values count between guess and truth.
 * @param withinPercent - Tolerance, in percent of the records.
 * @returns The column; undefined if one file is numeric and another categorical.
 */
export function guessedTarget(
  name: string,
  release: Dataset,
  people: readonly Dataset[],
  original: Dataset,
  withinPercent: number,
): GuessedTarget | undefined {
  const columns = [release, ...people, original].map((file) => file.column(name))
  if (new Set(columns.map(({ kind }) => kind)).size > 1) return undefined
  const isCategory = columns[0].kind === 'categorical'
  const codeOf = new Map<string, number>()
  const [released, ...others] = columns.map((column) => columnNumbers(column, codeOf))
  const values = others[others.length - 1]
  const sorted = isCategory ? new Float64Array(0) : sortedValues(values)
  const most = (withinPercent / 100) * sorted.length
  return {
    released,
    isCategory,
    truth: others.slice(0, people.length),
    isRight(guess, truth) {
      if (guess === truth) return true
      if (isCategory) return false
      return countUpTo(sorted, Math.max(guess, truth)) - countBelow(sorted, Math.min(guess, truth)) <= most
    },
  }
}

/**
 * Returns a column as numbers; categories by name, equal ones with equal codes.
 *
 * @param column - The column.
 * @param codeOf - Codes of the names so far; new names are added.
 * @returns The numbers, NaN if missing; the column's own array if it is numeric.
 */
export function columnNumbers(column: Column, codeOf: Map<string, number>): Float64Array {
  if (column.kind === 'numeric') return column.values
  const named = column.levels.map((level) => {
    const known = codeOf.get(level) ?? codeOf.size
    codeOf.set(level, known)
    return known
  })
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : named[code]))
}
