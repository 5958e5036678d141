import type { DuckDBInstance } from '@duckdb/node-api'
import {
  blocksOf,
  SdcError,
  type BlockRange,
  type Column,
  type Dataset,
  type PartRange,
  type SourceBlock,
} from '@sdc/core'
import { duckdbError } from './duckdb.js'
import { checkUnchanged, type ParquetFile } from './parquet-files.js'
import { rawVector, type RawVector } from './raw-items.js'
import { quotedPath } from './sql-text.js'

/** A column to read: the expression is a number, whole or double, or a code; NaN or the code −1 for null. */
export interface ReadColumn {
  readonly name: string
  readonly numeric: boolean
  readonly select: string
  readonly limit: number
  readonly levels: readonly string[]
  readonly ordered: boolean
}

/** A file and its range of records within the whole. */
export interface FilePiece {
  readonly file: ParquetFile
  readonly first: number
  readonly end: number
  /** True if DuckDB can number its records: not if it has a column of that name. */
  readonly numbered: boolean
}

/**
 * Reads whole blocks.
 *
 * @param instance - Instance of DuckDB.
 * @param range - Range of blocks.
 * @param rows - Number of records of all files.
 * @param pieces - The files.
 * @param columns - Columns to read.
 * @yields The blocks in order, each with new arrays.
 */
export async function* readBlocks(
  instance: DuckDBInstance,
  { from, to }: PartRange,
  rows: number,
  pieces: readonly FilePiece[],
  columns: readonly ReadColumn[],
): AsyncGenerator<SourceBlock, void, undefined> {
  const blocks = blocksOf(rows).slice(from, to)
  if (columns.length === 0) {
    for (const block of blocks) yield { block, data: blockData(block, [], []) }
    return
  }
  let at = 0
  let filled = 0
  let arrays = arraysFor(columns, blocks[0])
  const [first, end] = [blocks[0]?.first ?? 0, blocks.at(-1)?.end ?? 0]
  for (const piece of pieces) {
    const own = { first: Math.max(first, piece.first), end: Math.min(end, piece.end) }
    if (own.first >= own.end) continue
    for await (const { vectors, count } of readPiece(instance, piece, own, columns)) {
      let taken = 0
      while (taken < count) {
        const block = blocks[at]
        const take = Math.min(count - taken, block.end - block.first - filled)
        arrays.forEach((array, c) => put(array, filled, vectors[c], taken, take))
        taken += take
        filled += take
        if (filled < block.end - block.first) continue
        columns.forEach((column, c) => checkExact(column, arrays[c], block))
        yield { block, data: blockData(block, columns, arrays) }
        at++
        filled = 0
        if (at < blocks.length) arrays = arraysFor(columns, blocks[at])
      }
    }
  }
}

/** Copies some items of a vector into an array, from a position on. */
function put(
  array: Float64Array | Int32Array,
  place: number,
  { items, present }: RawVector,
  from: number,
  count: number,
): void {
  array.set(items.subarray(from, from + count), place)
  if (present === undefined) return
  const missing = array instanceof Float64Array ? NaN : -1
  for (let i = 0; i < count; i++)
    if (((present[(from + i) >> 3] >> ((from + i) & 7)) & 1) === 0) array[place + i] = missing
}

/**
 * Reads the vectors of some records of one file, a few thousand at a time; they are valid until the next are requested.
 */
async function* readPiece(
  instance: DuckDBInstance,
  { file, first: offset, numbered }: FilePiece,
  { first, end }: { readonly first: number; readonly end: number },
  columns: readonly ReadColumn[],
): AsyncGenerator<{ readonly vectors: readonly RawVector[]; readonly count: number }, void, undefined> {
  checkUnchanged(file)
  // A connection for each stream: a second statement on one ends its open stream, without an error.
  const connection = await instance.connect()
  let read = 0
  try {
    const stream = await connection.stream(statement(file.path, columns, numbered, first - offset, end - offset))
    for (;;) {
      const chunk = await stream.fetchChunk()
      const count = chunk?.rowCount ?? 0
      if (!chunk || count === 0) break
      read += count
      if (read > end - first) break
      yield { vectors: columns.map((_, c) => rawVector(chunk.getColumnVector(c))), count }
    }
  } catch (error) {
    throw duckdbError(error, 'read', file.path)
  } finally {
    connection.closeSync()
  }
  checkUnchanged(file)
  if (read === end - first) return
  const message = `${file.path} gave ${read} records from number ${first - offset + 1} on, but declares ${end - first}`
  throw new SdcError(
    'FILE',
    message,
    { file: file.path },
    'The file is damaged, or another program wrote to it: use a copy.',
  )
}

/** Selects records by their number in the file: DuckDB skips groups without any of them. */
function statement(
  path: string,
  columns: readonly ReadColumn[],
  numbered: boolean,
  first: number,
  end: number,
): string {
  const select = columns.map((column) => column.select).join(', ')
  const from = `read_parquet(${quotedPath(path)}, hive_partitioning = false${numbered ? ', file_row_number = true' : ''})`
  const range = numbered
    ? `WHERE file_row_number >= ${first} AND file_row_number < ${end}`
    : `LIMIT ${end - first} OFFSET ${first}`
  return `SELECT ${select} FROM ${from} ${range}`
}

function arraysFor(
  columns: readonly ReadColumn[],
  block: BlockRange | undefined,
): readonly (Float64Array | Int32Array)[] {
  const length = block === undefined ? 0 : block.end - block.first
  return columns.map(({ numeric }) => (numeric ? new Float64Array(length) : new Int32Array(length)))
}

function blockData(
  { first, end }: BlockRange,
  columns: readonly ReadColumn[],
  arrays: readonly (Float64Array | Int32Array)[],
): Dataset {
  const held = new Map(columns.map((column, c) => [column.name, columnOf(column, arrays[c])]))
  return {
    rows: end - first,
    names: [...held.keys()],
    column(name) {
      const column = held.get(name)
      if (column === undefined) throw new Error(`column "${name}" was not read`)
      return column
    },
  }
}

function columnOf({ levels, ordered }: ReadColumn, array: Float64Array | Int32Array): Column {
  if (array instanceof Float64Array) return { kind: 'numeric', values: array }
  return { kind: 'categorical', codes: array, levels, ordered }
}

/** A whole number beyond 2^53 may differ from that in the file. */
function checkExact({ name, limit }: ReadColumn, array: Float64Array | Int32Array, { first }: BlockRange): void {
  if (limit === Infinity) return
  for (let i = 0; i < array.length; i++) {
    if (!(Math.abs(array[i]) >= limit)) continue
    const message =
      `column "${name}" has a number near ${array[i]} in record ${first + i + 1}, which has more digits than a ` +
      'double (2^53)'
    const fix = 'If it is a key or a code, declare it categorical in the schema; else convert it to a double first.'
    throw new SdcError('WRONG_INPUT', message, { column: name, row: first + i + 1 }, fix)
  }
}
