import { BLOCK, blocksOf, type BlockRange, type Column, type FileSource } from '@sdc/core'
import type { SharedBlocks } from './shared-blocks.js'
import { categoriesIn } from '../source/source.js'
import { bytesOf, codesOf, doublesOf } from '../tasks/store.js'
import type { StoredFile } from '../tasks/stage.js'

/** Version of the columns of a masked file. */
export const MASKED = 'masked'

/** Name of one partition of a column after a step; `version` 0 is the original. */
const columnName = ({ source }: StoredFile, version: string, name: string, part: number): string =>
  `columns/${version}/${source.names.indexOf(name)}/${part}`

/** Blocks of a partition. */
export function blocksOfPart(
  { source, parts }: Pick<StoredFile, 'parts'> & { readonly source: Pick<StoredFile['source'], 'rows'> },
  part: number,
): readonly BlockRange[] {
  return blocksOf(source.rows).slice(parts[part].from, parts[part].to)
}

/** Stores one partition of a column, block after block. */
export async function putColumn(
  around: StoredFile,
  version: string,
  name: string,
  part: number,
  blocks: readonly Column[],
): Promise<void> {
  const arrays = blocks.map((column) => bytesOf(column.kind === 'numeric' ? column.values : column.codes))
  await around.store.put(columnName(around, version, name, part), arrays)
}

/** Reads one block of a column as a step left it. */
export async function columnOfBlock(
  around: StoredFile,
  version: string,
  name: string,
  block: BlockRange,
): Promise<Column> {
  const { file, from, length } = placeOf(around, version, name, block)
  const bytes = await around.store.get(file, from, from + length)
  return columnIn(around, name, around.source.kind(name) === 'numeric' ? doublesOf(bytes) : codesOf(bytes))
}

/**
 * Reads the same synchronously, into memory that blocks share.
 *
 * @param around - The file.
 * @param version - Version of the step that left it.
 * @param name - The column.
 * @param block - The block.
 * @param shared - Shared memory.
 * @returns The column; it is valid until another block of it is read.
 */
export function sharedColumn(
  around: StoredFile,
  version: string,
  name: string,
  block: BlockRange,
  shared: SharedBlocks,
): Column {
  const { file, from, length } = placeOf(around, version, name, block)
  const bytes = shared.bytes(`${version}/${name}`, length)
  around.store.fill(file, bytes, from)
  const { buffer } = bytes
  const rows = block.end - block.first
  const isNumeric = around.source.kind(name) === 'numeric'
  return columnIn(around, name, isNumeric ? new Float64Array(buffer, 0, rows) : new Int32Array(buffer, 0, rows))
}

/** Stored name and byte range of a block of a column. */
function placeOf(
  around: StoredFile,
  version: string,
  name: string,
  { index, first, end }: BlockRange,
): { readonly file: string; readonly from: number; readonly length: number } {
  const { source, partBlocks } = around
  const part = Math.floor(index / partBlocks)
  const size = source.kind(name) === 'numeric' ? 8 : 4
  const from = (index - part * partBlocks) * BLOCK * size
  return { file: columnName(around, version, name, part), from, length: (end - first) * size }
}

/** Values of a column, or codes of its categories. */
export type Cells = Float64Array | Int32Array

export const cellsOf = (column: Column): Cells => (column.kind === 'numeric' ? column.values : column.codes)

/** Returns room for so many cells of a column. */
export const cellsFor = (source: Pick<FileSource, 'kind'>, name: string, rows: number): Cells =>
  source.kind(name) === 'numeric' ? new Float64Array(rows) : new Int32Array(rows)

/** Returns cells of a column from their bytes. */
export const cellsIn = (source: Pick<FileSource, 'kind'>, name: string, bytes: Uint8Array): Cells =>
  source.kind(name) === 'numeric' ? doublesOf(bytes) : codesOf(bytes)

/** Returns a column of a file by the values or codes of some of its records. */
export function columnIn({ source }: Pick<StoredFile, 'source'>, name: string, array: Cells): Column {
  return array instanceof Float64Array ? { kind: 'numeric', values: array } : categoriesIn(source, name, array)
}

/** Reads the columns of a partition from its file, and stores them; `each` receives every block of them. */
export async function readColumns(
  around: StoredFile,
  columns: readonly string[],
  part: number,
  each: (column: Column, name: string, block: BlockRange) => void = () => undefined,
): Promise<void> {
  const held = columns.map((): Column[] => [])
  for await (const { block, data } of around.source.read(around.parts[part], columns)) {
    columns.forEach((name, c) => {
      const column = data.column(name)
      each(column, name, block)
      held[c].push(column)
    })
  }
  for (const [c, name] of columns.entries()) await putColumn(around, '0', name, part, held[c])
}
