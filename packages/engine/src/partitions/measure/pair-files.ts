/** Two files in parallel, read in the same partitions. */
import {
  blocksOf,
  dataset,
  type BlockRange,
  type Column,
  type Dataset,
  type PairColumns,
  type Block,
  type Side as ReadSide,
  type PartRange,
  type FileSource,
  type Store,
} from '@sdc/core'
import { emptyFileOf, partsOf } from '../source/source.js'
import type { PairedFiles, Side } from '../link/linked-files.js'
import type { StoredFile } from '../tasks/stage.js'
import { within } from '../tasks/store.js'
import { recordsOfPart } from '../columns/records-of-parts.js'
import { cellsFor, cellsOf, columnIn, columnOfBlock } from '../columns/stored-columns.js'

/** Both files with their partitions and stored columns; `store` has the results of the tasks. */
export interface StoredPair extends PairedFiles {
  readonly store: Store
  /** Partitions of the file with more records. */
  readonly parts: readonly PartRange[]
}

/** Both files with the links of their records. */
export interface PairFiles extends StoredPair {
  /** Returns the pairs of their records, once these are linked. */
  pairs(): Promise<PairedFiles>
  /** Returns the numbers of the records of some pairs in their own files, if these differ from those of the pairs. */
  numbers(block: BlockRange): Promise<Block['numbers']>
  /**
   * Returns the original record of every record of a partition of the masked file, −1 without one; once they are
   * linked.
   */
  originOf(part: number): Promise<Int32Array>
}

/** Returns the original record of every masked record, −1 without one; once they are linked. */
export async function originOfAll({ masked, originOf }: PairFiles): Promise<Int32Array> {
  const origin = new Int32Array(masked.source.rows)
  for (const part of masked.parts.keys()) origin.set(await originOf(part), recordsOfPart(masked, part).first)
  return origin
}

/** Both files in one work folder. */
export function storedFiles(sources: Readonly<Record<Side, FileSource>>, store: Store, partBlocks: number): StoredPair {
  const fileOf = (which: Side): StoredFile => ({
    source: sources[which],
    store: within(store, `${which}/`),
    parts: partsOf(sources[which].rows, partBlocks),
    partBlocks,
  })
  const [original, masked] = [fileOf('original'), fileOf('masked')]
  return { original, masked, store, parts: partsOf(mostRows({ original, masked }), partBlocks) }
}

const mostRows = ({ original, masked }: PairedFiles): number => Math.max(original.source.rows, masked.source.rows)

/** Numbers of records to read, once the records are linked. */
export async function rowsOf(around: PairFiles): Promise<Readonly<Record<ReadSide, number>>> {
  const { original, masked, pairs } = around
  return { original: original.source.rows, masked: masked.source.rows, pairs: (await pairs()).original.source.rows }
}

/** Reads some columns of one stored block of a file; no records beyond its end. */
export async function storedBlock(
  file: StoredFile,
  names: readonly string[],
  { index, first, end: last }: BlockRange,
): Promise<Dataset> {
  const end = Math.min(last, file.source.rows)
  if (end <= first) return emptyFileOf(file.source)
  const block = { index, first, end }
  const columns: (readonly [string, Column])[] = []
  for (const name of names) columns.push([name, await columnOfBlock(file, '0', name, block)])
  const held = dataset(columns)
  // Without columns, a block still has its records.
  return names.length > 0 ? held : { ...held, rows: end - first }
}

/** Returns some columns of the records of a file from `first` to `end`. */
export async function storedRecords(
  file: StoredFile,
  names: readonly string[],
  first: number,
  end: number,
): Promise<Dataset> {
  const cells = names.map((name) => cellsFor(file.source, name, end - first))
  for (const block of blocksOf(file.source.rows)) {
    const [from, to] = [Math.max(first, block.first), Math.min(end, block.end)]
    if (from >= to) continue
    for (const [c, name] of names.entries()) {
      const column = await columnOfBlock(file, '0', name, block)
      cells[c].set(cellsOf(column).subarray(from - block.first, to - block.first), from - first)
    }
  }
  return { ...dataset(names.map((name, c) => [name, columnIn(file, name, cells[c])])), rows: end - first }
}

/** Columns that several metrics read, each once, in the order of the files. */
export function allColumns(reads: readonly PairColumns[], sources: Readonly<Record<Side, FileSource>>): PairColumns {
  const of = (which: Side): readonly string[] => {
    const used = new Set(reads.flatMap((one) => one[which]))
    return sources[which].names.filter((name) => used.has(name))
  }
  return { original: of('original'), masked: of('masked') }
}
