import type { Dataset, PairBlock, PairColumns, PairContext } from '@sdc/core'
import type { PairedFiles } from '../link/linked-files.js'
import { storedBlock } from './pair-files.js'
import type { StagePairContext } from './stage-pair-context.js'

/** One block of both files and of their pairs, with the columns that a metric reads. */
export async function blockOfPair(
  around: StagePairContext,
  context: PairContext<unknown>,
  reads: PairColumns,
  block: PairBlock<unknown>['block'],
): Promise<PairBlock<unknown>> {
  const own = {
    original: await storedBlock(around.original, reads.original, block),
    masked: await storedBlock(around.masked, reads.masked, block),
  }
  const paired = await around.pairs()
  const pairOf = async (which: keyof PairedFiles): Promise<Dataset> =>
    paired[which] === around[which] ? own[which] : storedBlock(paired[which], reads[which], block)
  const pairs = { original: await pairOf('original'), masked: await pairOf('masked') }
  return { ...context, block, ...own, pairs }
}
