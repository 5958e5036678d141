import { parse } from 'yaml'
import type { Column, Registry } from '@sdc/core'
import { expandPatterns, parseFileSchema, type FileSchema } from '@sdc/engine'
import { isGzip } from '@sdc/files'
import { inspectFile, namedKinds, readTable, schemaText, type Inspection } from '@sdc/inspect'
import type { TableFile } from '@sdc/files/formats'
import { labelled } from '@sdc/release/reports'
import { barsOf } from './bars.js'
import { changed, checksum, type DataSource } from './data-source.js'
import type { ColumnView, OpenedFile } from '../protocol/file-types.js'
import { isParquet, readParquet } from './read-parquet.js'
import { formatWords } from './format-words.js'
import { releaseNames } from './release-names.js'
import { refuseTooLarge } from './room.js'

/** A file in a worker. */
export interface OpenData {
  readonly source: DataSource
  readonly csv: TableFile
  /** Schema with which the file was read. */
  readonly schema: FileSchema
  /** Checksum that identifies the file. */
  readonly sum: number
}

export interface OpenOptions {
  /** Schema for reading the file. */
  readonly schema?: FileSchema | undefined
  /** Checksum when the file was first opened. */
  readonly sum?: number | undefined
}

/**
 * Reads a file, piece by piece.
 *
 * @param source - The file.
 * @param how - Options of the user, and the first checksum of the file.
 * @returns The data.
 * @throws The errors of `readCsv`; FILE if the file changed, or exceeds the memory.
 */
export async function openData(source: DataSource, { schema = { columns: {} }, sum }: OpenOptions): Promise<OpenData> {
  const ofParquet = isParquet(source)
  if (!ofParquet) refuseTooLarge(source)
  const found = checksum(source.pieces)
  if (sum !== undefined && sum !== found) throw changed(source.name)
  if (ofParquet) return { source, csv: await readParquet(source, schema), schema, sum: found }
  const csv = readTable({ name: source.name, content: source.pieces }, schema)
  return { source, csv, schema, sum: found }
}

/**
 * Describes an open file for the page.
 *
 * @param data - The file.
 * @param tick - Receives the progress, from 0 to 1.
 * @returns Its columns with their values and likely roles, and the findings.
 */
export function openedFile(
  registry: Registry,
  { source, csv, schema, sum }: OpenData,
  tick: (fraction: number) => void,
): OpenedFile {
  const inspection = inspectFile(csv, {
    file: source.name,
    schema: withoutRoles(schema),
    tick: (part) => tick(0.8 * part),
  })
  const columns = inspection.columns.map((column, j): ColumnView => {
    tick(0.8 + (0.2 * j) / inspection.columns.length)
    return columnView(column, csv)
  })
  const { name, bytes } = source
  const [first] = source.pieces
  return {
    name,
    bytes,
    sum,
    records: csv.dataset.rows,
    columns,
    codes: inspection.columns
      .filter(({ kind, suggestedKind }) => kind === 'numeric' && suggestedKind === 'categorical')
      .map(({ name: column }) => column),
    rules: inspection.rules.filter(({ isActive }) => !isActive).map(({ rule }) => rule),
    proposed: proposedSchema(inspection, registry),
    findings: inspection.findings.map(({ kind, columns: names, text }) => ({ kind, columns: [...names], text })),
    ...formatWords(csv, {
      out: releaseNames(name, csv.format).out,
      sheet: schema.sheet,
      isPacked: isGzip(first),
    }),
  }
}

/** Returns a schema without roles, so that they are suggested by the values. */
function withoutRoles(schema: FileSchema): FileSchema {
  const columns = Object.entries(schema.columns).map(
    ([name, column]) => [name, { ...column, role: undefined, level: undefined }] as const,
  )
  return { ...schema, columns: Object.fromEntries(columns) }
}

/** Most categories listed by the page to set their order. */
const MOST_LEVELS = 200

/** Returns the schema that `sdc inspect --write` writes, with a key for each column. */
function proposedSchema(inspection: Inspection, registry: Registry): FileSchema {
  const names = inspection.columns.map(({ name }) => name)
  return expandPatterns(parseFileSchema(parse(schemaText(inspection, registry))), names)
}

function columnView(column: Inspection['columns'][number], { dataset }: TableFile): ColumnView {
  const { name, kind, looks, distinct, missing, numbers, role } = column
  const { label, labels } = column.facts
  return {
    name,
    label,
    kind,
    looks,
    distinct,
    missing,
    missingKinds: namedKinds(column),
    zeros: numbers?.zeros ?? 0,
    suggested: role && { role: role.role, unsure: role.unsure, why: role.why },
    labels: labels && Object.fromEntries(labels),
    levels: levelsOf(dataset.column(name)),
    bars: labelled(barsOf(dataset.column(name)), labels),
  }
}

function levelsOf(column: Column): readonly string[] | undefined {
  return column.kind === 'categorical' && column.levels.length <= MOST_LEVELS ? column.levels : undefined
}
