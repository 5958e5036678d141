import type { Aggregate, BlockCounter } from '@sdc/core'
import { neighbourMerger } from '../keys/merged-neighbours.js'

/**
 * Counts the table of several blocks: by the aggregate's own counter, else by merging.
 *
 * @param aggregate - A table.
 * @returns Takes the blocks.
 */
export function blockCounter(aggregate: Aggregate): BlockCounter {
  if (aggregate.counter) return aggregate.counter()
  const merger = neighbourMerger((total, own) => aggregate.merge(total, own))
  return {
    add(block) {
      merger.add(aggregate.of(block))
    },
    end: () => merger.end(),
  }
}
