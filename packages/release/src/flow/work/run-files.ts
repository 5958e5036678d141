import { resolve } from 'node:path'
import { type CsvOptions } from '@sdc/files'
import { type CsvFacts, type CsvSource, bytesOfFiles, csvFilesAt, csvSink, csvSource } from '@sdc/files/node'
import { type ParquetSource } from '@sdc/files/parquet'
import { SdcError, type FileSource, type Sink } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { FileForm } from '../files/file-forms.js'
import { loadDuckDB } from './duckdb.js'
import { namesParquet } from '../files/format-of-file.js'
import type { PartsDocument, PlannedFile } from './run-document.js'
import { categoriesOf, readerMemory, usualMemory } from '../place/cut.js'

/** A file that is read out of core, and its facts for a plan. */
export interface OpenSource extends FileSource {
  /** For Parquet: number of NaN in each column. */
  nans?(): Promise<ReadonlyMap<string, number>>
  close(): void
}

/** Facts of a file for the plan that reads it, and for writing the same format. */
export interface FoundFiles {
  readonly source: FileSource
  readonly csv: CsvFacts | undefined
  readonly types: Readonly<Record<string, string>>
  /** Opens the files again for reading. */
  open(): Promise<OpenSource>
  /** All bytes of the files in their order, read on demand. */
  bytes(): Iterable<Uint8Array>
}

/**
 * Opens files before there is a plan.
 *
 * @param path - The file or folder.
 * @param format - Its format.
 * @param schema - Schema of its columns.
 * @param known - For CSV: facts that a resumed run has found already.
 * @param most - Bytes of memory that may be used; nothing else works meanwhile.
 * @returns Facts of the files.
 */
export async function foundFiles(
  path: string,
  format: FileForm,
  schema: FileSchema | undefined,
  known: CsvFacts | undefined,
  most = usualMemory(),
): Promise<FoundFiles> {
  if (format === 'csv') {
    const options = await csvOptions(path, schema)
    const isSame = known !== undefined && csvFilesAt(path, options).fingerprint === known.fingerprint
    const source = csvSource(path, options, isSame ? known : undefined)
    const open = (): Promise<OpenSource> => Promise.resolve({ ...source, close: () => undefined })
    return { source, csv: source.facts, types: {}, open, bytes: () => csvFilesAt(path, options).content }
  }
  const { parquetSource, parquetFiles } = await loadDuckDB()
  const memory = readerMemory(most, 1)
  const source = await parquetSource(path, { schema, memory })
  source.close()
  const open = (): Promise<OpenSource> => parquetSource(path, { schema, memory })
  const bytes = (): Iterable<Uint8Array> => bytesOfFiles(parquetFiles(path).map((file) => file.path))
  return { source, csv: undefined, types: Object.fromEntries(source.types), open, bytes }
}

/**
 * Largest number of categories of a file, in all, that a plan has: finding more again is faster than reading them
 * there.
 */
const PLANNED_LEVELS = 100_000

/** Returns the entry of a file in a plan: its fingerprint, and facts that need not be found again. */
export function plannedFile(path: string, { source, csv }: FoundFiles): PlannedFile {
  const levels: (readonly [string, readonly string[]])[] = []
  let count = 0
  for (const name of source.names) {
    const own = source.kind(name) === 'numeric' ? [] : source.levels(name)
    if (own.length === 0 || count + own.length > PLANNED_LEVELS) continue
    levels.push([name, own])
    count += own.length
  }
  const found = csv === undefined ? levels.length > 0 && { levels } : { csv }
  return { path: resolve(path), fingerprint: source.fingerprint, ...found, categories: categoriesOf(source) }
}

/** Opens the files of a plan; refuses files whose fingerprint has changed. */
export async function openFiles({
  from,
  masked,
  sink,
  schema,
  limits,
}: {
  readonly from: PartsDocument['source']
  readonly masked: PartsDocument['masked']
  readonly sink: PartsDocument['sink']
  readonly schema: FileSchema | undefined
  /** Memory for DuckDB, as its option expects it. */
  readonly limits: { readonly reader: (file: PlannedFile) => string; readonly writer: string }
}): Promise<{ readonly source: OpenSource; readonly masked: OpenSource | undefined; readonly sink: Sink }> {
  const original = await openSource(from, schema, limits.reader(from))
  const beside = masked && (await openSource(masked, masked.schema, limits.reader(masked)))
  const { csv, copies } = beside ?? original
  const open = { source: original.source, masked: beside?.source }
  // Unchanged bytes of CSV are copied from the input.
  if (csv !== undefined && !namesParquet(sink.path)) return { ...open, sink: csvSink(sink.path, csv, sink) }
  const { parquetSink } = await loadDuckDB()
  return {
    ...open,
    sink: parquetSink(sink.path, {
      types: new Map(Object.entries(sink.types)),
      copies: copies?.(),
      memory: limits.writer,
      replaces: sink.replaces,
    }),
  }
}

/** Opens one of the files of a plan. */
export async function openSource(
  { path, csv: facts, levels }: PartsDocument['source'],
  schema: FileSchema | undefined,
  memory: string,
): Promise<{ readonly source: OpenSource; readonly csv?: CsvSource; readonly copies?: ParquetSource['copies'] }> {
  if (facts === undefined) {
    const { parquetSource } = await loadDuckDB()
    const source = await parquetSource(path, { schema, memory, levels: levels && new Map(levels) })
    return { source, copies: source.copies }
  }
  const options = await csvOptions(path, schema)
  const csv = csvSource(path, options, facts)
  const { fingerprint } = csvFilesAt(path, options)
  return { source: { ...csv, fingerprint, close: () => undefined }, csv }
}

/** Returns the options to read CSV. A worker on Parquet starts sooner without this module and its imports. */
async function csvOptions(path: string, schema: FileSchema | undefined): Promise<CsvOptions> {
  const { tableOptions } = await import('@sdc/inspect')
  return tableOptions(path, schema)
}

/** Refuses a column that steps use, or that a release renumbers, and whose categories do not fit in memory. */
export function refuseUnloaded(used: readonly string[], { unheld }: OpenSource): void {
  const name = used.find((one) => unheld?.has(one))
  if (name !== undefined) throw unloadedError(name)
}

/** Returns the error of a column whose categories do not fit in memory. */
export function unloadedError(name: string): SdcError {
  const message = `column "${name}" has too many categories for a CSV file out of core`
  const fix = 'Leave it out of the columns, or allow enough memory for the whole file.'
  return new SdcError('BAD_OPTION', message, { column: name }, fix)
}
