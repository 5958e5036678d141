import type { RankedColumn } from './ranked-column.js'

/** Runs that hold a smaller share of the records than this are merged with their neighbours: Spearman's moves by some 1e-6. */
const SMALL = 1 / 512

/**
 * What the masked column has in common with itself: every run of equal values keeps its share of the records (`own`),
 * nearly so between interpolated quantiles (`interpolated`), or there are no equal values (`none`).
 */
export type TiesOut = 'own' | 'interpolated' | 'none'

/** The mid-ranks of a column as shares of n, a step function m of the uniform variable behind it. */
export interface MidScores {
  /** Where m steps up, ascending within (0, 1). */
  readonly cuts: Float64Array
  /** The value of m before the first cut and after each: the middle of the interval. */
  readonly levels: Float64Array
  /** Of m. Its mean is ½. */
  readonly variance: number
  /** Whether values repeat, so that m is not the uniform variable itself. */
  readonly tied: boolean
}

/** m of a masked column. Cost: O(number of different values). */
export function midScores({ starts, distinct, ranks }: RankedColumn, ties: TiesOut): MidScores {
  const bounds = withoutSmall(boundsOf(starts, ranks.length, ties))
  const levels = new Float64Array(bounds.length - 1)
  let squares = 0
  for (let i = 0; i < levels.length; i++) {
    levels[i] = (bounds[i] + bounds[i + 1]) / 2
    squares += (bounds[i + 1] - bounds[i]) * (levels[i] - 0.5) * (levels[i] - 0.5)
  }
  const tied = ties !== 'none' && distinct < ranks.length
  return { cuts: bounds.slice(1, -1), levels, variance: squares, tied }
}

/** Shares of the records up to the end of each run, from 0 to 1. */
function boundsOf(starts: Uint32Array, n: number, ties: TiesOut): Float64Array {
  if (ties === 'own') {
    const shares = new Float64Array(starts.length)
    for (let run = 0; run < shares.length; run++) shares[run] = starts[run] / n
    return shares
  }
  if (ties === 'none') return Float64Array.from({ length: 1 / SMALL + 1 }, (_, i) => i * SMALL)
  // The quantile of type 7 is a value from its first place to its last, (n − 1)p, and on its way to the next between them.
  const places = Array.from(starts.subarray(0, -1), (start, run) => [start, starts[run + 1] - 1]).flat()
  return Float64Array.from(new Set(places), (place) => place / (n - 1))
}

/** What is left of the bounds where runs below {@link SMALL} are merged; those of the others stay. */
function withoutSmall(bounds: Float64Array): Float64Array {
  const kept = [bounds[0]]
  for (let i = 1; i < bounds.length; i++) {
    const last = i === bounds.length - 1
    const bordersLarge = bounds[i] - bounds[i - 1] >= SMALL || (!last && bounds[i + 1] - bounds[i] >= SMALL)
    if (last || bordersLarge || bounds[i] - kept[kept.length - 1] >= SMALL) kept.push(bounds[i])
  }
  return Float64Array.from(kept)
}
