import { neighbourMerger } from '../keys/merged-neighbours.js'
import type { ReadCounter, Reading } from './reading.js'

/**
 * Makes the table of several blocks: the reading's own way, else by merging.
 *
 * @param reading - A table.
 * @returns What takes the blocks.
 */
export function readCounter(reading: Reading): ReadCounter {
  if (reading.counter) return reading.counter()
  const merger = neighbourMerger((total, own) => reading.merge(total, own))
  return {
    add(block) {
      merger.add(reading.of(block))
    },
    end: () => merger.end(),
  }
}
