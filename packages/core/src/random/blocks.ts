import type { Rng } from './rng.js'

/**
 * Records are counted in blocks of 65,536 in file order (with `by`, in a group's order), the last one short.
 *
 * A block is the unit of streams and of sums, also where the file is in memory: what belongs to a record is drawn from the
 * stream of its block, and what a file adds up to is a left fold over the blocks 0, 1, 2, … So no cut of a file into
 * parts of whole blocks changes a byte of a result, whoever works on a part, whenever. It is no option: it is part of
 * what a seed means.
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

/** The stream of a block: of `child(column).child(purpose)`, say, it is the child named by the number of the block. */
export function blockStream(rng: Rng, index: number): Rng {
  return rng.child(String(index))
}

/**
 * Fills an array of one number a record, each block from its own stream, and returns it.
 *
 * rng: the node of one column and one purpose; the array begins at record 0.
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
 * The stream that record (or rank) i draws from, for what goes through them in ascending order and draws as it goes. In
 * a block the draws follow one another, so whoever goes on at a later block must know what came before, not its draws.
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
