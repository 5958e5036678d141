import { normalQuantile, tieRuns } from '@sdc/stats'

/** Column with the inputs of its copula and its marginal, from one sort. */
export interface RankedColumn {
  /** Ranks from 1; equal values share the mean of theirs. */
  readonly ranks: Float64Array
  /** Values, ascending. */
  readonly sorted: Float64Array
  /** Starts of the runs of equal values among the sorted ones, and n. */
  readonly starts: Uint32Array
  /** Number of different values. */
  readonly distinct: number
}

/**
 * Ranks a column without missing values. Cost: O(n), a radix sort.
 *
 * @param values - n numbers.
 * @returns Ranks in the order of the records, and the values in ascending order.
 */
export function rankedColumn(values: Float64Array): RankedColumn {
  const { order, starts } = tieRuns(values)
  const ranks = new Float64Array(values.length)
  const sorted = new Float64Array(values.length)
  for (let run = 0; run + 1 < starts.length; run++) {
    const shared = (starts[run] + 1 + starts[run + 1]) / 2
    for (let at = starts[run]; at < starts[run + 1]; at++) {
      ranks[order[at]] = shared
      sorted[at] = values[order[at]]
    }
  }
  return { ranks, sorted, starts, distinct: starts.length - 1 }
}

/**
 * Number of scores in the cache, by the last bits of twice the rank: indicators and columns of few values have few
 * ranks.
 */
const REMEMBERED = 1024

/**
 * Computes Φ⁻¹(r/(n + 1)) of every rank.
 *
 * @param ranks - Ranks of some records.
 * @param n - Number of records of the file.
 * @param scores - Array for the result.
 * @returns As many scores.
 */
export function normalScores(
  ranks: Float64Array,
  n: number = ranks.length,
  scores: Float64Array = new Float64Array(ranks.length),
): Float64Array {
  const known = new Float64Array(REMEMBERED).fill(Number.NaN)
  const values = new Float64Array(REMEMBERED)
  for (let i = 0; i < scores.length; i++) {
    const rank = ranks[i]
    const at = (2 * rank) & (REMEMBERED - 1)
    if (known[at] !== rank) {
      known[at] = rank
      values[at] = normalQuantile(rank / (n + 1))
    }
    scores[i] = values[at]
  }
  return scores
}
