import { BLOCK } from '@sdc/core'

/** Gives array number k, of so many numbers. */
export type Arrays = (k: number, length: number) => Float64Array

/** New ones. */
export const freshArrays: Arrays = (_, length) => new Float64Array(length)

/**
 * Arrays for the records of a block, which are the same for the next one: what reads a file makes dozens of them a block, and the
 * collector of garbage would take longer than the reading. Whoever takes them is done with them before it returns.
 *
 * @returns What gives them; numbers of the last block may be in them.
 */
export function blockArrays(): Arrays {
  const held: Float64Array[] = []
  return (k, length) => {
    if (length > BLOCK) return new Float64Array(length)
    held[k] ??= new Float64Array(BLOCK)
    return held[k].subarray(0, length)
  }
}
