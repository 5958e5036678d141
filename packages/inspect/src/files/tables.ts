import { isSdcError, SdcError, type Dataset } from '@sdc/core'
import { checkBounds, type FileSchema } from '@sdc/engine'
import { csvHead, defaultMissing, lineOfRecord, linesOfRecords, type ColumnSchema } from '@sdc/files'
import {
  formatOfContent,
  readTableFile,
  tableOfStat,
  type ReadStat,
  type TableFile,
  type TableOptions,
} from '@sdc/files/formats'
import { dictionaryOf } from './dictionary-of.js'
import { withKindsOf } from './kinds-of-original.js'
import { manifestOf } from './manifest-of.js'
import type { InputFile } from './input-file.js'

type ColumnPlan = FileSchema['columns'][string]

/** A table with the name of its file, for messages. */
export interface NamedTable {
  readonly name: string
  readonly dataset: Dataset
}

/**
 * Reads a table by its schema.
 *
 * @param file - The table.
 * @param schema - Its schema.
 * @param said - Source of the column names, for the error about a column that the file lacks; null to leave it out.
 * @returns The table.
 * @throws UNKNOWN_COLUMN with the nearest name; BAD_PLAN with the line if a value is outside the bounds of the schema;
 *   the errors of reading the file.
 */
export function readTable(file: InputFile, schema?: FileSchema, said: string | null = 'the schema'): TableFile {
  const options = optionsOf(file, schema, new Map(Object.entries(schema?.columns ?? {})))
  const table = readNamed(file, options, said)
  const lineOf = (record: number): number | undefined => lineOfRecord(file.content, record, options)
  checkBounds(table.dataset, schema, table.format === 'csv' ? lineOf : undefined)
  return { ...table, dictionary: dictionaryOf(table, schema) }
}

/**
 * Returns the lines of records in a text file.
 *
 * @param file - The file.
 * @param table - The same file, read as a table.
 * @param records - The records, from 0.
 * @param schema - Its schema.
 * @returns Their lines, from 1; undefined for another format.
 */
export function linesOfTable(
  file: InputFile,
  { format }: Pick<TableFile, 'format'>,
  records: readonly number[],
  schema?: FileSchema,
): ReadonlyMap<number, number> | undefined {
  return format === 'csv' ? linesOfRecords(file.content, records, tableOptions(file.name, schema)) : undefined
}

/**
 * Returns options for reading a file with a schema.
 *
 * @param name - Its name, for messages.
 * @param schema - Schema of the file and its columns.
 * @returns The options.
 */
export function tableOptions(name: string, schema?: FileSchema): TableOptions {
  return optionsOf({ name }, schema, new Map(Object.entries(schema?.columns ?? {})))
}

/** Reads a file of any format; a Parquet file has been read before. */
function readContent({ content, table, catalog }: InputFile, options: TableOptions): TableFile {
  if (table === undefined) return readTableFile(content, { ...options, catalog })
  refuseTextsAsTimes(table, options)
  return { ...tableOfStat(table, options), format: 'parquet' }
}

/**
 * Refuses texts declared as dates in a Parquet file, which has its own types for them: they could not be written back
 * as texts.
 */
function refuseTextsAsTimes({ table }: ReadStat, { columns }: TableOptions): void {
  for (const { name, description } of table.columns) {
    const kind = columns?.get(name)?.kind
    if (kind === undefined || kind === 'numeric' || kind === 'categorical' || description.time !== undefined) continue
    const message = `column "${name}" is declared ${kind}, but its type in the Parquet file is neither a date nor a time`
    const fix = 'Convert it to DATE or TIMESTAMP, or save the file as CSV.'
    throw new SdcError('BAD_PLAN', message, { column: name }, fix)
  }
}

/** Reads a file other than the original; a workbook may lack the sheet that the schema names. */
function readOther(file: InputFile, options: TableOptions): TableFile {
  try {
    return readContent(file, options)
  } catch (error) {
    if (options.sheet === undefined || !isSdcError(error) || error.place.parameter !== 'sheet') throw error
    return readContent(file, { ...options, sheet: undefined })
  }
}

/**
 * Reads the column names of a table of any format.
 *
 * @param file - The table.
 * @param schema - Schema with separator and header.
 * @returns The names.
 */
export function columnNamesOf(file: InputFile, schema?: FileSchema): readonly string[] {
  const options = optionsOf(file, schema && { ...schema, columns: {} }, new Map())
  const isText = file.table === undefined && formatOfContent(file.content) === 'csv'
  return isText ? csvHead(file.content, options).names : readContent(file, options).dataset.names
}

function readNamed(file: InputFile, options: TableOptions, said: string | null): TableFile {
  try {
    return readContent(file, options)
  } catch (error) {
    const { column } = isSdcError(error) && error.code === 'UNKNOWN_COLUMN' ? error.place : {}
    if (!isSdcError(error) || column === undefined) throw error
    const message = `there is no column "${column}" in ${file.name}${said === null ? '' : `, which ${said} names`}`
    throw new SdcError(error.code, message, { ...error.place, file: file.name }, error.fix)
  }
}

/**
 * Returns a schema without the bounds of its numbers, which masked values may exceed.
 *
 * @param schema - Schema of the original.
 * @returns The schema of a masked file.
 */
export function withoutBounds(schema: FileSchema | undefined): FileSchema | undefined {
  if (schema === undefined) return undefined
  const columns = new Map(Object.entries(schema.columns))
  for (const [name, said] of columns) columns.set(name, { ...said, min: undefined, max: undefined, integer: undefined })
  return { ...schema, columns: Object.fromEntries(columns) }
}

/**
 * Reads a masked file that belongs to an original. The schema applies to the columns that the file still has.
 * Categories of the original are read as categories, not as numbers (01 and 1 stay apart). A recoded column is read
 * with the classes, in their order, from the public manifest with the hash of this file.
 *
 * @param file - The masked file.
 * @param original - The original.
 * @param schema - Schema of the original.
 * @param manifests - Files next to the masked one with the names of public manifests.
 * @returns The masked file.
 */
export function readMasked(
  file: InputFile,
  original: Dataset,
  schema?: FileSchema,
  manifests: readonly InputFile[] = [],
): TableFile {
  const columns = new Map<string, ColumnPlan>(Object.entries(schema?.columns ?? {}))
  for (const name of original.names) {
    if (original.column(name).kind === 'categorical') columns.set(name, { kind: 'categorical', ...columns.get(name) })
  }
  for (const [name, { levels, ordered, missing }] of Object.entries(manifestOf(file, manifests)?.columns ?? {})) {
    if (levels === undefined) continue
    const known = columns.get(name)?.missing ?? schema?.missing ?? defaultMissing
    const codes = [...new Set([...missing, ...known])].filter((text) => !levels.includes(text))
    columns.set(name, { kind: 'categorical', levels: [...levels], ordered: ordered ?? false, missing: codes })
  }
  const options = { ...optionsOf(file, asReleased(file, schema), columns), absentColumns: 'ignore' } as const
  return withKindsOf(readOther(file, options), original)
}

/**
 * Reads a file from another source. It may lack columns of the schema. Requested categories are read as categories,
 * even if the texts look like numbers (01 and 1 stay apart).
 *
 * @param file - The file.
 * @param schema - Its schema.
 * @param categories - Names of the categorical columns.
 * @returns The table.
 */
export function readReleased(file: InputFile, schema?: FileSchema, categories: readonly string[] = []): TableFile {
  const columns = new Map<string, ColumnPlan>(Object.entries(schema?.columns ?? {}))
  for (const name of categories) columns.set(name, { ...columns.get(name), kind: 'categorical' })
  return readOther(file, {
    ...optionsOf(file, asReleased(file, schema), columns),
    absentColumns: 'ignore',
  })
}

/**
 * Returns the schema of an original for a file made from it: without lines to skip, and with separators if its name
 * says so.
 */
function asReleased({ name }: InputFile, schema: FileSchema | undefined): FileSchema | undefined {
  if (schema === undefined) return undefined
  const own = { ...schema, skip: undefined }
  if (/\.(?:tsv|tab)(?:\.gz)?$/i.test(name)) return { ...own, separator: undefined, ...unfixed(schema) }
  return /\.csv(?:\.gz)?$/i.test(name) ? { ...own, ...unfixed(schema) } : own
}

/** A file of fixed width is written with separators and a header. */
function unfixed({ widths }: FileSchema): Partial<FileSchema> {
  return widths === undefined ? {} : { widths: undefined, names: undefined, header: undefined }
}

function optionsOf(
  { name, encoding, widths }: Pick<InputFile, 'name' | 'encoding' | 'widths'>,
  schema: FileSchema | undefined,
  said: ReadonlyMap<string, ColumnPlan>,
): TableOptions {
  const columns = new Map(
    [...said].map(
      ([column, { kind, dateFormat, levels, ordered, missing, missingRange, taxonomy }]): [string, ColumnSchema] => [
        column,
        {
          kind,
          dateFormat,
          levels,
          ordered,
          missing,
          missingRange,
          taxonomy: taxonomy && new Map(Object.entries(taxonomy)),
        },
      ],
    ),
  )
  const { separator, decimal, header, missing, sheet, skip, names } = schema ?? {}
  return {
    columns,
    encoding: encoding ?? schema?.encoding,
    separator,
    decimal,
    header,
    missing,
    sheet,
    skip,
    widths: widths ?? schema?.widths,
    names,
    file: name,
  }
}
