import type { Rng } from './rng.js'

/**
 * Records are counted in blocks of 65,536 in file order (with `by`, in a group's order), the last one short.
 *
 * A block is the unit of streams and of sums, also in memory. Draws for a record come from the stream of its block;
 * totals of a file are a left fold over the blocks 0, 1, 2 and so on. No partition of a file into whole blocks changes a byte
 * of a result, in any order of work. The size is part of the meaning of a seed, not an option.
 */
export const BLOCK = 65_536

/** The records from `first` to `end`, which is excluded. */
export interface BlockRange {
  readonly index: number
  readonly first: number
  readonly end: number
}

/** The blocks of a file of so many records, in order; none for no records. */
export function blocksOf(rows: number): readonly BlockRange[] {
  return Array.from({ length: Math.ceil(rows / BLOCK) }, (_, index) => ({
    index,
    first: index * BLOCK,
    end: Math.min(rows, (index + 1) * BLOCK),
  }))
}

/**
 * Returns the stream of a block: the child of a node with the number of the block as its name.
 *
 * @param rng - Node of one column and one purpose, such as `child(column).child(purpose)`.
 * @param index - Number of the block, from 0.
 * @returns The stream.
 */
export function blockStream(rng: Rng, index: number): Rng {
  return rng.child(String(index))
}

/**
 * Fills an array of one number a record, each block from its own stream.
 *
 * @param rng - Node of one column and one purpose.
 * @param target - The array, which begins at record 0.
 * @param fill - Fills the part of one block from its stream.
 * @returns The array itself.
 */
export function fillByBlocks(
  rng: Rng,
  target: Float64Array,
  fill: (stream: Rng, part: Float64Array, block: BlockRange) => void,
): Float64Array {
  for (const block of blocksOf(target.length)) {
    fill(blockStream(rng, block.index), target.subarray(block.first, block.end), block)
  }
  return target
}

/**
 * Returns the stream from which record (or rank) i draws, for callers that go through them in ascending order and draw
 * on the way. The draws in a block follow one another, so a caller that continues at a later block needs the earlier
 * records, not their draws.
 */
export function streamsInOrder(rng: Rng): (i: number) => Rng {
  let index = -1
  let stream = rng
  return (i) => {
    const own = Math.floor(i / BLOCK)
    if (own !== index) {
      index = own
      stream = blockStream(rng, own)
    }
    return stream
  }
}
