import type { Totals } from '@sdc/core'
import type { RankedColumn } from './ranked-column.js'

/**
 * Share of the records below which runs are merged with their neighbours: Spearman's correlation changes by about 1e-6.
 */
const SMALL = 1 / 512

/**
 * Ties of the masked column. Every run of equal values keeps its share of the records (`own`), nearly so between
 * interpolated quantiles (`interpolated`), or there are no equal values (`none`).
 */
export type TiesOut = 'own' | 'interpolated' | 'none'

/** Mid-ranks of a column as shares of n, a step function m of the uniform variable behind it. */
export interface MidScores {
  /** Places of the steps of m, ascending within (0, 1). */
  readonly cuts: Float64Array
  /** Value of m before the first cut and after each: the middle of the interval. */
  readonly levels: Float64Array
  /** Variance of m. Its mean is ½. */
  readonly variance: number
  /** True if values repeat, so that m is not the uniform variable itself. */
  readonly tied: boolean
}

/**
 * Returns m of a masked column. Cost: O(number of different values).
 *
 * @param column - Starts of its runs of equal values, and its n ranks.
 * @param ties - Ties of the masked column.
 * @returns The step function, with neighbouring small runs merged.
 */
export function midScores({ starts, ranks }: Pick<RankedColumn, 'starts' | 'ranks'>, ties: TiesOut): MidScores {
  const walk = scoreWalk(ranks.length, ties)
  walk.push(starts.subarray(1))
  return scoresOfRuns(walk.end(), ranks.length, ties)
}

/** Walk through the values of a column in order, run by run of equal ones. */
export interface RunWalk {
  /**
   * Takes the next runs.
   *
   * @param ends - Number of values of the column up to the end of each of the next runs.
   */
  push(ends: Uint32Array): void
  /** Returns the numbers for `scoresOfRuns`. */
  end(): Totals
}

/**
 * Collects from the runs of equal values of a column, one after another, the inputs of `scoresOfRuns`: the number of
 * runs, and the places of the steps of m.
 *
 * @param n - Number of values of the column.
 * @param ties - Ties of the masked column.
 * @returns The walk.
 */
export function scoreWalk(n: number, ties: TiesOut): RunWalk {
  const kept = [0]
  let distinct = 0
  let start = 0
  // Runs below SMALL are merged: a bound stays at the ends of a large run, and after enough merged runs.
  let [before, bound] = [0, 0]
  const keepUnlessSmall = (next: number): void => {
    const bordersLarge = bound - before >= SMALL || next - bound >= SMALL
    if (bordersLarge || bound - kept[kept.length - 1] >= SMALL) if (bound > 0) kept.push(bound)
  }
  const add = (next: number): void => {
    if (next === bound) return
    keepUnlessSmall(next)
    ;[before, bound] = [bound, next]
  }
  return {
    push(ends) {
      for (const end of ends) {
        distinct++
        if (ties === 'own') add(end / n)
        else if (ties === 'interpolated') {
          // The quantile of type 7 is a value from its first place to its last, (n − 1)p, and interpolates to the next
          // one between them.
          add(start / (n - 1))
          add((end - 1) / (n - 1))
        }
        start = end
      }
    },
    end: () => Float64Array.of(distinct, ...(ties === 'none' ? evenly() : [...kept, bound])),
  }
}

const evenly = (): number[] => Array.from({ length: 1 / SMALL + 1 }, (_, i) => i * SMALL)

/** Returns the number of different values of a column from the totals of `scoreWalk`. */
export const distinctOf = (kept: Totals): number => kept[0]

/**
 * Returns m of a column from the totals of `scoreWalk`.
 *
 * @param kept - Totals of `scoreWalk`.
 * @param n - Number of values of the column.
 * @param ties - Ties of the masked column.
 * @returns The step function.
 */
export function scoresOfRuns(kept: Totals, n: number, ties: TiesOut): MidScores {
  const bounds = kept.slice(1)
  const levels = new Float64Array(bounds.length - 1)
  let squares = 0
  for (let i = 0; i < levels.length; i++) {
    levels[i] = (bounds[i] + bounds[i + 1]) / 2
    squares += (bounds[i + 1] - bounds[i]) * (levels[i] - 0.5) * (levels[i] - 0.5)
  }
  const tied = ties !== 'none' && distinctOf(kept) < n
  return { cuts: bounds.slice(1, -1), levels, variance: squares, tied }
}
