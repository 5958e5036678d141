import { log } from '@sdc/stats'
import { greatest, type Histogram, type Tests } from '../classes/class-test.js'
import { timesLog } from './entropy-terms.js'

type Counts = Histogram['counts']

/** Rounding error allowed in a sum of a few logarithms: equality satisfies the condition. */
const ROUNDING = 1e-12

/**
 * Distinct ℓ-diversity: at least ℓ values.
 *
 * @param l - ℓ.
 * @returns The test; no part of a failing class can be kept, because no part has more values.
 */
export function distinctDiversity(l: number): Tests {
  return {
    holds: (_, from, to) => to - from >= l,
    keeps: (_, from, to, total) => (to - from >= l ? total : 0),
  }
}

/**
 * Entropy ℓ-diversity: H = ln n − (1/n)Σ c ln c ≥ ln ℓ.
 *
 * Among all parts of one size the one with counts min(c, λ) has the greatest entropy, which falls as λ grows.
 *
 * @param l - ℓ.
 * @returns The test.
 */
export function entropyDiversity(l: number): Tests {
  const least = log(l) - ROUNDING
  return {
    holds: ({ counts }, from, to, total) => {
      if (to - from < l - ROUNDING) return false
      let sum = 0
      for (let e = from; e < to; e++) sum += timesLog(counts[e])
      return (timesLog(total) - sum) / total >= least
    },
    keeps: ({ counts }, from, to, total) => {
      if (to - from < l - ROUNDING) return 0
      const lambda = greatest(maximum(counts, from, to), (most) => {
        let sum = 0
        let n = 0
        for (let e = from; e < to; e++) {
          const count = Math.min(counts[e], most)
          sum += timesLog(count)
          n += count
        }
        return (timesLog(n) - sum) / n >= least
      })
      // Parts between two whole λ have fewer records than the upper one; nothing else is known of them.
      const upper = cut(counts, from, to, lambda + 1)
      return upper === cut(counts, from, to, lambda) ? total : upper - 1
    },
  }
}

/**
 * Recursive (c, ℓ)-diversity: at least ℓ values, and r_1 < c(r_ℓ + … + r_m), r sorted descending.
 *
 * A part with r_1 = λ has counts of at most min(c, λ); larger other counts only help.
 *
 * @param l - ℓ.
 * @param c - c.
 * @returns The test.
 */
export function recursiveDiversity(c: number, l: number): Tests {
  const holdsOf = (descending: Counts, most: number): boolean => {
    let tail = 0
    for (let i = l - 1; i < descending.length; i++) tail += Math.min(descending[i], most)
    return Math.min(descending[0], most) < c * tail
  }
  const sorted = (counts: Counts, from: number, to: number): Counts => counts.slice(from, to).sort().reverse()
  return {
    holds: ({ counts }, from, to, total) => to - from >= l && holdsOf(sorted(counts, from, to), total),
    keeps: ({ counts }, from, to) => {
      if (to - from < l) return 0
      const descending = sorted(counts, from, to)
      return cut(
        counts,
        from,
        to,
        greatest(descending[0], (most) => holdsOf(descending, most)),
      )
    },
  }
}

function maximum(counts: Counts, from: number, to: number): number {
  let most = 0
  for (let e = from; e < to; e++) if (counts[e] > most) most = counts[e]
  return most
}

/** Σ min(c, λ). */
function cut(counts: Counts, from: number, to: number, most: number): number {
  let sum = 0
  for (let e = from; e < to; e++) sum += Math.min(counts[e], most)
  return sum
}
