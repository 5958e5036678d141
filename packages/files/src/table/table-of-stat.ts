import {
  type CategoricalColumn,
  type Column,
  dataset,
  type ErrorPlace,
  isoText,
  SdcError,
  unknownColumn,
} from '@sdc/core'
import { checkColumnSchemas } from '../csv/column-schema.js'
import { packedText } from '../csv/text/packed-text.js'
import { isoFormats } from '../times/date-format.js'
import { formatOfTime, timeNumber, timeOfSchema } from '../csv/times/time-columns.js'
import type { ColumnSchema, ColumnSource, ColumnTime, CsvFile, CsvOptions } from '../csv/csv-file.js'
import { bitSet, setBit } from '../csv/bits.js'
import { asNeeded } from '../csv/quoting.js'
import { plainDialect } from '../csv/write-csv.js'
import { numberProblem } from '../csv/number-text.js'
import { kindOfNumbers } from './column-kind.js'
import type { ColumnDescription, Dictionary } from '../dictionary/dictionary.js'
import { missingSource, numbersWithMissing, textsWithMissing, type SaidMissing } from './said-missing.js'
import type { NumberCells, ReadStat, StatColumn, TextCells } from '../dictionary/stat-table.js'

/**
 * Converts the table of a statistical file or workbook to the form of a CSV file of the same values: numbers and
 * categories, codes as the texts of categories, dates as days. The kind of each missing cell is its text.
 *
 * @param read - The table.
 * @param options - Schema of its columns, with precedence over the file.
 * @returns The file and its dictionary.
 * @throws UNKNOWN_COLUMN, DUPLICATE_COLUMN, EMPTY_FILE; NOT_NUMERIC and BAD_PLAN for a cell that contradicts the
 *   schema, with its record
 */
export function tableOfStat(
  { table, notes }: ReadStat,
  options: CsvOptions,
): CsvFile & { readonly dictionary: Dictionary; readonly notes: readonly string[] } {
  checkColumnSchemas(options)
  const { file } = options
  const names = table.columns.map(({ name }) => name)
  if (table.rows === 0 || names.length === 0) {
    const message = `${file ?? 'the file'} has ${names.length === 0 ? 'no columns' : 'no records'}`
    throw new SdcError('EMPTY_FILE', message, { file }, 'Choose a file with records.')
  }
  if (options.absentColumns !== 'ignore')
    for (const name of options.columns?.keys() ?? []) if (!names.includes(name)) throw unknownColumn(name, names)
  const source = new Map<string, ColumnSource>()
  const columns: [string, Column][] = []
  const told: [string, ColumnDescription][] = []
  for (const one of table.columns) {
    const schema = options.columns?.get(one.name) ?? {}
    const made = columnOf(one, schema, options)
    columns.push([one.name, made.column])
    const quoted = quotedCells(made)
    source.set(one.name, { ...made.source, quoted, header: asNeeded(one.name, plainDialect) })
    told.push([one.name, made.description])
  }
  const dictionary = { fileLabel: table.fileLabel, weight: table.weight, columns: new Map(told) }
  return {
    dataset: dataset(columns),
    dialect: plainDialect,
    source,
    otherLineEnds: null,
    dictionary,
    notes,
  }
}

interface MadeColumn {
  readonly column: Column
  readonly source: Omit<ColumnSource, 'header'>
  readonly description: ColumnDescription
}

function columnOf(one: StatColumn, schema: ColumnSchema, options: CsvOptions): MadeColumn {
  const said = saidMissing(schema, options)
  const place = { column: one.name, file: options.file }
  const time = timeOfSchema(schema)
  if (one.cells.kind === 'numbers') {
    const [cells, description] = asMoments(numbersWithMissing(one.cells, said), one.description)
    if (time === undefined || description.time !== undefined)
      return numbersOrCategories(cells, description, schema, place)
    return timesOfTexts({ ...cells, kind: 'texts', ...categoriesOf(cells.values, String) }, time, description, place)
  }
  const texts = textsWithMissing(one.cells, said)
  if (time !== undefined) return timesOfTexts(texts, time, one.description, place)
  if (schema.kind === 'numeric') {
    const numbers = numbersOf(texts, place)
    return {
      column: { kind: 'numeric', values: numbers.values },
      source: missingSource(numbers),
      description: one.description,
    }
  }
  const notNumeric = `${options.file ?? 'the file'} stores it as text`
  const column = withLevels(texts, schema, one.description, place)
  return { column: { ...column, notNumeric }, source: missingSource(texts), description: one.description }
}

function numbersOrCategories(
  cells: NumberCells,
  description: ColumnDescription,
  schema: ColumnSchema,
  place: Place,
): MadeColumn {
  const { isCategorical, reason } = kindOfNumbers(cells.values, description, schema)
  const told = reason === undefined ? description : { ...description, kindReason: reason }
  const source = missingSource(cells)
  const { time } = description
  if (!isCategorical) {
    const { values } = cells
    if (time === undefined || schema.kind === 'numeric')
      return { column: { kind: 'numeric', values }, source, description: told }
    const form = { kind: time, format: isoFormats[time] }
    return { column: { kind: 'numeric', values, time }, source: { ...source, time: form }, description: told }
  }
  const texts = categoriesOf(cells.values, time === undefined ? String : (value) => isoText(time, value))
  const column = withLevels(texts, schema, description, place)
  const notNumeric = reason === undefined ? undefined : `in ${place.file ?? 'the file'} ${reason}`
  return { column: { ...column, notNumeric }, source, description: told }
}

/** Converts dates and times that the file stores as texts, or as numbers such as 20240131. */
function timesOfTexts(cells: TextCells, time: ColumnTime, description: ColumnDescription, place: Place): MadeColumn {
  const { levels, codes } = cells
  const { print } = formatOfTime(time)
  const firsts = firstRecords(cells)
  const moments = levels.map((text, code) => {
    const row = firsts[code]
    return row < 0 ? Number.NaN : timeNumber(text.trim(), time, `record ${row + 1}`, { ...place, row: row + 1 })
  })
  const isPlain = levels.map((text, code) => firsts[code] < 0 || print(moments[code]) === text)
  const source = missingSource(cells)
  const exceptions = packedText()
  for (let r = 0; r < codes.length; r++) {
    const text = codes[r] < 0 ? source.exceptions.get(r) : isPlain[codes[r]] ? undefined : levels[codes[r]]
    if (text !== undefined) exceptions.push(r, text)
  }
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : moments[code]))
  return { column: { kind: 'numeric', values, time: time.kind }, source: { ...source, exceptions, time }, description }
}

/** The first record of each level; −1 for a level without one. */
function firstRecords({ levels, codes }: TextCells): Int32Array {
  const firsts = new Int32Array(levels.length).fill(-1)
  for (let r = codes.length - 1; r >= 0; r--) if (codes[r] >= 0) firsts[codes[r]] = r
  return firsts
}

/** Cells that need quotes as text: with separators, quotes or line ends. */
function quotedCells({ column, source: { exceptions } }: MadeColumn): Uint8Array | null {
  if (column.kind === 'numeric') return null
  const isQuoted = (text: string): boolean => asNeeded(text, plainDialect) !== text
  const needs = column.levels.map(isQuoted)
  const bits = bitSet(column.codes.length)
  let some = false
  for (const [record, code] of column.codes.entries()) {
    if (code < 0 ? !isQuoted(exceptions.get(record) ?? '') : !needs[code]) continue
    setBit(bits, record)
    some = true
  }
  return some ? bits : null
}

/** Missing values by the schema; undefined if it has none. */
function saidMissing({ missing, missingRange }: ColumnSchema, options: CsvOptions): SaidMissing | undefined {
  if (missing === undefined && missingRange === undefined && options.missing === undefined) return undefined
  return { texts: missing ?? options.missing ?? [], range: missingRange }
}

/** Dates with a time of day are datetimes. */
function asMoments(cells: NumberCells, description: ColumnDescription): [NumberCells, ColumnDescription] {
  if (description.time !== 'date' || !cells.values.some((value) => value % 1 !== 0 && !Number.isNaN(value)))
    return [cells, description]
  const values = cells.values.map((days) => days * 86400)
  return [
    { ...cells, values },
    { ...description, time: 'datetime' },
  ]
}

type Place = ErrorPlace & { readonly column: string }

/** Converts the texts of a column to numbers, as the schema requires. */
function numbersOf({ levels, codes, missing }: TextCells, place: Place): NumberCells {
  const problems = levels.map((text) => numberProblem(text.trim(), '.'))
  const wrong = codes.findIndex((code) => code >= 0 && problems[code] !== null)
  if (wrong >= 0) {
    const message = `record ${wrong + 1}, column "${place.column}": ${problems[codes[wrong]]}`
    const fix = 'Correct the cell, name its text as a missing value, or declare the column categorical.'
    throw new SdcError('NOT_NUMERIC', message, { ...place, row: wrong + 1 }, fix)
  }
  const numbers = levels.map(Number)
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : numbers[code]))
  return { kind: 'numbers', values, missing }
}

/** Numbers as categories, in the order of their first record. */
function categoriesOf(values: Float64Array, textOf: (value: number) => string): Pick<TextCells, 'levels' | 'codes'> {
  const codeOf = new Map<number, number>()
  const codes = new Int32Array(values.length).fill(-1)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (Number.isNaN(value)) continue
    let code = codeOf.get(value)
    if (code === undefined) codeOf.set(value, (code = codeOf.size))
    codes[i] = code
  }
  return { levels: Array.from(codeOf.keys(), textOf), codes }
}

/** Categories in the order of the schema, else of the labels, else of their first records. */
function withLevels(
  { levels, codes }: Pick<TextCells, 'levels' | 'codes'>,
  schema: ColumnSchema,
  { labels, measure }: ColumnDescription,
  place: Place,
): CategoricalColumn {
  const { taxonomy } = schema
  const order = schema.levels ?? labelledFirst(levels, labels)
  const at = new Map(order.map((level, code) => [level, code]))
  // In such a file, classes of a recoded column are labels of codes.
  const codeOf = Int32Array.from(levels, (level) => at.get(level) ?? at.get(labels?.get(level) ?? level) ?? -1)
  const mapped = codes.map((code) => (code < 0 ? -1 : codeOf[code]))
  const unknown = mapped.findIndex((code, i) => code < 0 && codes[i] >= 0)
  if (unknown >= 0) {
    const text = JSON.stringify(levels[codes[unknown]])
    const message = `record ${unknown + 1}, column "${place.column}": ${text} is not one of its levels`
    const fix = 'Add it to the levels of the schema, or to its missing values.'
    throw new SdcError('BAD_PLAN', message, { ...place, row: unknown + 1 }, fix)
  }
  const ordered = schema.ordered ?? (schema.levels === undefined && labels !== undefined && measure === 'ordinal')
  return { kind: 'categorical', codes: mapped, levels: [...order], ordered, ...(taxonomy && { taxonomy }) }
}

function labelledFirst(levels: readonly string[], labels: ReadonlyMap<string, string> | undefined): readonly string[] {
  if (labels === undefined) return levels
  const there = new Set(levels)
  const labelled = [...labels.keys()].filter((text) => there.has(text))
  const numbers = labelled.map(Number)
  if (!numbers.some(Number.isNaN)) labelled.sort((a, b) => Number(a) - Number(b))
  return [...labelled, ...levels.filter((level) => !labels.has(level))]
}
