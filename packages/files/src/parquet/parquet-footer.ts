/** Footer of a Parquet file: positions and metadata of the values of each column in each group of records. */
import { readSync } from 'node:fs'
import { ByteWriter } from 'hyparquet-writer'
import { readFields, writeFields, type Fields } from './thrift.js'

/** Values of one column in one group of records: a run of bytes that is readable at any position. */
export interface ColumnChunk {
  /** Start in its file. */
  readonly start: number
  readonly bytes: number
  readonly uncompressed: number
  /** ColumnMetaData. */
  readonly meta: Fields
}

/** A group of records. */
export interface RowGroup {
  readonly rows: number
  readonly chunks: readonly ColumnChunk[]
}

/** Content of the footer of a file. */
export interface ParquetFooter {
  readonly root: Fields
  /** SchemaElement of each column, in order. */
  readonly columns: readonly Fields[]
  /** Order that defines the least and largest values of each column; undefined if the file lacks it. */
  readonly orders: readonly Fields[] | undefined
  readonly groups: readonly RowGroup[]
}

const MAGIC = 0x31524150
/** Writers that understate the length of chunks. */
const SHORT_CHUNKS = /^parquet-mr version 1\.[0-2]\./

/**
 * Reads the footer of a file.
 *
 * @param file - The open file.
 * @param size - Size of the file in bytes.
 * @returns The footer; undefined if chunks cannot be copied: nested or encrypted columns, chunks in other files,
 *   unreliable lengths, or another form of the footer.
 */
export function readFooter(file: number, size: number): ParquetFooter | undefined {
  if (size < 12) return undefined
  const end = Buffer.from(bytesAt(file, size - 8, 8))
  const length = end.readUInt32LE(0)
  if (end.readUInt32LE(4) !== MAGIC || length > size - 12) return undefined
  const whole = fieldsOf(bytesAt(file, size - 8 - length, length))
  if (whole === undefined) return undefined
  const [root, ...columns] = structures(whole.field_2)
  if (whole.field_8 !== undefined || columns.some(({ field_5 }) => Number(field_5 ?? 0) > 0)) return undefined
  if (SHORT_CHUNKS.test(textOf(whole.field_6))) return undefined
  const groups: RowGroup[] = []
  for (const { field_1, field_3 } of structures(whole.field_4)) {
    const chunks = structures(field_1).map((chunk) => chunkOf(chunk, size - 8 - length))
    if (chunks.length !== columns.length || !chunks.every((chunk) => chunk !== undefined)) return undefined
    groups.push({ rows: Number(field_3), chunks })
  }
  const orders = whole.field_7 === undefined ? undefined : structures(whole.field_7)
  return { root, columns, orders: orders?.length === columns.length ? orders : undefined, groups }
}

/** Outermost structure of bytes; undefined if it has elements of unknown kinds. */
function fieldsOf(bytes: Uint8Array): Fields | undefined {
  try {
    return readFields(bytes)
  } catch {
    return undefined
  }
}

/**
 * Returns the name of a column.
 *
 * @param column - Its SchemaElement.
 * @returns The name.
 */
export const nameOf = ({ field_4 }: Fields): string => textOf(field_4)

/**
 * Returns the metadata of a column as bytes: two files with the same bytes hold the same chunks.
 *
 * @param column - Its SchemaElement.
 * @returns The bytes.
 */
export function columnBytes(column: Fields): Buffer {
  const out = new ByteWriter()
  writeFields(out, elementOf(column))
  return Buffer.from(out.getBytes())
}

/**
 * Returns a footer as bytes, with the mark at the end of the file.
 *
 * @param footer - The footer; chunks have their new positions.
 * @param writer - Program that wrote the file.
 * @returns The bytes.
 */
export function footerBytes({ root, columns, orders, groups }: ParquetFooter, writer: string): Uint8Array {
  const out = new ByteWriter()
  const rows = groups.reduce((sum, own) => sum + own.rows, 0)
  writeFields(out, {
    field_1: 2,
    field_2: [{ ...root, field_5: columns.length, field_9: undefined }, ...columns.map(elementOf)],
    field_3: BigInt(rows),
    field_4: groups.map(groupFields),
    field_6: writer,
    field_7: orders,
  })
  const { length } = out.getBytes()
  out.appendUint32(length)
  out.appendUint32(MAGIC)
  return out.getBytes()
}

/** First bytes of a file. */
export const FILE_START: Uint8Array = new TextEncoder().encode('PAR1')

function groupFields({ rows, chunks }: RowGroup): Fields {
  const total = (of: (chunk: ColumnChunk) => number): bigint => BigInt(chunks.reduce((sum, one) => sum + of(one), 0))
  return {
    field_1: chunks.map(({ start, meta }) => ({ field_2: BigInt(start), field_3: meta })),
    field_2: total(({ uncompressed }) => uncompressed),
    field_3: BigInt(rows),
    field_5: BigInt(chunks[0].start),
    field_6: total(({ bytes }) => bytes),
  }
}

/**
 * Returns the metadata of a chunk at a new position.
 *
 * @param chunk - The chunk.
 * @param start - New position.
 * @param ordered - True if the file defines the order of its least and largest values.
 * @returns The chunk there. Indexes and filters elsewhere in the old file are left out, as are bounds for old
 *   readers.
 */
export function movedTo(
  { start: before, bytes, uncompressed, meta }: ColumnChunk,
  start: number,
  ordered: boolean,
): ColumnChunk {
  const moved = (offset: unknown): bigint | undefined =>
    isInside(offset, before) ? BigInt(Number(offset) - before + start) : undefined
  const { field_3: nulls, field_4: distinct, ...bounds } = (meta.field_12 ?? {}) as Fields
  const statistics = {
    field_3: nulls,
    field_4: distinct,
    ...(ordered && {
      field_5: bounds.field_5,
      field_6: bounds.field_6,
      field_7: bounds.field_7,
      field_8: bounds.field_8,
    }),
  }
  return {
    start,
    bytes,
    uncompressed,
    meta: {
      field_1: meta.field_1,
      field_2: meta.field_2,
      field_3: meta.field_3,
      field_4: meta.field_4,
      field_5: meta.field_5,
      field_6: meta.field_6,
      field_7: meta.field_7,
      field_9: moved(meta.field_9),
      field_10: moved(meta.field_10),
      field_11: moved(meta.field_11),
      field_12: statistics,
      field_13: meta.field_13,
    },
  }
}

const isInside = (offset: unknown, start: number): boolean =>
  offset !== undefined && Number(offset) >= start && start > 0

/** Undefined if it is in another file, encrypted, or not within its own file. */
function chunkOf({ field_1, field_3, field_8, field_9 }: Fields, end: number): ColumnChunk | undefined {
  if (field_1 !== undefined || field_3 === undefined || field_8 !== undefined || field_9 !== undefined) return undefined
  const meta = field_3 as Fields
  const data = Number(meta.field_9)
  // Some writers use 0 for missing pages.
  const pages = [meta.field_10, meta.field_11].map((offset) => Number(offset ?? 0)).filter((offset) => offset > 0)
  const start = Math.min(data, ...pages)
  const bytes = Number(meta.field_7)
  if (!(start >= 4 && bytes > 0 && start + bytes <= end)) return undefined
  return { start, bytes, uncompressed: Number(meta.field_6), meta }
}

/** Field numbers of other programs would be incomplete. */
const elementOf = (column: Fields): Fields => ({ ...column, field_9: undefined })

const structures = (list: unknown): readonly Fields[] => (Array.isArray(list) ? (list as Fields[]) : [])

/** A name that is not UTF-8 differs from DuckDB's, and nothing of its file is copied. */
const textOf = (bytes: unknown): string => (bytes instanceof Uint8Array ? Buffer.from(bytes).toString('utf8') : '')

/**
 * Returns bytes of a file.
 *
 * @param file - The open file.
 * @param position - Start of the range.
 * @param length - Number of bytes.
 * @returns The bytes, fewer at the end of the file.
 */
export function bytesAt(file: number, position: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let read = 0
  while (read < length) {
    const now = readSync(file, bytes, read, length - read, position + read)
    if (now === 0) break
    read += now
  }
  return bytes.subarray(0, read)
}
