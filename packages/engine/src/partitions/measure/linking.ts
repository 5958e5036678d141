/** Which records of two files belong together: those at the same place, or those that a key or an order links. */
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

/** How the records of two files are put side by side. */
export interface Linking {
  /** What finds out which belong together. */
  readonly stages: readonly Stage<StagePairContext>[]
  /** What puts them side by side, once the columns of both files are read. */
  readonly pairing: readonly Stage<StagePairContext>[]
  /** Once `stages` have ended: throws where the records do not belong together. */
  refuse(): Promise<void>
  /** The pairs; how many they are is known once `stages` have ended. */
  pairs(): Promise<PairedFiles>
  /** The numbers of the records of some pairs in their own files, where these are not those of the pairs. */
  numbers(block: BlockRange): Promise<Block['numbers']>
  /** The original's record of every record of a part of the masked file, −1 where it has none; once `stages` have ended. */
  originOf(part: number): Promise<Int32Array>
}

/** Two files before their records are linked. */
export type UnlinkedFiles = StoredPair & Pick<StagePairContext, 'taskBytes'>

/**
 * Records at the same place belong together.
 *
 * @param files - Both files.
 * @param compared - The columns that nobody masked, where a metric compares records: they say whether the order is the same.
 * @returns How they are put side by side.
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
 * Records belong together as a key or an order says.
 *
 * @param files - Both files.
 * @param by - What says it.
 * @param used - The columns that are read.
 * @returns How they are put side by side.
 * @throws what `checkLink` throws.
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
    // As a number of 32 bits with a sign, `UNLINKED` is −1.
    originOf: async (part) => new Int32Array((await originsOfPart(files, part)).buffer),
  }
}
