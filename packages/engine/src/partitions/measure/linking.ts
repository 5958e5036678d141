/** Linkage of two files: by position, or by a key or an order. */
import type { BlockRange, PairColumns, Block } from '@sdc/core'
import { recordsOfPart } from '../columns/records-of-parts.js'
import { checkLink, linkStages, originsOfPart, refuseLink } from '../link/link-stages.js'
import { pairNumbers } from '../link/pair-numbers.js'
import { pairedFiles, pairingStages } from '../link/paired-files.js'
import type { LinkBy } from '../source/source.js'
import type { Stage } from '../tasks/stage.js'
import type { PairedFiles } from '../link/linked-files.js'
import type { StoredPair } from './pair-files.js'
import type { StagePairContext } from './stage-pair-context.js'
import { orderStage, refuseOtherOrder } from './same-order.js'

/** Linkage of the records of two files. */
export interface Linking {
  /** Stages that link the records. */
  readonly stages: readonly Stage<StagePairContext>[]
  /** Stages that pair the records, once the columns of both files are read. */
  readonly pairing: readonly Stage<StagePairContext>[]
  /** Once `stages` have ended: throws if the records cannot be linked. */
  refuse(): Promise<void>
  /** Returns the pairs; their number is known once `stages` have ended. */
  pairs(): Promise<PairedFiles>
  /** Returns the numbers of the records of some pairs in their own files, if these differ from those of the pairs. */
  numbers(block: BlockRange): Promise<Block['numbers']>
  /**
   * Returns the original record of every record of a partition of the masked file, −1 without one; once `stages` have
   * ended.
   */
  originOf(part: number): Promise<Int32Array>
}

/** Two files before their records are linked. */
export type UnlinkedFiles = StoredPair & Pick<StagePairContext, 'taskBytes'>

/**
 * Links records at the same position.
 *
 * @param files - Both files.
 * @param compared - Columns that nobody masked, if a metric compares records: they show whether the order is the
 *   same.
 * @returns The linkage.
 */
export function linkedByPlace(files: UnlinkedFiles, compared: readonly string[]): Linking {
  return {
    stages: [orderStage<StagePairContext>(compared)],
    pairing: [],
    refuse: () => refuseOtherOrder(files, compared),
    pairs: () => Promise.resolve(files),
    numbers: () => Promise.resolve(undefined),
    originOf(part) {
      const { first, end } = recordsOfPart(files.masked, part)
      return Promise.resolve(Int32Array.from({ length: end - first }, (_, i) => first + i))
    },
  }
}

/**
 * Links records by a key or an order.
 *
 * @param files - Both files.
 * @param by - The key or order.
 * @param used - Columns to read.
 * @returns The linkage.
 * @throws The errors of `checkLink`.
 */
export function linkedBy(files: UnlinkedFiles, by: LinkBy, used: PairColumns): Linking {
  checkLink(files, by)
  let known: Promise<PairedFiles> | undefined
  return {
    stages: linkStages(by),
    pairing: pairingStages(() => used),
    refuse: () => refuseLink(files, by),
    pairs: () =>
      (known ??= pairedFiles(files).catch((error: unknown) => {
        known = undefined
        throw error
      })),
    numbers: (block) => pairNumbers(files, block),
    // As a signed 32-bit number, `UNLINKED` is −1.
    originOf: async (part) => new Int32Array((await originsOfPart(files, part)).buffer),
  }
}
