import type { Column, Hierarchy } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { valueText } from '../columns/value-text.js'
import { dateClasses, dayOfText } from './rules/date-classes.js'
import type { DateStep } from './rules/parse-rule.js'
import { prefixClasses } from './rules/prefix-classes.js'
import { TOP } from './top.js'

/** Up to this number, categories stay unchanged or become `*`. */
const FEW = 20
/** Levels of dates. */
const steps: readonly DateStep[] = [
  { unit: 'month', years: 0 },
  { unit: 'year', years: 1 },
  { unit: 'year', years: 5 },
  { unit: 'year', years: 10 },
]
/** Seconds of a day. */
const DAY = 86_400

/**
 * Returns a hierarchy made from the text of categories, for a column of more than 20 without an order, or from dates.
 *
 * Dates (`2024-05-17`): year and month, year, 5 years, 10 years, `*`. Codes of one length of at least two letters or
 * digits (`8001`, `C101`): all but the last character (`800*`), all but the last two (`80**`), …, `*`. A level that
 * merges no two classes of the one below is left out.
 *
 * @param column - The column.
 * @returns A row for each category or date; `undefined` for any other column, or if the text merges no two
 *   categories.
 */
export function usualHierarchy(column: Column): Hierarchy | undefined {
  if (column.kind === 'numeric') {
    const { time } = column
    if (time !== 'date' && time !== 'datetime') return undefined
    const sorted = sortedValues(column.values)
    const distinct = Array.from(sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]))
    if (!distinct.every(Number.isFinite)) return undefined
    const classes = distinct.map((value) => dateClasses(time === 'date' ? value : value / DAY, steps))
    return usefulRows(
      distinct.map((value) => valueText(time, value)),
      classes,
    )
  }
  if (column.ordered || column.levels.length <= FEW) return undefined
  const { levels } = column
  const days = levels.map((level) => (/^\d{4}-\d\d-\d\d$/.test(level) ? dayOfText(level) : Number.NaN))
  if (!days.some(Number.isNaN))
    return usefulRows(
      levels,
      days.map((day) => dateClasses(day, steps)),
    )
  const { length } = levels[0]
  if (length < 2 || !levels.every((level) => level.length === length && /^[\p{L}\p{N}]+$/u.test(level)))
    return undefined
  const lengths = Array.from({ length: length - 1 }, (_, i) => length - 1 - i)
  return usefulRows(levels, prefixClasses(levels, lengths))
}

/** Rows without the levels that merge no two classes of the one below; undefined if none is left. */
function usefulRows(values: readonly string[], classes: readonly (readonly string[])[]): Hierarchy | undefined {
  let below = values.length
  const kept = (classes[0] ?? []).flatMap((_, h) => {
    const count = new Set(classes.map((row) => row[h])).size
    const isUseful = count < below && count > 1
    below = Math.min(below, count)
    return isUseful ? [h] : []
  })
  return kept.length === 0 ? undefined : values.map((value, i) => [value, ...kept.map((h) => classes[i][h]), TOP])
}
