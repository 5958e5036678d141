import type { Column } from '@sdc/core'
import { dayOfText } from './date-classes.js'

/** Rule for dates. */
export const usualDateRule = 'date:month,quarter,year,5years'

/** Codes of diseases and the like: a letter, two digits, perhaps further ones behind a dot. */
const DISEASE = /^\p{Lu}\d\d(?:\.?\d{1,3})?$/u
/** Least number of codes, so that three of them are not taken for a pattern. */
const FEWEST = 10
/** Maximum number of levels of a rule of prefixes. */
const MOST_LENGTHS = 4

/**
 * Rule that suits the values of a column: dates by month, quarter and years; codes by their first characters.
 *
 * @param column - The column.
 * @returns The rule; undefined for numbers, and for categories without a pattern.
 */
export function usualRule(column: Column): string | undefined {
  if (column.kind === 'numeric') return column.time === 'date' || column.time === 'datetime' ? usualDateRule : undefined
  const { levels, ordered } = column
  if (ordered || levels.length < FEWEST) return undefined
  if (!levels.some((level) => Number.isNaN(dayOfText(level)))) return usualDateRule
  if (levels.every((level) => DISEASE.test(level)) && classesOf(levels, 3) < levels.length) return 'prefix:3,1'
  const { length } = levels[0]
  if (!levels.every((level) => level.length === length && /^[\p{L}\p{N}]+$/u.test(level))) return undefined
  const counts = Array.from({ length }, (_, i) => classesOf(levels, i + 1))
  // Lengths at which classes are merged, and more than one is left.
  const useful = counts.flatMap((count, i) => (count > 1 && count < (counts[i + 1] ?? 0) ? [i + 1] : []))
  if (useful.length === 0) return undefined
  return `prefix:${useful.slice(0, MOST_LENGTHS).reverse().join(',')}`
}

function classesOf(levels: readonly string[], kept: number): number {
  return new Set(levels.map((level) => level.slice(0, kept))).size
}
