/** Two files side by side, read in the same parts. */
import { dataset, type BlockRange, type Column, type Dataset, type PairColumns } from '@sdc/core'
import type { PartRange, Source } from '../source.js'
import type { StoredFile } from '../stage.js'
import { within, type Store } from '../store.js'
import { columnOfBlock } from '../stored-columns.js'

/** Either of the two. */
export type Which = 'original' | 'masked'
export const BOTH: readonly Which[] = ['original', 'masked']

/** Both files, and where their columns lie; what tasks return lies in `store`. */
export interface PairFiles {
  readonly original: StoredFile
  readonly masked: StoredFile
  readonly store: Store
  readonly parts: readonly PartRange[]
}

/** Both files in one store. */
export function pairFiles(
  sources: Readonly<Record<Which, Source>>,
  store: Store,
  parts: readonly PartRange[],
  partBlocks: number,
): PairFiles {
  const fileOf = (which: Which): StoredFile => ({
    source: sources[which],
    store: within(store, `${which}/`),
    parts,
    partBlocks,
  })
  return { original: fileOf('original'), masked: fileOf('masked'), store, parts }
}

/** Some columns of one block of a file, from the store. */
export async function storedBlock(file: StoredFile, names: readonly string[], block: BlockRange): Promise<Dataset> {
  const columns: (readonly [string, Column])[] = []
  for (const name of names) columns.push([name, await columnOfBlock(file, '0', name, block)])
  const held = dataset(columns)
  // Without a column a block has its records all the same.
  return names.length > 0 ? held : { ...held, rows: block.end - block.first }
}

/** The columns that several metrics read, each once, in the order of the files. */
export function allColumns(reads: readonly PairColumns[], sources: Readonly<Record<Which, Source>>): PairColumns {
  const of = (which: Which): readonly string[] => {
    const used = new Set(reads.flatMap((one) => one[which]))
    return sources[which].names.filter((name) => used.has(name))
  }
  return { original: of('original'), masked: of('masked') }
}
