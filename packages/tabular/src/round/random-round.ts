import { fillByBlocks, type Rng, type Table } from '@sdc/core'
import { multiplesAround } from './multiples-around.js'

/**
 * Rounds at random: x becomes the multiple of b above it with probability (x − ⌊x/b⌋b)/b, else the one below, so that
 * its mean is x. Multiples are unchanged. O(cells).
 *
 * @param table - Table of values.
 * @param base - b.
 * @param rng - Random stream; one draw per cell.
 * @returns Multiples of b, each less than b from its value.
 */
export function randomRound(
  table: Pick<Table, 'values' | 'dimensions' | 'names'>,
  base: number,
  rng: Rng,
): Float64Array {
  const { lower, rest } = multiplesAround(table, base)
  const draws = fillByBlocks(rng, new Float64Array(lower.length), (stream, part) => stream.fillUniform(part))
  return lower.map((k, c) => base * (draws[c] < rest[c] ? k + 1 : k))
}
