import {
  decimalNumber,
  SdcError,
  type Column,
  type Dataset,
  type ErrorPlace,
  type Hierarchy,
  type Roles,
  type TimeKind,
} from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { TOP } from '../top.js'
import { dateClasses, dayOfText } from './date-classes.js'
import { intervalClasses } from './interval-classes.js'
import { learnedTree } from './learned-tree.js'
import { quantileTree } from './quantile-tree.js'
import type { HierarchyRule } from './parse-rule.js'
import { prefixClasses } from './prefix-classes.js'

/** File and column that a rule is applied to. */
export interface RuleSubject {
  readonly data: Dataset
  readonly name: string
  /** Set where the numbers of the column are dates (days), or dates with a time (seconds), since 1970-01-01. */
  readonly times?: Roles['times']
  /** Columns from which a tree is learned; by default none, and categories are grouped by frequency. */
  readonly others?: readonly string[]
}

/** Days that dates can have, to either side of 1970: a million years. */
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
  const texts = textsOf(column)
  if (texts.length === 0) return []
  const classes = classesOf(rule, subject, texts, at)
  return texts.map((text, i) => [text, ...classes[i], TOP])
}

function classesOf(rule: HierarchyRule, subject: RuleSubject, texts: readonly string[], at: ErrorPlace): string[][] {
  const column = subject.data.column(subject.name)
  switch (rule.form) {
    case 'date': {
      const unit = subject.times?.get(subject.name)
      return daysOf(column, texts, unit, at).map((day) => dateClasses(day, rule.steps))
    }
    case 'prefix':
      return prefixClasses(codesOf(column, texts, at), rule.lengths)
    case 'interval': {
      const numbers = numbersOf(texts, at)
      const distinct = sortedValues(Float64Array.from(new Set(numbers)))
      const labels = new Map(intervalClasses(distinct, rule, at).map((own, i) => [distinct[i], own]))
      return numbers.map((number) => labels.get(number) ?? [])
    }
    case 'tree':
      return column.kind === 'numeric' ? quantileTree(column.values, texts) : learnedTree(subject)
  }
}

/** Different values of a column as texts: of numbers in their order, of categories in that of the levels. */
function textsOf(column: Column): readonly string[] {
  if (column.kind === 'categorical') return column.levels
  const sorted = sortedValues(column.values)
  return Array.from(
    sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]),
    (value) => String(value + 0),
  )
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

/** Codes as texts. Numbers get zeros in front up to the longest, because readers of numbers drop them. */
function codesOf(column: Column, texts: readonly string[], at: ErrorPlace): readonly string[] {
  if (column.kind === 'categorical') return texts
  const wrong = texts.find((text) => !/^\d+$/.test(text))
  if (wrong !== undefined) {
    const message = `column "${at.column}" has the number ${wrong}: the rule prefix is for codes, of letters or digits`
    throw new SdcError(
      'BAD_HIERARCHY',
      message,
      at,
      'Use interval:5,10,20 for numbers, or set kind: categorical in a schema.',
    )
  }
  const longest = texts.reduce((most, { length }) => Math.max(most, length), 0)
  return texts.map((text) => text.padStart(longest, '0'))
}

function daysOf(column: Column, texts: readonly string[], unit: TimeKind | undefined, at: ErrorPlace): number[] {
  const fix =
    'Set kind: date in a schema, and dateFormat: DD.MM.YYYY for another form than YYYY-MM-DD. For years use interval:5,10,20.'
  if (column.kind === 'numeric' && (unit === undefined || unit === 'time')) {
    const message = `column "${at.column}" has ${unit === 'time' ? 'times of a day' : 'numbers'}: the rule date is for dates`
    throw new SdcError('BAD_HIERARCHY', message, at, fix)
  }
  return texts.map((text) => {
    const day = column.kind === 'numeric' ? Number(text) / (unit === 'datetime' ? DAY : 1) : dayOfText(text)
    if (Math.abs(day) < MOST_DAYS) return day
    const message = `column "${at.column}" has the value "${text}", which is not a date: the rule date needs YYYY-MM-DD`
    throw new SdcError('BAD_HIERARCHY', message, at, fix)
  })
}
