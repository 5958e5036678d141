/** Writes a Parquet file from new columns and copied chunks of other files. */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import type { Column } from '@sdc/core'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { GroupOfFile, ParquetCopies } from './copied-columns.js'
import { checkUnchanged, type ParquetFile } from './parquet-files.js'
import {
  bytesAt,
  FILE_START,
  footerBytes,
  movedTo,
  nameOf,
  readFooter,
  type ColumnChunk,
  type ParquetFooter,
  type RowGroup,
} from './parquet-footer.js'
import { hasNegativeZero, type PartColumn, type PartTable } from './part-table.js'
import { isPlain, PLAIN_ORDER, plainChunk, plainElement } from './plain-doubles.js'
import type { Fields } from './thrift.js'
import { copyTo } from './write-file.js'

/** DuckDB counts the records of a group in vectors of this length. */
const VECTOR = 2048

/**
 * Returns the number of the first record of each group.
 *
 * @param groups - The groups, in the order of their records.
 * @returns The numbers, from 0.
 */
export function firstsOf(groups: readonly RowGroup[]): readonly number[] {
  let next = 0
  return groups.map(({ rows }) => (next += rows) - rows)
}

/** Content of a partition. */
export interface BesideCopies {
  readonly connection: DuckDBConnection
  readonly table: PartTable
  /** New columns, from the block on that contains the first group. */
  readonly columns: readonly PartColumn[]
  /** Number of records of that block before the group. */
  readonly skip: number
  readonly copies: ParquetCopies
  readonly groups: readonly GroupOfFile[]
  /** Path of the output. */
  readonly beside: string
}

/**
 * Writes a partition. DuckDB writes a file of the new columns of each group. Their chunks and the copied ones are
 * concatenated, with a new footer.
 *
 * @param work - Content of the partition.
 * @throws FILE if a source file has changed
 */
export async function writeBesideCopies(work: BesideCopies): Promise<void> {
  const { columns, copies, groups, beside, table } = work
  // Decided once for the partition: to examine all of it for each group would take as long as to write it.
  const plain = new Map(columns.filter(isPlain).map((column) => [column.name, column]))
  const byEngine = columns.filter(({ name }) => !plain.has(name))
  const dictionary = !byEngine.some(hasNegativeZero)
  const made = new Set(byEngine.map(({ name }) => name))
  const groupFile = `${beside}.group`
  const out = openSync(beside, 'w')
  const sources = new Map<string, number>()
  const { length: begun } = FILE_START
  writeAll(out, FILE_START)
  let [at, record] = [begun, work.skip]
  let last: ParquetFooter | undefined
  const written: RowGroup[] = []
  /** Appends a chunk to the output. */
  const put = (chunk: ColumnChunk, ordered: boolean, bytes: Uint8Array): ColumnChunk => {
    writeAll(out, bytes)
    const moved = movedTo(chunk, at, ordered)
    at += bytes.length
    return moved
  }
  try {
    for (const group of groups) {
      const ofGroup = ({ blocks }: PartColumn): readonly Column[] => sliced(blocks, record, record + group.rows)
      table.hold(byEngine.map((column) => ({ ...column, blocks: ofGroup(column) })))
      const own = byEngine.length === 0 ? undefined : await madeGroup(work, group.rows, groupFile, dictionary)
      last = own?.footer
      const chunks = copies.names.map((name, c) => {
        const column = plain.get(name)
        if (column !== undefined) {
          const { chunk, bytes } = plainChunk(name, ofGroup(column))
          return put(chunk, true, bytes)
        }
        if (own !== undefined && made.has(name)) {
          const chunk = own.footer.groups[0].chunks[own.names.indexOf(name)]
          return put(chunk, own.footer.orders !== undefined, own.bytes.subarray(chunk.start, chunk.start + chunk.bytes))
        }
        const chunk = group.chunks[c]
        return put(chunk, group.ordered, chunkBytes(sources, group.file, chunk))
      })
      written.push({ rows: group.rows, chunks })
      record += group.rows
    }
    writeAll(out, footerBytes(footerOf(copies, last, plain, written), 'sdc'))
  } finally {
    closeSync(out)
    for (const file of sources.values()) closeSync(file)
    rmSync(groupFile, { force: true })
  }
  for (const file of new Set(groups.map((group) => group.file))) checkUnchanged(file)
}

/** Builds the footer; each column has the metadata of its own file. */
function footerOf(
  { names, footer }: ParquetCopies,
  made: ParquetFooter | undefined,
  plain: ReadonlyMap<string, unknown>,
  groups: readonly RowGroup[],
): ParquetFooter {
  const ofMade = new Map(made?.columns.map((column, c) => [nameOf(column), c]))
  const columns: Fields[] = []
  const orders: (Fields | undefined)[] = []
  for (const [c, name] of names.entries()) {
    const m = ofMade.get(name)
    if (plain.has(name)) {
      columns.push(plainElement(name))
      orders.push(PLAIN_ORDER)
    } else if (made !== undefined && m !== undefined) {
      columns.push(made.columns[m])
      orders.push(made.orders?.[m])
    } else {
      columns.push(footer.columns[c])
      orders.push(footer.orders?.[c])
    }
  }
  const known = orders.filter((order) => order !== undefined)
  return { root: footer.root, columns, orders: known.length === names.length ? known : undefined, groups }
}

/** Writes the new columns of a group by DuckDB. */
async function madeGroup(
  { connection, table, groups }: BesideCopies,
  rows: number,
  file: string,
  dictionary: boolean,
): Promise<{ readonly footer: ParquetFooter; readonly names: readonly string[]; readonly bytes: Uint8Array }> {
  const largest = groups.reduce((most, own) => Math.max(most, own.rows), 0)
  const options = { dictionary, group: Math.ceil(largest / VECTOR) * VECTOR }
  await copyTo(connection, table.select(), file, options)
  const opened = openSync(file, 'r')
  try {
    const footer = readFooter(opened, statSync(file).size)
    if (footer?.groups.length !== 1 || footer.groups[0].rows !== rows)
      throw new Error(`a group of ${rows} records was written as ${footer?.groups.length ?? 'no'} groups`)
    return { footer, names: footer.columns.map(nameOf), bytes: readFileSync(opened) }
  } finally {
    closeSync(opened)
  }
}

/** Slices the records from `from` to `to` of a column's blocks, in pieces that share their arrays. */
function sliced(blocks: readonly Column[], from: number, to: number): readonly Column[] {
  const pieces: Column[] = []
  let first = 0
  for (const block of blocks) {
    const length = block.kind === 'numeric' ? block.values.length : block.codes.length
    const [begin, end] = [Math.max(0, from - first), Math.min(length, to - first)]
    first += length
    if (begin >= end) continue
    if (block.kind === 'numeric') pieces.push({ ...block, values: block.values.subarray(begin, end) })
    else pieces.push({ ...block, codes: block.codes.subarray(begin, end) })
  }
  return pieces
}

/** Reads a chunk; fewer bytes of a truncated file are detected in a later check. */
function chunkBytes(opened: Map<string, number>, { path }: ParquetFile, { start, bytes }: ColumnChunk): Uint8Array {
  const file = opened.get(path) ?? openSync(path, 'r')
  opened.set(path, file)
  return bytesAt(file, start, bytes)
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
