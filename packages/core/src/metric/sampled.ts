import { blockStream, type BlockRange } from '../random/blocks.js'
import type { Rng } from '../random/rng.js'

/** Which records are drawn: those whose number, uniform on [0, 1), is at least `from` and below `to`. */
export interface SampleShare {
  readonly from: number
  readonly to: number
}

/**
 * The records of a block that are drawn, each by a number of its own.
 *
 * @param rng - The metric's own stream.
 * @param block - The block.
 * @param share - Which numbers are drawn.
 * @returns Places in the block, from 0, ascending.
 */
export function drawnRows(rng: Rng, { index, first, end }: BlockRange, { from, to }: SampleShare): Int32Array {
  const numbers = new Float64Array(end - first)
  blockStream(rng.child('sample'), index).fillUniform(numbers)
  const drawn = new Int32Array(numbers.length)
  let count = 0
  for (let i = 0; i < numbers.length; i++) if (numbers[i] >= from && numbers[i] < to) drawn[count++] = i
  return drawn.slice(0, count)
}
