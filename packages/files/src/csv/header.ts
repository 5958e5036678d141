import { listed, option, SdcError, unknownColumn } from '@sdc/core'
import type { BuiltColumn } from './columns/built-column.js'
import { defaultMissing } from './column-schema.js'
import type { CsvOptions } from './csv-file.js'
import type { HeadRecord } from './head-record.js'

const numberLike = /^\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/
function headerFix(): string {
  return `If the names are missing, add a line of them, or set ${option('header', 'false')}: the columns are then c1, c2, …. If these are the names, set ${option('header', 'true')}.`
}

/**
 * Returns the names of a file's columns: those of its first line, or c1, c2, … if it has no header.
 *
 * A first record that is taken for names is disclosed in every message, manifest and output. A first line mostly of
 * numbers is therefore refused, unless it is declared as names.
 *
 * @param first - The first record.
 * @param options - Known properties of the file.
 * @returns The names, in the order of the file.
 * @throws FILE for a column without a name or a header of numbers, DUPLICATE_COLUMN, and UNKNOWN_COLUMN for a column
 *   of the options that the file lacks
 */
export function headerNames(first: HeadRecord, options: CsvOptions): readonly string[] {
  const { file, columns, absentColumns } = options
  const isHeader = options.header ?? (options.names === undefined && options.widths === undefined)
  const names = isHeader ? namesOf(first, options) : givenNames(first, options)
  if (options.header === undefined && isHeader) refuseNumbers(names, first.cells, options)
  const held = new Map<string, number>()
  for (const [j, name] of names.entries()) {
    const before = held.get(name)
    if (name === '' || before !== undefined) throw wrongName(names, j, before, first.lines[j], file)
    held.set(name, j)
  }
  for (const name of columns?.keys() ?? [])
    if (!held.has(name) && absentColumns !== 'ignore') throw unknownColumn(name, names)
  return names
}

/** Names of the columns of a file whose first line is a record: c1, c2, … if none are given. */
function givenNames({ cells, lines }: HeadRecord, { names, file }: CsvOptions): readonly string[] {
  if (names === undefined) return cells.map((_, j) => `c${j + 1}`)
  if (names.length === cells.length) return names
  const message = `line ${lines[0]} has ${cells.length} cells, but ${names.length} names of columns are given`
  throw new SdcError('FILE', message, { file, line: lines[0] }, 'Give each column a name.')
}

/**
 * Returns the cells of the header without surrounding blanks (`age, sex`). An empty first name is that of the row names
 * written by R's `write.csv` and pandas' `to_csv`: its column is called `row`.
 */
function namesOf({ cells }: HeadRecord, { columns }: CsvOptions): string[] {
  const names = cells.map((cell) => (columns?.has(cell) ? cell : cell.trim() || cell))
  const isRowName =
    names[0] === '' && names.length > 1 && !names.slice(1).some((name) => name === '' || numberLike.test(name))
  if (!isRowName) return names
  let name = 'row'
  while (names.includes(name)) name += '_'
  return [name, ...names.slice(1)]
}

function wrongName(
  names: readonly string[],
  j: number,
  before: number | undefined,
  line: number,
  file: string | undefined,
): SdcError {
  const suspicious = names.some((one) => numberLike.test(one))
  if (before === undefined) {
    const fix = names.length === 1 ? 'The first line must hold the names.' : 'Name it, or remove a column of row names.'
    const message = `line ${line}: column ${j + 1} has no name`
    return new SdcError('FILE', message, { file, line }, suspicious ? headerFix() : fix)
  }
  const message = `line ${line}: columns ${before + 1} and ${j + 1} are both named "${names[j]}"`
  const fix = suspicious ? headerFix() : 'Rename one of them.'
  return new SdcError('DUPLICATE_COLUMN', message, { file, line, column: names[j] }, fix)
}

/**
 * Refuses a first line if the columns do not show that it holds names: a number above numbers, no text above numbers,
 * and no name that a schema knows.
 *
 * @param names - Names from the first line.
 * @param built - Their columns.
 * @param options - Known properties of the file.
 * @throws FILE if the first line may be a record
 */
export function checkHeader(
  names: readonly string[],
  built: readonly Pick<BuiltColumn, 'column'>[],
  options: CsvOptions,
): void {
  if (
    options.header !== undefined ||
    options.names ||
    options.widths ||
    names.some((name) => options.columns?.has(name))
  )
    return
  const aboveNumbers = names.filter((_, j) => built[j].column.kind === 'numeric')
  if (!aboveNumbers.some((name) => numberLike.test(name))) return
  if (aboveNumbers.some((name) => !numberLike.test(name) && !meansMissing(name, options))) return
  throw looksLikeRecord(names, options)
}

function refuseNumbers(names: readonly string[], cells: readonly string[], options: CsvOptions): void {
  const unknown = names.filter((name) => !options.columns?.has(name) && !meansMissing(name, options))
  const numbers = unknown.filter((name) => numberLike.test(name))
  if (2 * numbers.length > unknown.length) throw looksLikeRecord(cells, options)
  const parts = cells.length === 1 ? cells[0].trim().split(/\s+/) : []
  if (parts.length > 1 && parts.every((part) => numberLike.test(part))) throw looksLikeFixedWidth(cells[0], options)
}

function looksLikeFixedWidth(cell: string, { file }: CsvOptions): SdcError {
  const message = `line 1 is one cell of numbers with blanks between them (${JSON.stringify(cell.slice(0, 40))}): this looks like fixed width, or blanks instead of separators`
  const fix = `For columns of fixed width, give their widths (${option('widths', '3,2,8')}) or the .rda file of µ-Argus as the schema; for blanks, set the separator to ' ' in a schema.`
  return new SdcError('FILE', message, { file, line: 1 }, fix)
}

function meansMissing(name: string, { missing = defaultMissing }: CsvOptions): boolean {
  return missing.includes(name)
}

function looksLikeRecord(cells: readonly string[], { file }: CsvOptions): SdcError {
  const message = `line 1 looks like a record, not like the names of columns: ${listed(cells, 5)}`
  return new SdcError('FILE', message, { file, line: 1 }, headerFix())
}
