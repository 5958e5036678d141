import type { Totals } from '@sdc/core'
import type { MidScores } from './mid-scores.js'

/** Mid-ranks of the records of one block: from 1, of the whole file. */
export interface RankBlock {
  /** First record of the block in the file, from 0. */
  readonly first: number
  /** p columns to mask, of m ranks. */
  readonly masked: readonly Float64Array[]
  /** q given columns of m ranks. */
  readonly given: readonly Float64Array[]
}

/** State of a file while its copula is computed, one block at a time. */
export interface CopulaFile {
  readonly rows: number
  /** Mid-scores of each of the p columns to mask. */
  readonly scores: readonly MidScores[]
  /** q, the number of given columns, including constant ones. */
  readonly given: number
  /** Totals by the name of the pass. */
  readonly totals: ReadonlyMap<string, Totals>
}

/** Pass over the ranks: numbers of a block, added from the left over blocks 0, 1, 2, …, and their final result. */
export interface CopulaPass {
  readonly name: string
  needed(file: CopulaFile): boolean
  of(file: CopulaFile, block: RankBlock): Totals
  merge(total: Totals, own: Totals): Totals
  end(file: CopulaFile, total: Totals): Totals
}

/**
 * Adds totals number by number.
 *
 * @param total - Numbers of the blocks so far.
 * @param own - As many of the next block.
 * @returns A new array of their sums.
 */
export function addedTotals(total: Totals, own: Totals): Totals {
  const sum = new Float64Array(total.length)
  for (let k = 0; k < sum.length; k++) sum[k] = total[k] + own[k]
  return sum
}
