import type { DuckDBInstance } from '@duckdb/node-api'
import type { ColumnKind, FileSource } from '@sdc/core'
import type { ColumnSchema } from '../csv/csv-file.js'
import { formOf, type ColumnForm } from './column-forms.js'
import { levelsName, levelsOf } from './column-levels.js'
import { copiesOf, type ParquetCopies } from './copied-columns.js'
import { duckdbError, openDuckDB } from './duckdb.js'
import { checkAlike, factsOfFile, type FileFacts } from './file-schema.js'
import { checkNumbers } from './check-numbers.js'
import { fingerprintOf, parquetFiles, type ParquetFile } from './parquet-files.js'
import { readBlocks, type FilePiece, type ReadColumn } from './read-blocks.js'
import { quotedName, quotedPath, quotedText } from './sql-text.js'

/** Number of categories up to which a text is searched for in a list. */
const FEW_LEVELS = 32

/** Schema of a column with its taxonomy as plain data. */
export interface ParquetColumnSchema extends Omit<ColumnSchema, 'taxonomy'> {
  /** Parent of each category. */
  readonly taxonomy?: Readonly<Record<string, string | null>> | undefined
}

/** Options for reading Parquet files. */
export interface ParquetSourceOptions {
  /** Schema of the columns: their kinds, their categories in order, and texts that mean missing. */
  readonly schema?: { readonly columns: Readonly<Record<string, ParquetColumnSchema>> } | undefined
  /** Memory limit of DuckDB for reading, such as `512MB`. */
  readonly memory?: string | undefined
  /**
   * Categories of columns, if a source of the same files and schema has found them before; all files are read for the
   * others.
   */
  readonly levels?: ReadonlyMap<string, readonly string[]> | undefined
}

/** Parquet files as a source, with the types of their columns. */
export interface ParquetSource extends FileSource {
  /** Type of each column in DuckDB, which a sink needs to write the same types. */
  readonly types: ReadonlyMap<string, string>
  /** Parts of the files that a sink can copy instead of writing them again; undefined if there are none. */
  copies(): ParquetCopies | undefined
  /**
   * Number of records with NaN by column, which is read as missing and written as null; columns without NaN are left
   * out.
   */
  nans(): Promise<ReadonlyMap<string, number>>
  /** Ends the reading and frees its memory. */
  close(): void
}

/**
 * Opens a Parquet file, or several files and folders as one, for reading block by block: the records of the files by
 * name (of a list: in its order). Numbers of all types are numeric, and must be within the range of a double. Texts and
 * booleans are categories. Dates are numbers of days since 1970-01-01, times are seconds; moments with a time zone are
 * categories by their texts, `2024-02-29T12:00:00Z`. Null and NaN are missing.
 *
 * @param path - A file, a folder whose files end in `.parquet`, or files.
 * @param options - Options with the schema of the columns.
 * @returns The source. Reading throws FILE if a file has changed, or has another number of records than it declares;
 *   WRONG_INPUT if a whole number is beyond 2^53, naming column and record.
 * @throws FILE if a file does not exist or is not Parquet; WRONG_INPUT if files do not belong together or a column
 *   has unsupported values
 */
export async function parquetSource(
  path: string | readonly string[],
  { schema, memory = '256MB', levels: known }: ParquetSourceOptions = {},
): Promise<ParquetSource> {
  const files = parquetFiles(path)
  const { instance } = await openDuckDB(memory)
  const shown = typeof path === 'string' ? path : path.join(', ')
  try {
    const facts = await factsOf(instance, files)
    checkAlike(files, facts)
    const own = (name: string): ParquetColumnSchema | undefined =>
      schema !== undefined && Object.hasOwn(schema.columns, name) ? schema.columns[name] : undefined
    const said: (name: string) => Omit<ColumnSchema, 'taxonomy'> | undefined = own
    const forms = facts[0].columns.map(({ name, type }) => formOf(name, type, said(name)))
    const levels = await allLevels(instance, files, forms, { said, known }, shown)
    const columns = new Map(forms.map((form, c) => [form.name, readColumn(form, c, levels.get(form.name) ?? [])]))
    const types = new Map(forms.map(({ name, type }) => [name, type]))
    const times = new Map(forms.flatMap(({ name, time }) => (time === undefined ? [] : [[name, time] as const])))
    const rows = facts.reduce((sum, own) => sum + own.rows, 0)
    const kinds = new Map(
      forms.map(({ name, numeric }): [string, ColumnKind] => {
        const { ordered, levels: named } = said(name) ?? {}
        return [name, numeric ? 'numeric' : ordered === true || named ? 'ordered' : 'nominal']
      }),
    )
    return {
      names: forms.map(({ name }) => name),
      rows,
      types,
      fingerprint: fingerprintOf(
        files,
        // Roles and bounds of a schema do not affect how the file is read.
        [...types].map(([name, type]) => {
          const { kind, levels, ordered, missing } = said(name) ?? {}
          return [name, type, { kind, levels, ordered, missing }]
        }),
      ),
      kind: (name) => kinds.get(name) ?? 'nominal',
      levels: (name) => levels.get(name) ?? [],
      time: (name) => times.get(name),
      taxonomy(name) {
        const above = own(name)?.taxonomy
        return above && new Map(Object.entries(above))
      },
      async *read({ from, to }, wanted) {
        const read = wanted.map((name): ReadColumn => ({
          ...(columns.get(name) as ReadColumn),
          levels: levels.get(name) ?? [],
          ordered: kinds.get(name) === 'ordered',
        }))
        yield* readBlocks(instance, { from, to }, rows, piecesOf(files, facts), read)
      },
      nans: () => nansOf(instance, files, forms),
      copies: () => copiesOf(files, forms),
      close: () => instance.closeSync(),
    }
  } catch (error) {
    instance.closeSync()
    throw error
  }
}

/** Returns the names of the columns of a file, or of a folder of files. */
export async function parquetNames(path: string): Promise<readonly string[]> {
  const { instance } = await openDuckDB('256MB')
  try {
    const [{ columns }] = await factsOf(instance, parquetFiles(path).slice(0, 1))
    return columns.map(({ name }) => name)
  } finally {
    instance.closeSync()
  }
}

async function factsOf(instance: DuckDBInstance, files: readonly ParquetFile[]): Promise<readonly FileFacts[]> {
  const connection = await instance.connect()
  try {
    const facts: FileFacts[] = []
    for (const { path } of files) facts.push(await factsOfFile(connection, path))
    return facts
  } finally {
    connection.closeSync()
  }
}

async function nansOf(
  instance: DuckDBInstance,
  files: readonly ParquetFile[],
  forms: readonly ColumnForm[],
): Promise<ReadonlyMap<string, number>> {
  const floats = forms.filter(({ type }) => type === 'DOUBLE' || type === 'FLOAT')
  if (floats.length === 0) return new Map()
  const connection = await instance.connect()
  try {
    const counts = floats.map(({ name }) => `CAST(count(*) FILTER (isnan(${quotedName(name)})) AS DOUBLE)`)
    const [row] = await (await connection.run(`SELECT ${counts.join(', ')} FROM ${allOf(files)}`)).getRows()
    return new Map(floats.flatMap(({ name }, c) => (Number(row[c]) > 0 ? [[name, Number(row[c])] as const] : [])))
  } catch (error) {
    throw duckdbError(error, 'read', files[0].path)
  } finally {
    connection.closeSync()
  }
}

const allOf = (files: readonly ParquetFile[]): string =>
  `read_parquet([${files.map(({ path }) => quotedPath(path)).join(', ')}], hive_partitioning = false)`

/** Finds the categories of the columns that are not numeric, and checks those declared numeric. */
async function allLevels(
  instance: DuckDBInstance,
  files: readonly ParquetFile[],
  forms: readonly ColumnForm[],
  {
    said,
    known,
  }: {
    readonly said: (name: string) => ColumnSchema | undefined
    readonly known: ReadonlyMap<string, readonly string[]> | undefined
  },
  shown: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const from = allOf(files)
  const connection = await instance.connect()
  try {
    const levels = new Map<string, readonly string[]>()
    for (const [c, form] of forms.entries()) {
      if (form.numeric && form.type === 'VARCHAR') await checkNumbers(connection, files, form, said(form.name))
      if (form.numeric) continue
      const { name } = form
      levels.set(name, await levelsOf(connection, from, form, c, said(name), known?.get(name)))
    }
    return levels
  } catch (error) {
    throw duckdbError(error, 'read', shown)
  } finally {
    connection.closeSync()
  }
}

function readColumn(form: ColumnForm, number: number, levels: readonly string[]): ReadColumn {
  const { name, numeric, expression, limit } = form
  const select = numeric ? expression : codeOf(form, number, levels)
  return { name, numeric, select, limit, levels: [], ordered: false }
}

/** SQL for the code of a category, null if missing; an unknown text is an error. */
function codeOf({ name, type, expression }: ColumnForm, number: number, levels: readonly string[]): string {
  const code = `CAST(enum_code(CAST(${expression} AS ${levelsName(number)})) AS INTEGER)`
  const isText = type === 'VARCHAR' && expression === quotedName(name)
  // A statement cannot contain a text with a zero byte.
  const isFew = levels.length > 0 && levels.length <= FEW_LEVELS && levels.every((level) => !level.includes('\0'))
  if (!isText || !isFew) return code
  // DuckDB searches a list once for all records of a group with the same text, but casts a text for each of them.
  const place = `list_position([${levels.map(quotedText).join(', ')}], ${expression})`
  return `coalesce(${place} - 1, ${code})`
}

/** Ranges of records of each file within the whole. */
function piecesOf(files: readonly ParquetFile[], facts: readonly FileFacts[]): readonly FilePiece[] {
  let first = 0
  return files.map((file, f) => {
    const { rows, columns } = facts[f]
    const numbered = columns.every(({ name }) => name.toLowerCase() !== 'file_row_number')
    const piece = { file, first, end: first + rows, numbered }
    first += rows
    return piece
  })
}
