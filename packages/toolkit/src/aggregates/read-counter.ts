import { neighbourMerger } from '../keys/merged-neighbours.js'
import type { ReadCounter, Aggregate } from './aggregate.js'

/**
 * Makes the table of several blocks: the reading's own way, else by merging.
 *
 * @param aggregate - A table.
 * @returns What takes the blocks.
 */
export function readCounter(aggregate: Aggregate): ReadCounter {
  if (aggregate.counter) return aggregate.counter()
  const merger = neighbourMerger((total, own) => aggregate.merge(total, own))
  return {
    add(block) {
      merger.add(aggregate.of(block))
    },
    end: () => merger.end(),
  }
}
