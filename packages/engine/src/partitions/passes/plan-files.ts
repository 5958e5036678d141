import { blocksOf, type Block, type BlockRange, type ColumnAsRead, type Side, type Store } from '@sdc/core'
import type { SharedBlocks } from '../columns/shared-blocks.js'
import { partsOf } from '../source/source.js'

/** Columns of a block of both files. */
export type BlockColumns = Pick<Block, 'original' | 'masked' | 'numbers'>

/** Files that plans read out of core. */
export interface PlanFiles {
  /** Beginning of the names of the stages, and of their stored results. */
  readonly base: string
  readonly store: Store
  readonly rows: Readonly<Record<Side, number>>
  readonly partBlocks: number
  /** Number of ranges into which an order is divided for sorting. */
  readonly ranges: number
  /** Bytes that a task may take, if they are limited. */
  readonly taskBytes?: number | undefined
  /** Opens the files for a task. Blocks are read one after the other; each is valid until the next one is read. */
  reader(side: Side, shared: SharedBlocks): Promise<(block: BlockRange) => BlockColumns | Promise<BlockColumns>>
  /** Returns what is known of a numeric column that no step has masked. */
  known(): Promise<(column: string) => ColumnAsRead | undefined>
}

/** Returns the number of partitions of a side; a side without records has one, with one empty block. */
export function partCount({ rows, partBlocks }: PlanFiles, side: Side): number {
  return Math.max(1, partsOf(rows[side], partBlocks).length)
}

/** Returns the blocks of a partition of a side; none after its end. */
export function blocksOfSide({ rows, partBlocks }: PlanFiles, side: Side, part: number): readonly BlockRange[] {
  const all = rows[side] === 0 ? [{ index: 0, first: 0, end: 0 }] : blocksOf(rows[side])
  return all.slice(part * partBlocks, (part + 1) * partBlocks)
}
