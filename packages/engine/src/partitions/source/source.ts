import {
  blocksOf,
  dataset,
  kindOf,
  numeric,
  type CategoricalColumn,
  type Dataset,
  type Rng,
  type PartRange,
  type FileSource,
} from '@sdc/core'
import { blockOf } from '@sdc/toolkit/internal'

/**
 * Link between the records of two files: a column of both, or the random stream that drew the order of all records of
 * the original in the masked file (`orderStream`).
 */
export type LinkBy = { readonly key: string } | { readonly order: Rng }

/** A masked file that belongs to an original. */
export interface MaskedBeside {
  readonly source: FileSource
  /** Link of each record to a record of the original; without it record i is made from record i. */
  readonly link?: LinkBy | undefined
  /** Masked columns; steps read no others. */
  readonly columns: readonly string[]
}

/**
 * A file in memory as a source that is read in blocks.
 *
 * @param data - The file.
 * @param fingerprint - Text that identifies its content, for a resumed run.
 * @returns The source.
 */
export function sourceOf(data: Dataset, fingerprint = 'in memory'): FileSource {
  return {
    names: data.names,
    rows: data.rows,
    fingerprint,
    kind: (name) => kindOf(data.column(name)),
    levels(name) {
      const column = data.column(name)
      return column.kind === 'numeric' ? [] : column.levels
    },
    time(name) {
      const column = data.column(name)
      return column.kind === 'numeric' ? column.time : undefined
    },
    taxonomy(name) {
      const column = data.column(name)
      return column.kind === 'numeric' ? undefined : column.taxonomy
    },
    async *read({ from, to }, columns) {
      for (const block of blocksOf(data.rows).slice(from, to)) {
        yield { block, data: blockOf(data, columns, block.first, block.end) }
      }
    },
  }
}

/**
 * Columns of a source in a file with another number of records.
 *
 * @param source - Source of the kinds and levels.
 * @param rows - Number of records.
 * @param read - Reads them; by default the file cannot be read.
 * @returns The other file.
 */
export function withRows(source: FileSource, rows: number, read: FileSource['read'] = notRead): FileSource {
  return {
    names: source.names,
    rows,
    fingerprint: source.fingerprint,
    unheld: source.unheld,
    kind: (name) => source.kind(name),
    levels: (name) => source.levels(name),
    taxonomy: (name) => source.taxonomy?.(name),
    notNumeric: (name) => source.notNumeric?.(name),
    time: (name) => source.time?.(name),
    read,
  }
}

function notRead(): never {
  throw new Error('these records are in the work folder: they are not a readable file')
}

/** A file without records with the columns of a source: a plan is bound to it before a record is read. */
export function emptyFileOf(source: FileSource): Dataset {
  return dataset(
    source.names.map((name) => {
      const kind = source.kind(name)
      if (kind === 'numeric') return [name, { ...numeric([]), time: source.time?.(name) }] as const
      const notNumeric = source.notNumeric?.(name)
      const column = categoriesIn(source, name, new Int32Array(0))
      return [name, { ...column, ...(notNumeric !== undefined && { notNumeric }) }] as const
    }),
  )
}

/** Returns a column of categories of a source by the codes of some of its records. */
export function categoriesIn(source: FileSource, name: string, codes: Int32Array): CategoricalColumn {
  const taxonomy = source.taxonomy?.(name)
  return {
    kind: 'categorical',
    codes,
    levels: source.levels(name),
    ordered: source.kind(name) === 'ordered',
    ...(taxonomy && { taxonomy }),
  }
}

/**
 * Divides the blocks of a file into partitions; the last one may be shorter.
 *
 * @param rows - Number of records.
 * @param partBlocks - Number of blocks per partition.
 * @returns The ranges of blocks.
 */
export function partsOf(rows: number, partBlocks: number): readonly PartRange[] {
  const blocks = blocksOf(rows).length
  return Array.from({ length: Math.ceil(blocks / partBlocks) }, (_, p) => ({
    from: p * partBlocks,
    to: Math.min(blocks, (p + 1) * partBlocks),
  }))
}
