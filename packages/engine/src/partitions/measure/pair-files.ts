/** Two files side by side, read in the same parts. */
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

/** Both files, each in its parts, and where their columns lie; what tasks return lies in `store`. */
export interface StoredPair extends PairedFiles {
  readonly store: Store
  /** The parts of the file that has more records. */
  readonly parts: readonly PartRange[]
}

/** The same, and which of their records belong together. */
export interface PairFiles extends StoredPair {
  /** The pairs of their records, once it is known which belong together. */
  pairs(): Promise<PairedFiles>
  /** The numbers of the records of some pairs in their own files, where these are not those of the pairs. */
  numbers(block: BlockRange): Promise<Block['numbers']>
  /** The original's record of every record of a part of the masked file, −1 where it has none; once they are linked. */
  originOf(part: number): Promise<Int32Array>
}

/** Returns the original's record of every masked record, −1 where it has none; once they are linked. */
export async function originOfAll({ masked, originOf }: PairFiles): Promise<Int32Array> {
  const origin = new Int32Array(masked.source.rows)
  for (const part of masked.parts.keys()) origin.set(await originOf(part), recordsOfPart(masked, part).first)
  return origin
}

/** Both files in one store. */
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

/** How many records there are to read; once it is known which belong together. */
export async function rowsOf(around: PairFiles): Promise<Readonly<Record<ReadSide, number>>> {
  const { original, masked, pairs } = around
  return { original: original.source.rows, masked: masked.source.rows, pairs: (await pairs()).original.source.rows }
}

/** Some columns of one block of a file, from the store: no record where it ends before. */
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
  // Without a column a block has its records all the same.
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

/** The columns that several metrics read, each once, in the order of the files. */
export function allColumns(reads: readonly PairColumns[], sources: Readonly<Record<Side, FileSource>>): PairColumns {
  const of = (which: Side): readonly string[] => {
    const used = new Set(reads.flatMap((one) => one[which]))
    return sources[which].names.filter((name) => used.has(name))
  }
  return { original: of('original'), masked: of('masked') }
}
