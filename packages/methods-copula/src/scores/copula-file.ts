import type { Totals } from '@sdc/core'
import type { MidScores } from './mid-scores.js'

/** The mid-ranks of the records of one block: from 1, of the whole file. */
export interface RankBlock {
  /** Its first record in the file, from 0. */
  readonly first: number
  /** p columns of m. */
  readonly masked: readonly Float64Array[]
  /** q columns of m: what is conditioned on. */
  readonly given: readonly Float64Array[]
}

/** State of a file while its copula is computed, one block at a time. */
export interface CopulaFile {
  readonly rows: number
  /** Mid-scores of each of the p columns to mask. */
  readonly scores: readonly MidScores[]
  /** q: how many columns are conditioned on, those among them that are constant included. */
  readonly given: number
  /** By the name of the pass. */
  readonly totals: ReadonlyMap<string, Totals>
}

/** A reading of the ranks: numbers of a block, added from the left over blocks 0, 1, 2, …, and what is made of them in the end. */
export interface CopulaPass {
  readonly name: string
  needed(file: CopulaFile): boolean
  of(file: CopulaFile, block: RankBlock): Totals
  merge(total: Totals, own: Totals): Totals
  end(file: CopulaFile, total: Totals): Totals
}

/**
 * Number by number.
 *
 * @param total - The numbers of the blocks so far.
 * @param own - As many of the next block.
 * @returns A new array of their sums.
 */
export function addedTotals(total: Totals, own: Totals): Totals {
  const sum = new Float64Array(total.length)
  for (let k = 0; k < sum.length; k++) sum[k] = total[k] + own[k]
  return sum
}
