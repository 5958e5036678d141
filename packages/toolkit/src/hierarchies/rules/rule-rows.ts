import { decimalNumber, SdcError, type ErrorPlace, type Hierarchy, type TimeKind } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { valueText } from '../../columns/value-text.js'
import { TOP } from '../top.js'
import { dateClasses, dayOfText } from './date-classes.js'
import { intervalClasses } from './interval-classes.js'
import { learnedTree } from './learned-tree.js'
import { quantileTree } from './quantile-tree.js'
import type { HierarchyRule } from './parse-rule.js'
import { prefixClasses } from './prefix-classes.js'
import type { RuleSubject } from './rule-subject.js'

/** Largest number of days to either side of 1970: a million years. */
const MOST_DAYS = 365_000_000
/** Seconds of a day. */
const DAY = 86_400

/**
 * Rows of the hierarchy that a rule makes of the values of a column, up to `*`.
 *
 * @param rule - The rule.
 * @param subject - The column.
 * @param place - Place of the rule, for errors.
 * @returns A row for each different value; none for a column without values. A missing value has no row.
 * @throws BAD_HIERARCHY for values that the rule has no class for.
 * Cost: a sort for numbers; `tree`: O(categories² × distributions).
 */
export function hierarchyOfRule(rule: HierarchyRule, subject: RuleSubject, place: ErrorPlace = {}): Hierarchy {
  const column = subject.data.column(subject.name)
  const at = { ...place, column: subject.name }
  if (column.kind === 'categorical') {
    const { levels } = column
    if (levels.length === 0) return []
    const classes = rule.form === 'tree' ? learnedTree(subject) : classesOfTexts(rule, levels, at)
    return levels.map((text, i) => [text, ...classes[i], TOP])
  }
  const sorted = sortedValues(column.values)
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1])
  if (distinct.length === 0) return []
  const { time } = column
  const classes =
    time === undefined ? classesOfNumbers(rule, distinct, sorted, at) : classesOfTimes(rule, distinct, time, at)
  return Array.from(distinct, (value, i) => [valueText(time, value), ...classes[i], TOP])
}

function classesOfTexts(
  rule: Exclude<HierarchyRule, { form: 'tree' }>,
  texts: readonly string[],
  at: ErrorPlace,
): string[][] {
  if (rule.form === 'prefix') return prefixClasses(texts, rule.lengths)
  if (rule.form === 'interval') {
    const numbers = numbersOf(texts, at)
    const distinct = sortedValues(Float64Array.from(new Set(numbers)))
    const labels = new Map(intervalClasses(distinct, rule, at).map((own, i) => [distinct[i], own]))
    return numbers.map((number) => labels.get(number) ?? [])
  }
  return texts.map((text) => {
    const day = dayOfText(text)
    if (Math.abs(day) < MOST_DAYS) return dateClasses(day, rule.steps)
    throw notADate(`the value "${text}", which is not a date: the rule date needs YYYY-MM-DD or DD.MM.YYYY`, at)
  })
}

function classesOfNumbers(
  rule: HierarchyRule,
  distinct: Float64Array,
  sorted: Float64Array,
  at: ErrorPlace,
): string[][] {
  if (rule.form === 'tree') return quantileTree(sorted, distinct)
  const infinite = distinct.find((value) => !Number.isFinite(value))
  if (infinite !== undefined)
    throw new SdcError(
      'BAD_HIERARCHY',
      `column "${at.column}" has the value ${infinite}, which is in no class`,
      at,
      'Correct it, or declare it missing in a schema (missing: [...]).',
    )
  if (rule.form === 'interval') return intervalClasses(distinct, rule, at)
  if (rule.form === 'date') throw notADate('numbers: the rule date is for dates', at)
  return prefixClasses(codesOf(distinct, at), rule.lengths)
}

function classesOfTimes(rule: HierarchyRule, distinct: Float64Array, time: TimeKind, at: ErrorPlace): string[][] {
  if (time === 'time') throw notADate('times of a day: rules are for dates, codes, numbers and categories', at)
  if (rule.form !== 'date') {
    const message = `column "${at.column}" has dates: the rule ${rule.form} is for other columns`
    throw new SdcError('BAD_HIERARCHY', message, at, 'Use date:month,quarter,year,5years.')
  }
  return Array.from(distinct, (value) => {
    const day = time === 'datetime' ? value / DAY : value
    if (Math.abs(day) < MOST_DAYS) return dateClasses(day, rule.steps)
    throw notADate(`the number of days ${day}, which no date has`, at)
  })
}

function numbersOf(texts: readonly string[], at: ErrorPlace): number[] {
  return texts.map((text) => {
    const value = decimalNumber(text)
    if (value !== undefined) return value + 0
    const message = `column "${at.column}" has the value "${text}", which is not a number: the rule interval makes classes of numbers`
    const fix = 'Correct the value, declare it missing in a schema (missing: [...]), or use prefix or tree.'
    throw new SdcError('BAD_HIERARCHY', message, at, fix)
  })
}

/** Codes as texts. Numbers get leading zeros up to the longest, because readers of numbers drop them. */
function codesOf(distinct: Float64Array, at: ErrorPlace): readonly string[] {
  const texts = Array.from(distinct, String)
  const wrong = texts.find((text) => !/^\d+$/.test(text))
  if (wrong !== undefined) {
    const message = `column "${at.column}" has the number ${wrong}: the rule prefix is for codes, of letters or digits`
    const fix = 'Use interval:5,10,20 for numbers, or set kind: categorical in a schema.'
    throw new SdcError('BAD_HIERARCHY', message, at, fix)
  }
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
  return texts.map((text) => text.padStart(longest, '0'))
}

function notADate(what: string, at: ErrorPlace): SdcError {
  const fix =
    'Set kind: date in a schema, and dateFormat: DD.MM.YYYY for another form than YYYY-MM-DD. For years use interval:5,10,20.'
  return new SdcError('BAD_HIERARCHY', `column "${at.column}" has ${what}`, at, fix)
}
