import { BLOCK } from '@sdc/core'

/** Returns array number k, of the given length. */
export type Arrays = (k: number, length: number) => Float64Array

/** Allocates new arrays. */
export const freshArrays: Arrays = (_, length) => new Float64Array(length)

/**
 * Arrays for the records of a block, reused for the next one. A pass makes dozens of them per block, and collecting
 * them as garbage would take longer than the pass. They may be used only until the function that takes them returns.
 *
 * @returns The function that returns them; they may hold numbers of the last block.
 */
export function blockArrays(): Arrays {
  const held: Float64Array[] = []
  return (k, length) => {
    if (length > BLOCK) return new Float64Array(length)
    held[k] ??= new Float64Array(BLOCK)
    return held[k].subarray(0, length)
  }
}
