import { SdcError, type CategoricalColumn, type ErrorPlace, type NumericColumn, type TimeKind } from '@sdc/core'
import type { ColumnSchema, ColumnTime } from '../csv-file.js'
import type { ColumnToWrite } from '../cells.js'
import { dateFormat, isoFormats, type DateFormat } from '../../times/date-format.js'

const known = new Map<string, DateFormat>()

/**
 * Returns the kind and form of a column of dates or times.
 *
 * @param schema - Schema of the column.
 * @returns Both; undefined for a column of another kind.
 */
export function timeOfSchema({ kind, dateFormat: format }: ColumnSchema): ColumnTime | undefined {
  if (kind === undefined || kind === 'numeric' || kind === 'categorical') return undefined
  return { kind, format: format ?? isoFormats[kind] }
}

/** Returns the format of a column whose schema was checked. */
export function formatOfTime({ kind, format }: ColumnTime): DateFormat {
  const id = `${kind} ${format}`
  const held = known.get(id)
  if (held !== undefined) return held
  const made = dateFormat(kind, format)
  if ('problem' in made) throw new SdcError('BAD_PLAN', `${format} is not a date format: ${made.problem}`)
  known.set(id, made)
  return made
}

/**
 * Refuses an invalid date format, or one of a column without dates.
 *
 * @param schema - Schema of the column.
 * @param place - The column.
 * @throws BAD_PLAN with the tokens of a format
 */
export function checkDateFormat(schema: ColumnSchema, place: ErrorPlace & { readonly column: string }): void {
  const { kind, dateFormat: format } = schema
  const time = timeOfSchema(schema)
  if (time === undefined) {
    if (format === undefined) return
    const message = `column "${place.column}" has a date format, but its kind is ${kind ?? 'not given'}`
    throw new SdcError('BAD_PLAN', message, place, 'Set its kind to date, datetime or time, or remove the format.')
  }
  const made = dateFormat(time.kind, time.format)
  if ('problem' in made) {
    const message = `the dateFormat ${JSON.stringify(time.format)} of column "${place.column}" is wrong: ${made.problem}`
    const fix =
      'Use YYYY or YY, MM or M, DD or D, MON for names of months, and hh, mm, ss for times, with any marks between ' +
      'them: DD.MM.YYYY, MM/DD/YYYY hh:mm.'
    throw new SdcError('BAD_PLAN', message, place, fix)
  }
  if (schema.levels === undefined && schema.taxonomy === undefined && schema.ordered !== true) return
  const message = `column "${place.column}" is declared ${time.kind}, but has levels, an order or a taxonomy`
  throw new SdcError('BAD_PLAN', message, place, 'Remove the kind, or the others.')
}

/**
 * Returns the number of a date or time.
 *
 * @param text - The text.
 * @param time - Kind and form of its column.
 * @param at - Its place in words: `line 7`, `record 7`.
 * @param place - Its place for programs.
 * @returns Days or seconds.
 * @throws NOT_NUMERIC for a text of another form, or a day that does not exist
 */
export function timeNumber(
  text: string,
  time: ColumnTime,
  at: string,
  place: ErrorPlace & { readonly column: string },
): number {
  const value = formatOfTime(time).parse(text)
  if (value === value) return value
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
  const message = `${at}, column "${place.column}": ${shown} is not a ${time.kind} of the form ${time.format}`
  const fix =
    `Correct the cell, set another dateFormat, or name the text as missing: ` +
    `${place.column}: { missing: [${shown}] }.`
  throw new SdcError('NOT_NUMERIC', message, place, fix)
}

/**
 * Returns dates and times as texts.
 *
 * @param column - Days or seconds; NaN if missing.
 * @param time - Kind and form of the column.
 * @param name - Name of the column.
 * @returns The texts as categories, rounded down to the precision of the form.
 * @throws WRONG_INPUT for a year that the form cannot write
 */
export function timesAsTexts({ values }: NumericColumn, time: ColumnTime, name: string): CategoricalColumn {
  const { print } = formatOfTime(time)
  const codeOf = new Map<number, number>()
  const levels: string[] = []
  const codes = new Int32Array(values.length).fill(-1)
  for (let r = 0; r < values.length; r++) {
    const value = values[r]
    if (value !== value) continue
    let code = codeOf.get(value)
    if (code === undefined) {
      const text = print(value)
      if (text === undefined) throw unwritable(name, r, time)
      codeOf.set(value, (code = levels.push(text) - 1))
    }
    codes[r] = code
  }
  return { kind: 'categorical', codes, levels, ordered: false }
}

/**
 * Returns dates and times as the texts of a text file: an unchanged column keeps its own.
 *
 * @param what - Column to write, with its source.
 * @param column - Its numbers.
 * @param time - Kind and form of the column.
 * @returns The texts as categories.
 */
export function timesAsWritten(
  { name, same, before }: ColumnToWrite,
  column: NumericColumn,
  time: ColumnTime,
): CategoricalColumn {
  const made = timesAsTexts(column, time, name)
  if (!same || before === null || before.source.exceptions.size === 0) return made
  const levels = [...made.levels]
  const codeOf = new Map(levels.map((level, code) => [level, code]))
  const codes = made.codes.map((code, r) => {
    const own = code < 0 ? undefined : before.source.exceptions.get(before.origin === null ? r : before.origin[r])
    if (own === undefined) return code
    const known = codeOf.get(own) ?? levels.push(own) - 1
    codeOf.set(own, known)
    return known
  })
  return { ...made, levels, codes }
}

function unwritable(name: string, record: number, { kind, format }: ColumnTime): SdcError {
  const message = `the ${kind} of column "${name}" in record ${record + 1} cannot be written as ${format}`
  const fix = 'Set min and max of the column in the schema, or a dateFormat with four digits of the year.'
  return new SdcError('WRONG_INPUT', message, { column: name, row: record + 1 }, fix)
}

/** Returns true for the kind of a column of dates or times. */
export function isTimeKind(kind: ColumnSchema['kind']): kind is TimeKind {
  return kind === 'date' || kind === 'datetime' || kind === 'time'
}
