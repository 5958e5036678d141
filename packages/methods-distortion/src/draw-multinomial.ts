import { fillByBlocks, type CategoricalColumn, type Rng } from '@sdc/core'

/**
 * Draws categories independently with the shares of a column; missing is drawn like a category.
 *
 * @param column - n records, with at least one value.
 * @param rng - Draw i is from the stream of the block of i.
 * @returns n codes, −1 for missing; categories without records are never drawn.
 *
 * Cost: O(n log L).
 */
export function drawMultinomial({ codes, levels }: CategoricalColumn, rng: Rng): Int32Array {
  const upTo = new Float64Array(levels.length + 1)
  for (let i = 0; i < codes.length; i++) upTo[codes[i] + 1]++
  for (let k = 1; k < upTo.length; k++) upTo[k] += upTo[k - 1]
  const numbers = fillByBlocks(rng, new Float64Array(codes.length), (stream, part) => stream.fillUniform(part))
  return Int32Array.from(numbers, (u) => firstAbove(upTo, u * codes.length) - 1)
}

/** Returns the first place with a count above t; t is below the last. */
function firstAbove(upTo: Float64Array, t: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (upTo[middle] > t) high = middle
    else low = middle + 1
  }
  return low
}
