import { decimalNumber, type Column, type Dataset } from '@sdc/core'
import { holds } from '../bind/bind-rules.js'
import type { BoundCondition, BoundRule } from '../bind/bound-rule.js'

/**
 * Relative tolerance of a comparison, as a share of its largest term. Sums of cents in doubles differ by about 1e-16
 * per term. A difference of one second among the 2e9 since 1970 is 5e-10, which must count.
 */
export const RULE_TOLERANCE = 1e-12

/** Outcomes of a rule in a record: `unknown` if a missing value decides. */
export const outcomes = { broken: 0, unknown: 1, holds: 2 } as const

/** Outcome of a rule in a file. */
export interface JudgedRule {
  /** 1 for each record that breaks the rule, else 0. */
  readonly records: Uint8Array
  /** Number of records that break it. */
  readonly broken: number
  /** Number of records in which missing values leave it open. */
  readonly notJudged: number
}

/**
 * Finds the records that break a rule. A comparison with a missing value is unknown, and a rule is judged if the known
 * parts decide it (Kleene's three-valued logic).
 *
 * @param rule - The bound rule.
 * @param data - A file, or a block of its records.
 * @returns The records that break it.
 */
export function brokenRecords(rule: BoundRule, data: Dataset): JudgedRule {
  const outcome = outcomesOf(rule, data)
  const records = new Uint8Array(data.rows)
  let [broken, notJudged] = [0, 0]
  for (let i = 0; i < outcome.length; i++) {
    if (outcome[i] === outcomes.broken) {
      records[i] = 1
      broken++
    } else if (outcome[i] === outcomes.unknown) notJudged++
  }
  return { records, broken, notJudged }
}

function outcomesOf({ when, then }: BoundRule, data: Dataset): Uint8Array {
  const outcome = outcomesOfCondition(then, data)
  if (!when) return outcome
  const given = outcomesOfCondition(when, data)
  for (let i = 0; i < outcome.length; i++) outcome[i] = Math.max(outcomes.holds - given[i], outcome[i])
  return outcome
}

/** Outcomes of a condition: `and` is the least, `or` the greatest, `not` the reverse. */
function outcomesOfCondition(condition: BoundCondition, data: Dataset): Uint8Array {
  switch (condition.kind) {
    case 'linear':
      return linear(condition, data)
    case 'numbers':
      return numbers(condition, data)
    case 'levels':
      return levels(condition, data)
    case 'missing':
      return missing(condition.column, data)
    case 'not':
      return outcomesOfCondition(condition.of, data).map((outcome) => outcomes.holds - outcome)
    case 'and':
    case 'or': {
      const pick = condition.kind === 'and' ? Math.min : Math.max
      const [first, ...others] = condition.of.map((one) => outcomesOfCondition(one, data))
      for (const other of others) for (let i = 0; i < first.length; i++) first[i] = pick(first[i], other[i])
      return first
    }
  }
}

function linear({ form, comparison, dates }: BoundCondition & { kind: 'linear' }, data: Dataset): Uint8Array {
  const sums = new Float64Array(data.rows).fill(form.constant)
  const largest = new Float64Array(data.rows).fill(Math.abs(form.constant))
  for (const [name, coefficient] of form.terms) {
    const values = numbersOf(columnOf(data, name), dates?.has(name))
    if (values === undefined) return allUnknown(data)
    for (let i = 0; i < data.rows; i++) {
      const term = coefficient * values[i]
      sums[i] += term
      largest[i] = Math.max(largest[i], Math.abs(term))
    }
  }
  const outcome = new Uint8Array(data.rows)
  for (let i = 0; i < data.rows; i++) {
    if (Number.isNaN(sums[i])) outcome[i] = outcomes.unknown
    else if (holds(sums[i], comparison, RULE_TOLERANCE * largest[i])) outcome[i] = outcomes.holds
  }
  return outcome
}

function numbers(condition: BoundCondition & { kind: 'numbers' }, data: Dataset): Uint8Array {
  const values = numbersOf(columnOf(data, condition.column), condition.dates?.has(condition.column))
  if (values === undefined) return allUnknown(data)
  const wanted = new Set(condition.numbers)
  return Uint8Array.from(values, (value) =>
    Number.isNaN(value) ? outcomes.unknown : wanted.has(value) ? outcomes.holds : outcomes.broken,
  )
}

function levels(condition: BoundCondition & { kind: 'levels' }, data: Dataset): Uint8Array {
  const column = columnOf(data, condition.column)
  if (column?.kind !== 'categorical') return allUnknown(data)
  const ofLevel = column.levels.map((level) =>
    condition.levels.has(level) ? outcomes.holds : condition.known.has(level) ? outcomes.broken : outcomes.unknown,
  )
  return Uint8Array.from(column.codes, (code) => (code < 0 ? outcomes.unknown : ofLevel[code]))
}

function missing(name: string, data: Dataset): Uint8Array {
  const column = columnOf(data, name)
  if (column === undefined) return allUnknown(data)
  if (column.kind === 'numeric')
    return Uint8Array.from(column.values, (value) => (Number.isNaN(value) ? outcomes.holds : outcomes.broken))
  return Uint8Array.from(column.codes, (code) => (code < 0 ? outcomes.holds : outcomes.broken))
}

/**
 * Returns the numbers of a column. A recoded column has numbers among its classes: `15` next to `20-29`, which is unknown.
 *
 * @param column - The column; undefined if the file lacks it.
 * @param isDate - True for a column of dates: its classes are years, not days.
 * @returns The numbers, NaN if they are missing or unknown; undefined if all are.
 */
export function numbersOf(column: Column | undefined, isDate = false): Float64Array | undefined {
  if (column === undefined) return undefined
  if (column.kind === 'numeric') return column.values
  if (isDate) return undefined
  const ofLevel = column.levels.map((level) => decimalNumber(level) ?? Number.NaN)
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : ofLevel[code]))
}

/** A column that a release may have dropped. */
function columnOf(data: Dataset, name: string): Column | undefined {
  return data.names.includes(name) ? data.column(name) : undefined
}

const allUnknown = ({ rows }: Dataset): Uint8Array => new Uint8Array(rows).fill(outcomes.unknown)
