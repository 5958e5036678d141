import type { Column, Dataset } from '@sdc/core'
import { countBelow, countUpTo, sortedValues } from '@sdc/stats'

/** A confidential column as whoever guesses it sees it. */
export interface GuessedTarget {
  /** The release's values: codes of categories or numbers; NaN where missing. */
  readonly released: Float64Array
  /** Whether a guess is the most frequent value; else it is the median. */
  readonly isCategory: boolean
  /** The truth of each person, in the same codes; NaN where missing. */
  readonly truth: readonly Float64Array[]
  /** Whether a guess is right of a truth. */
  isRight(guess: number, truth: number): boolean
}

/**
 * A confidential column of the release and of people, in one coding.
 *
 * A category is right where it is the truth. A number is right where it is the truth, or where no more than `withinPercent`
 * of the original's values lie from the one to the other, both ends included: which no unit and no outlier changes.
 *
 * @param name - The column.
 * @param release - The masked file.
 * @param people - The files whose people are guessed.
 * @param original - Whose values count between guess and truth.
 * @param withinPercent - What is near enough, in percent of the records.
 * @returns undefined where one file has numbers and another categories.
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
  const [released, ...others] = columns.map((column) => numbers(column, codeOf))
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

/** A column as numbers; categories by name, equal ones with equal codes. */
function numbers(column: Column, codeOf: Map<string, number>): Float64Array {
  if (column.kind === 'numeric') return column.values
  const named = column.levels.map((level) => {
    const known = codeOf.get(level) ?? codeOf.size
    codeOf.set(level, known)
    return known
  })
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : named[code]))
}
