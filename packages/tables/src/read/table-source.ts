import { SdcError, withColumns, type CategoricalColumn, type Column, type ErrorPlace } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import { csvHead, lineOfRecord, type CsvFile, type PackedText } from '@sdc/files'
import { type InputFile, readTable } from '@sdc/inspect'
import type { LongFile } from './long-file.js'

/** The file of a table, with the place of its cells for messages. */
export interface TableSource {
  readonly file: InputFile
  readonly csv: CsvFile
  /** Returns the place of a cell: file, column, record, and its line, which is found only here. */
  place(cell: number, column?: string): ErrorPlace
}

/** Options to open a file with one line per cell. */
export interface SourceOptions {
  readonly header?: boolean | undefined
  /** Texts of a suppressed value, by column. */
  readonly marks?: ReadonlyMap<string, readonly string[]> | undefined
}

/**
 * Returns the names of the columns of a file; throws EMPTY_FILE, FILE, DUPLICATE_COLUMN.
 *
 * @param file - The file.
 * @param header - True if the first line has names, even if these are numbers; undefined by default.
 * @returns The names.
 */
export function columnNames(file: InputFile, header?: boolean): readonly string[] {
  return csvHead(file.content, { file: file.name, header }).names
}

/**
 * Opens a file with one line per cell. Levels of dimensions and names of respondents are names even if they are digits,
 * so that 01 and 1 differ; surrounding blanks are removed.
 *
 * @param file - The file.
 * @param names - The columns of names.
 * @param options - Its header, and marks.
 * @returns Its content, with trimmed names.
 * @throws BAD_TABLE for two names of a column that differ only in blanks; the errors of reading
 */
export function openSource(file: LongFile, names: readonly string[], options: SourceOptions = {}): TableSource {
  const { header, marks } = options
  // `NA` may be a level.
  const columns: [string, FileSchema['columns'][string]][] = [
    ...names.map((name): [string, FileSchema['columns'][string]] => [name, { kind: 'categorical', missing: [''] }]),
    ...[...(marks ?? [])].map(([name, texts]): [string, FileSchema['columns'][string]] => [
      name,
      { kind: 'numeric', missing: ['', 'NA', ...texts] },
    ]),
  ]
  const csv = readTable(file, { columns: Object.fromEntries(columns), ...(header !== undefined && { header }) }, null)
  const trimmed = new Map<string, Column>()
  for (const name of names) {
    const column = csv.dataset.column(name)
    if (column.kind === 'numeric') throw new TypeError('names are read as categories')
    trimmed.set(name, withoutBlanks(column, csv.source.get(name)?.exceptions, name, file.name))
  }
  return {
    file,
    csv: { ...csv, dataset: withColumns(csv.dataset, trimmed) },
    place: (cell, column) => ({
      file: file.name,
      ...(column !== undefined && { column }),
      ...(file.place?.(cell) ?? { row: cell + 1, line: lineOfRecord(file.content, cell, { header, file: file.name }) }),
    }),
  }
}

/**
 * Returns a column of names of an opened source; throws MISSING_VALUES if a cell has none.
 *
 * @param source - The file, opened with this column as names.
 * @param name - Name of the column.
 * @returns The column.
 * @throws MISSING_VALUES if a cell has no name
 */
export function sliceOf(source: TableSource, name: string): CategoricalColumn {
  const column = source.csv.dataset.column(name)
  if (column.kind === 'numeric') throw new TypeError('dimensions are read as categories')
  const hole = column.codes.indexOf(-1)
  if (hole < 0) return column
  const message = `record ${hole + 1} has no level of "${name}"`
  throw new SdcError('MISSING_VALUES', message, source.place(hole, name), 'Every cell names its slice.')
}

/** A column of trimmed names; throws if two names differ only in blanks. */
function withoutBlanks(
  column: CategoricalColumn,
  texts: PackedText | undefined,
  name: string,
  file: string,
): CategoricalColumn {
  const { levels, codes } = column
  const written = new Map<string, string>()
  codes.forEach((code, row) => {
    if (code < 0) return
    const text = texts?.get(row) ?? levels[code]
    const level = levels[code].trim()
    const before = written.get(level) ?? text
    written.set(level, text)
    if (before === text) return
    const message = `"${name}" has "${before}" and "${text}", which differ in blanks only`
    throw new SdcError('BAD_TABLE', message, { file, column: name }, 'They are one code: write it in one way.')
  })
  return { ...column, levels: levels.map((level) => level.trim()) }
}
