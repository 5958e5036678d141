import { option, SdcError, unknownColumn, type ErrorPlace } from '@sdc/core'
import { csvContent, csvHead, readLines, writeRows } from '@sdc/files'
import { formatOfContent } from '@sdc/files/formats'
import { isXlsxError, readXlsx, xlsxSheets, type XlsxCell } from '@sdc/files/xlsx'
import { bytesOf, readTable, type InputFile } from '@sdc/inspect'
import { numberMarks, numberWriter, plainNumbers } from './number-marks.js'
import type { TableOptions } from './table-columns.js'
import { suppressedMarks, usualValue, type TableForm } from './table-form.js'
import { wideCells, type FormCell, type FormLine, type WideCell } from './wide-lines.js'

/** A table in long form, converted from any form. */
export interface LongFile extends InputFile {
  /** Place of a record in the user's file; undefined if the two are the same. */
  readonly place?: ((record: number) => ErrorPlace) | undefined
}

/** Known properties of a table before reading. */
export interface LongFileOptions extends Pick<TableOptions, 'header' | 'form' | 'value'> {
  readonly by: readonly string[]
  /** For a pattern: texts of suppressed values, in addition to `suppressedMarks`. A table has none. */
  readonly marks?: readonly string[] | undefined
}

/**
 * Converts a table to long form: one line per cell, one column per dimension, and one of values. CSV in this form with
 * standard numbers is unchanged. A sheet of a workbook, a table with one dimension across (`wideCells`), and numbers in
 * the notation of a language are converted. Codes are unchanged.
 *
 * @param file - A file of any format.
 * @param options - Dimensions, and properties of the form that the file does not show.
 * @returns The table in long form.
 * @throws The errors of `readXlsx`, `numberMarks` and `wideCells`. FILE, DUPLICATE_COLUMN for an invalid header;
 *   UNKNOWN_COLUMN if the file is not a table by these dimensions; MISSING_VALUES for a mark in a table. NOT_NUMERIC
 *   for a value in another notation; WRONG_INPUT for a cell with an error
 */
export function longFile(file: InputFile, options: LongFileOptions): LongFile {
  const { by, header, value = usualValue, form = {}, marks } = options
  const numbers = form.locale === undefined ? undefined : numberMarks(form.locale)
  const format = formatOfContent(file.content)
  if (format !== 'csv' && format !== 'xlsx') return longFile(asText(file), options)
  const isBook = format === 'xlsx'
  const isLong = (cells: readonly FormCell[]): boolean =>
    by.every((name) => cells.some((cell) => textOf(cell) === name))
  if (!isBook && (numbers === undefined || header === false)) {
    const [first] = readLines(file.content, { file: file.name, encoding: file.encoding }).lines
    // Without a line of names, or without any line, nothing is across.
    if (header === false || first === undefined || isLong(first.cells)) return file
  }
  const { lines, separator } = isBook
    ? { lines: bookLines(file, form, by), separator: ',' }
    : csvLines(file, numbers?.decimal, isLong)
  const plain = numbers && plainNumbers(numbers)
  const text = (cell: FormCell): string => (typeof cell === 'number' ? String(cell) : (plain?.(cell) ?? cell))
  const made = (rows: readonly (readonly string[])[], at: readonly FormLine[]): LongFile => ({
    name: file.name,
    // Numbers in the notation of a language, or of a workbook, have points now; others are unchanged.
    content: writeRows(rows, numbers === undefined ? separator : ','),
    place: (record) => ({ file: file.name, line: at.at(record)?.line }),
  })
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const head = filled.findIndex(({ cells }) => isLong(cells))
  if (head >= 0) {
    const names = filled[head].cells.map(textOf)
    const records = filled.slice(head + 1)
    const cellText = names.map((name) => (by.includes(name) ? String : text))
    const rows = records.map((line) => names.map((_, j) => cellText[j](line.cells[j] ?? '')))
    if (plain) checkLanguage(records, names.indexOf(value), plain, options, file)
    return made([names, ...rows], records)
  }
  const cells = wideCells(lines, { by, across: form.across, columns: [value, 'count', 'status'], file: file.name })
  if (cells === undefined || (form.across === undefined && !cells.every((cell) => mayBeValue(cell.value, options)))) {
    // Missing parts of a pattern are reported by its reader.
    if (marks !== undefined && !isBook) return file
    // Otherwise it is a long table whose header may be wrong in another way; a title is not a header.
    if (!isBook && form.across === undefined && !isTitle(lines[0])) csvHead(file.content, { file: file.name, header })
    throw notATable(file, by, filled.at(0)?.cells.map(textOf).filter(Boolean) ?? [])
  }
  for (const cell of cells) checkValue(cell, options, file)
  const values = cells.map((cell): FormLine => ({ cells: [cell.value], line: cell.line }))
  if (plain) checkLanguage(values, 0, plain, options, file)
  return made([[...by, value], ...cells.map((cell) => [...cell.codes, text(cell.value)])], values)
}

/** A value in another notation would be misread, or taken for text. */
function checkLanguage(
  lines: readonly FormLine[],
  column: number,
  plain: (text: string) => string | undefined,
  { form, marks = [] }: LongFileOptions,
  file: InputFile,
): void {
  if (column < 0) return
  const wrong = lines.find(({ cells }) => {
    const cell = cells[column] ?? ''
    return typeof cell === 'string' && /\d/.test(cell) && plain(cell) === undefined && !marks.includes(cell)
  })
  if (wrong === undefined) return
  const message = `${JSON.stringify(wrong.cells[column])} in line ${wrong.line} is not a number as "${form?.locale}" writes them`
  const sample = numberWriter(numberMarks(form?.locale ?? ''), true)(1234.5)
  const fix = `It writes ${sample}. Leave ${option('locale')} out, or name the language of the file.`
  throw new SdcError('NOT_NUMERIC', message, { file: file.name, line: wrong.line }, fix)
}

function checkValue({ codes, value, line }: WideCell, { by, marks }: LongFileOptions, file: InputFile): void {
  const text = textOf(value)
  if (marks !== undefined || (text !== '' && !suppressedMarks.includes(text))) return
  const cell = by.map((name, d) => `${name}=${codes[d]}`).join(', ')
  const message = `the cell ${cell} in line ${line} has ${text === '' ? 'no value' : `the mark "${text}"`}`
  const fix = 'A table is protected from its true cells: give all of them. A table with suppressed cells is a pattern.'
  throw new SdcError('MISSING_VALUES', message, { file: file.name, line }, fix)
}

/** True if a table may contain this value: a number, a mark, or empty. */
function mayBeValue(value: FormCell, { marks = [] }: LongFileOptions): boolean {
  const text = textOf(value)
  return text === '' || /^[+\-−]?[\d.,]*\d/.test(text) || [...suppressedMarks, ...marks].includes(text)
}

function textOf(cell: FormCell): string {
  return String(cell).trim()
}

/** True if a line is a title above a wide table: one cell of several has text. */
function isTitle({ cells }: FormLine): boolean {
  return cells.length > 2 && cells.filter((cell) => cell !== '').length < 2
}

/** Converts a statistical file or Parquet to text. */
function asText(file: InputFile): LongFile {
  const table = readTable(file)
  return {
    name: file.name,
    content: csvContent(table, table.dataset),
    place: (record) => ({ file: file.name, row: record + 1 }),
  }
}

/** The separator with which some line is a header; a title above it may hide it from detection in the first lines. */
function csvLines(
  file: InputFile,
  decimal: '.' | ',' | undefined,
  isLong: (cells: readonly string[]) => boolean,
): { lines: FormLine[]; separator: string } {
  const read = (separator?: string): { lines: FormLine[]; separator: string } => {
    const { lines, separator: found } = readLines(file.content, {
      separator,
      decimal,
      file: file.name,
      encoding: file.encoding,
    })
    return { lines: [...lines], separator: found }
  }
  const first = read()
  if (first.lines.some(({ cells }) => cells.length > 2 || isLong(cells.map(String)))) return first
  const others = [';', '\t', ','].filter((one) => one !== first.separator && one !== decimal).map(read)
  return others.find(({ lines }) => lines.some(({ cells }) => cells.length > 1)) ?? first
}

/** Rows of one sheet, or of all sheets if they are the blocks of one table. */
function bookLines(file: InputFile, { sheet }: TableForm, by: readonly string[]): FormLine[] {
  const bytes = bytesOf(file.content)
  const read = (name: string | undefined): FormLine[] => {
    const book = readXlsx(bytes, { sheet: name, file: file.name })
    return book.rows.map((cells, r) => ({
      cells: cells.map((cell) => formCell(cell, { file: file.name, line: r + 1 }, book.sheet)),
      line: r + 1,
    }))
  }
  const shown = xlsxSheets(bytes, file.name).filter(({ isHidden }) => !isHidden)
  if (sheet !== undefined || shown.length < 2) return read(sheet)
  const blocks = shown.map(({ name }) => read(name))
  const areBlocks = blocks.every(([first]) => first?.cells.length === 2 && by.includes(String(first.cells[0]).trim()))
  return areBlocks ? blocks.flatMap((lines) => [{ cells: [], line: 0 }, ...lines]) : read(undefined)
}

function formCell(cell: XlsxCell, place: ErrorPlace, sheet: string): FormCell {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  // A workbook shows 15 digits; further digits of sums of decimals are noise.
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : Number(cell.toPrecision(15))
  if (typeof cell === 'string') return cell
  if (!isXlsxError(cell)) return cell.date.replace(/T00:00:00$/, '')
  const message = `row ${place.line} of sheet "${sheet}" has the error ${cell.error}`
  const fix = 'Correct it in the workbook; a formula gets its value when the workbook is opened and saved once.'
  throw new SdcError('WRONG_INPUT', message, place, fix)
}

function notATable(file: InputFile, by: readonly string[], names: readonly string[]): SdcError {
  const column = by.find((name) => !names.includes(name)) ?? by[0]
  const wide = by.length > 1 ? ` In a wide table it may be across: ${option('across', column)}.` : ''
  const message = `there is no column "${column}" in ${file.name}`
  return new SdcError('UNKNOWN_COLUMN', message, { file: file.name, column }, unknownColumn(column, names).fix + wide)
}

/**
 * Returns the given dimensions that a table has.
 *
 * @param file - The table, in any form.
 * @param options - The names, and properties of the form that the file does not show.
 * @returns Its dimensions, in order.
 */
export function dimensionsIn(
  file: InputFile,
  { by, header, value = usualValue, form = {} }: LongFileOptions,
): string[] {
  const book = formatOfContent(file.content) === 'xlsx'
  if (!book && header === false) {
    const [first] = readLines(file.content, { file: file.name, encoding: file.encoding }).lines
    return by.filter((name) => first?.cells.some((_, j) => name === `c${j + 1}`))
  }
  const lines = book
    ? bookLines(file, form, by)
    : readLines(file.content, { file: file.name, encoding: file.encoding }).lines
  const found = new Set<string>()
  let isLong = false
  for (const { cells } of lines) {
    const names = cells.map(textOf)
    for (const name of names) found.add(name)
    isLong ||= names.includes(value)
    if (isLong) break
  }
  const named = by.filter((name) => found.has(name))
  if (isLong || form.across === undefined || !by.includes(form.across)) return named
  // With an empty corner of a wide table, nothing names its rows: it is assumed to have all dimensions.
  return named.every((name) => name === form.across)
    ? [...by]
    : by.filter((name) => found.has(name) || name === form.across)
}
