import { asWarning, SdcError, type Message } from '@sdc/core'
import { groupedNumber } from '@sdc/inspect'
import { left, textTable, type Screen } from '@sdc/report/tables'
import type { BoundRule } from '@sdc/rules'
import { MISSING_SHARE } from './draw-values.js'
import type { TestColumn } from './test-column.js'

/** Largest number of levels that the table shows. */
const MOST_LEVELS = 5

/** Returns a table of the columns and their values. */
export function columnTable(columns: readonly TestColumn[], screen: Screen | undefined): string {
  const rows = columns.map((column): string[] => {
    const { name, role = '', level, missing, lacks } = column
    const unit = level === 'record' || role === level ? '' : `, constant in each ${level}`
    const codes = missing.length === 0 ? '' : missing.map((text) => (text === '' ? 'empty' : text)).join(', ')
    return [name, role, `${valuesText(column)}${unit}`, codes, lacks === undefined ? 'schema' : `no ${lacks}`]
  })
  const heads = [
    left('column', { rank: 0, wraps: true }),
    left('role', { rank: 2 }),
    left('values', { rank: 0, wraps: true }),
    left('missing', { rank: 1 }),
    left('source', { rank: 0 }),
  ]
  return textTable(heads, rows, { screen })
}

function valuesText({ role, values }: TestColumn): string {
  if (values.kind === 'ids') return role === 'identifier' ? 'all different' : `numbers of ${role}s`
  if (values.kind === 'levels') {
    const { levels } = values
    const shown = levels.slice(0, MOST_LEVELS).join(', ')
    return levels.length > MOST_LEVELS ? `${groupedNumber(levels.length)} levels: ${shown}, …` : shown
  }
  const { low, high, scale, format } = values
  const text = (value: number): string => format?.print(value) ?? groupedNumber(value)
  return `${text(low / scale)} to ${text(high / scale)}`
}

/** Returns messages on the share of missing values, and on values that are made up. */
export function lackMessages(columns: readonly TestColumn[]): Message[] {
  const lacking = columns.filter(({ lacks }) => lacks !== undefined)
  if (lacking.length === 0) return []
  const names = lacking.map(({ name, lacks }) => `${name} (${lacks})`).join(', ')
  return [asWarning(`the schema lacks levels or bounds, so these values are made up: ${names}. Add them to the schema`)]
}

/** Returns a sentence on missing values; empty without missing codes. */
export function missingText(columns: readonly TestColumn[]): string {
  const some = columns.some(({ missing }) => missing.length > 0)
  return some ? `; ${100 * MISSING_SHARE} % of the cells are missing in columns with missing codes` : ''
}

/** Returns the error of a rule that no drawn record satisfies. */
export function cannotKeep(rule: BoundRule | undefined, columns: readonly TestColumn[]): SdcError {
  const text = rule?.rule.text
  const own = columns.filter(({ name }) => rule?.rule.columns.includes(name) === true)
  const values = own.map((one) => `${one.name}: ${valuesText(one)}`).join('; ')
  const message = `no draw keeps the rule "${text}" in all records, also after a repair (${values})`
  const fix = 'Correct the rule, or the levels and bounds of its columns: they contradict each other or another rule.'
  return new SdcError('BAD_PLAN', message, { path: ['rules'] }, fix)
}
