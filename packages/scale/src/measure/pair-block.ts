import type { PairBlock, PairColumns, PairContext } from '@sdc/core'
import { storedBlock } from './pair-files.js'
import type { PairSurroundings } from './pair-surroundings.js'

/** One block of both files, with the columns that a metric reads. */
export async function blockOfPair(
  around: PairSurroundings,
  context: PairContext<unknown>,
  reads: PairColumns,
  block: PairBlock<unknown>['block'],
): Promise<PairBlock<unknown>> {
  const original = await storedBlock(around.original, reads.original, block)
  const masked = await storedBlock(around.masked, reads.masked, block)
  return { ...context, block, original, masked }
}
