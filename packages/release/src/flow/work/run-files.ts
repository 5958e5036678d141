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

/** A file that is read in parts, and what of it a plan has to know. */
export interface OpenSource extends FileSource {
  /** Of Parquet: by column in how many records it is NaN. */
  nans?(): Promise<ReadonlyMap<string, number>>
  close(): void
}

/** What a plan says of the file that it reads, and how it is written. */
export interface FoundFiles {
  readonly source: FileSource
  readonly csv: CsvFacts | undefined
  readonly types: Readonly<Record<string, string>>
  /** Opens them again to be read. */
  open(): Promise<OpenSource>
  /** All their bytes, one file after the other, read when they are asked for. */
  bytes(): Iterable<Uint8Array>
}

/**
 * Looks at files before there is a plan.
 *
 * @param path - The file or folder.
 * @param format - What it is.
 * @param schema - What is known of it.
 * @param known - Of CSV: what a run that is gone on with found, which is not looked for again.
 * @param most - Bytes that may be used for it: nothing else works meanwhile.
 * @returns What was found.
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

/** So many categories of a file, in all, are part of a plan: to look for more anew is faster than to read them there. */
const PLANNED_LEVELS = 100_000

/** What a plan says of a file: what it was, and what was found of it that nobody has to look for again. */
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

/** Opens the files of a plan; of those that changed since the fingerprint is another. */
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
  /** How much DuckDB may have, as it is told. */
  readonly limits: { readonly reader: (file: PlannedFile) => string; readonly writer: string }
}): Promise<{ readonly source: OpenSource; readonly masked: OpenSource | undefined; readonly sink: Sink }> {
  const original = await openSource(from, schema, limits.reader(from))
  const beside = masked && (await openSource(masked, masked.schema, limits.reader(masked)))
  const { csv, copies } = beside ?? original
  const open = { source: original.source, masked: beside?.source }
  // Bytes of CSV that stay as they are come from where it was read.
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

/** How CSV is read. A worker on Parquet starts sooner without the module, and what it loads. */
async function csvOptions(path: string, schema: FileSchema | undefined): Promise<CsvOptions> {
  const { tableOptions } = await import('@sdc/inspect')
  return tableOptions(path, schema)
}

/** Refuses a column that steps use, or that a release renumbers, and of which the categories are not held. */
export function refuseUnloaded(used: readonly string[], { unheld }: OpenSource): void {
  const name = used.find((one) => unheld?.has(one))
  if (name !== undefined) throw unloadedError(name)
}

/** The error of a column whose categories are not held. */
export function unloadedError(name: string): SdcError {
  const message = `column "${name}" has too many categories for a CSV file out of core`
  const fix = 'Leave it out of the columns, or allow enough memory for the whole file.'
  return new SdcError('BAD_OPTION', message, { column: name }, fix)
}
