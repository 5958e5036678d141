import {
  decimalNumber,
  didYouMean,
  SdcError,
  listed,
  unknownColumn,
  type CategoricalColumn,
  type Dataset,
  type Roles,
} from '@sdc/core'
import { parseRules } from '../text/parse-rule.js'
import { ruleError } from '../text/rule-error.js'
import type { Comparison, Condition, Rule } from '../text/rule.js'
import type { BoundCondition, BoundRule } from './bound-rule.js'
import { timeNumber } from './time-number.js'

/** Kinds of the columns of a file that hold dates and times. */
type Times = Roles['times']

/**
 * Binds rules to the columns of a file: texts become levels, dates become numbers of days.
 *
 * @param rules - The parsed rules.
 * @param data - Kinds and levels of its columns; its records are not read.
 * @param times - Its columns of dates and times.
 * @returns A bound rule for each, for this file and its masked files.
 * @throws UNKNOWN_COLUMN; BAD_RULE if a comparison does not fit the kind of its column.
 */
export function bindRules(rules: readonly Rule[], data: Dataset, times?: Times): BoundRule[] {
  return rules.map((rule) => {
    for (const name of rule.columns) if (!data.names.includes(name)) throw unknown(name, rule.text, data)
    const unknownTexts: { column: string; text: string }[] = []
    const bound = (condition: Condition): BoundCondition =>
      boundOf(condition, { rule: rule.text, data, times, unknownTexts })
    return { rule, when: rule.when && bound(rule.when), then: bound(rule.then), unknownTexts }
  })
}

/**
 * Parses the rules of a schema and binds them to the original.
 *
 * @param original - Kinds and levels of its columns; its records are not read.
 * @param roles - The rules as texts, and the columns of dates and times.
 * @returns The bound rules.
 * @throws The errors of `parseRules` and `bindRules`.
 */
export function rulesOfRoles(original: Dataset, { rules = [], times }: Pick<Roles, 'rules' | 'times'>): BoundRule[] {
  return bindRules(parseRules(rules), original, times)
}

function unknown(name: string, rule: string, data: Dataset): Error {
  const { code, message, place, fix } = unknownColumn(name, data.names, `the rule "${rule}"`)
  return new SdcError(code, message, place, `${fix} Put texts in quotes: married = "no".`)
}

interface Binding {
  readonly rule: string
  readonly data: Dataset
  readonly times: Times
  readonly unknownTexts: { column: string; text: string }[]
}

function boundOf(condition: Condition, binding: Binding): BoundCondition {
  switch (condition.kind) {
    case 'missing':
      return condition
    case 'not':
      return { kind: 'not', of: boundOf(condition.of, binding) }
    case 'and':
    case 'or':
      return { kind: condition.kind, of: condition.of.map((one) => boundOf(one, binding)) }
    case 'linear':
      return linear(condition, binding)
    case 'text':
      return text(condition, binding)
    case 'in':
      return set(condition, binding)
  }
}

/** A linear comparison; one category compared with a number is one of the levels that are such numbers. */
function linear(condition: Condition & { kind: 'linear' }, { rule, data, times }: Binding): BoundCondition {
  const { form, comparison } = condition
  for (const [name] of form.terms) {
    const column = data.column(name)
    if (column.kind === 'numeric') continue
    const numbers = column.levels.map(decimalNumber)
    if (form.terms.length > 1 || !numbers.some((number) => number !== undefined)) throw notNumeric(rule, name, column)
    const [[, coefficient]] = form.terms
    const fits = column.levels.filter((_, l) => {
      const number = numbers[l]
      return number === undefined ? comparison === '!=' : holds(coefficient * number + form.constant, comparison)
    })
    return { kind: 'levels', column: name, levels: new Set(fits), known: new Set(column.levels) }
  }
  return { ...condition, dates: datesOf(times) }
}

function datesOf(times: Times): ReadonlySet<string> | undefined {
  return times === undefined || times.size === 0 ? undefined : new Set(times.keys())
}

function text(condition: Condition & { kind: 'text' }, binding: Binding): BoundCondition {
  const { column: name, comparison, text } = condition
  const column = binding.data.column(name)
  if (column.kind === 'numeric') {
    const form = { terms: [[name, 1] as const], constant: -numberOf(name, text, binding) }
    return { kind: 'linear', form, comparison, dates: datesOf(binding.times) }
  }
  const place = column.levels.indexOf(text)
  if (place < 0) binding.unknownTexts.push({ column: name, text })
  const isOrder = comparison !== '=' && comparison !== '!='
  if (isOrder && (!column.ordered || place < 0)) {
    const why = column.ordered
      ? `the ordered column "${name}" has no level "${text}"`
      : `the categories of "${name}" have no order`
    const fix = column.ordered
      ? `${didYouMean(text, column.levels)}Its levels are ${listed(column.levels)}.`
      : `Name the categories (${name} in {…}), or set levels and ordered: true in the schema.`
    throw ruleError(binding.rule, undefined, why, fix)
  }
  const levels = column.levels.filter((level, l) =>
    isOrder ? holds(l - place, comparison) : (level === text) === (comparison === '='),
  )
  return { kind: 'levels', column: name, levels: new Set(levels), known: new Set(column.levels) }
}

function set({ column: name, values }: Condition & { kind: 'in' }, binding: Binding): BoundCondition {
  const column = binding.data.column(name)
  if (column.kind === 'numeric')
    return {
      kind: 'numbers',
      column: name,
      numbers: values.map((value) => numberOf(name, value, binding)),
      dates: datesOf(binding.times),
    }
  for (const value of values)
    if (!column.levels.includes(value)) binding.unknownTexts.push({ column: name, text: value })
  return { kind: 'levels', column: name, levels: new Set(values), known: new Set(column.levels) }
}

/** The number that a text means in a numeric column: days in a column of dates. */
function numberOf(name: string, text: string, { rule, times }: Binding): number {
  const kind = times?.get(name)
  const number = kind === undefined ? decimalNumber(text) : timeNumber(kind, text)
  if (number !== undefined) return number
  const [why, fix] =
    kind === undefined
      ? [
          `the column "${name}" is numeric, but "${text}" is not a number`,
          `Compare it with a number, or set the kind of ${name} in the schema.`,
        ]
      : [`"${text}" is not a ${kind}`, `Write ${timeForms[kind]}, whatever the form in the file.`]
  throw ruleError(rule, undefined, why, fix)
}

const timeForms = { date: '"2020-01-31"', datetime: '"2020-01-31T12:00:00"', time: '"12:00:00"' }

function notNumeric(rule: string, name: string, column: CategoricalColumn): Error {
  const why = `the column "${name}" is categorical: ${column.notNumeric ?? `its values are ${listed(column.levels, 5)}`}`
  const fix = `Compare it with a text alone (${name} = "${column.levels[0] ?? 'A'}"), or set its kind in the schema.`
  return ruleError(rule, undefined, why, fix)
}

/**
 * Compares a number with 0.
 *
 * @param difference - The number.
 * @param comparison - The comparison.
 * @param tolerance - Size up to which the number counts as 0.
 * @returns True if it holds.
 */
export function holds(difference: number, comparison: Comparison, tolerance = 0): boolean {
  switch (comparison) {
    case '=':
      return Math.abs(difference) <= tolerance
    case '!=':
      return Math.abs(difference) > tolerance
    case '<=':
      return difference <= tolerance
    case '>':
      return difference > tolerance
    case '>=':
      return difference >= -tolerance
    case '<':
      return difference < -tolerance
  }
}
