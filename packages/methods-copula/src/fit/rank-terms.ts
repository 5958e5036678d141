import { exp, normalCdf } from '@sdc/stats'

/** Number of standard deviations beyond which a step adds nothing relevant: √φ(8) is 1e-7. */
const FAR = 8
/** Share of the variance of m at which the series ends; replacing all runs by 512 leaves out more. */
const ENOUGH = 1e-5

/** Step function m of a normal variable: `levels` before the first threshold and after each. */
export interface Steps {
  /** Thresholds, ascending. */
  readonly thresholds: Float64Array
  readonly levels: Float64Array
}

/** m(η + σe) of a standard normal e in Hermite polynomials. */
export interface RankTerms {
  /** E m. */
  readonly mean: number
  /** a_1, a_2, …: Cov(m(η + σe), m'(η' + σ'e')) = Σ a_k·a'_k·c^k for corr(e, e') = c. */
  readonly terms: Float64Array
  /** Var m − Σ a_k²: the contribution of the omitted terms at c = 1. */
  readonly left: number
}

/**
 * Computes the tetrachoric series of a step function: a_k = Σ_s d_s·φ(x_s)·He_{k−1}(x_s)/√k!, with x_s = (t_s − η)/σ
 * the thresholds in units of e and d_s the steps there.
 *
 * For smooth m a few terms suffice; for a single step the k-th term decreases as k^{−3/4}. At most `most` terms are
 * made. He_k/√k! comes from the recurrence of three terms. Cost: O(thresholds·terms). Source: Pearson 1900.
 */
export function rankTerms({ thresholds, levels }: Steps, centre: number, sigma: number, most: number): RankTerms {
  let mean = levels[0]
  let square = levels[0] * levels[0]
  const x: number[] = []
  const before: number[] = []
  const now: number[] = []
  for (let s = 0; s < thresholds.length; s++) {
    const at = (thresholds[s] - centre) / sigma
    const above = normalCdf(-at)
    const step = levels[s + 1] - levels[s]
    mean += step * above
    square += step * (levels[s + 1] + levels[s]) * above
    if (!(Math.abs(at) < FAR)) continue
    x.push(at)
    before.push(0)
    now.push(step * Math.sqrt(0.5 / Math.PI) * exp((-at * at) / 2))
  }
  const variance = Math.max(0, square - mean * mean)
  const terms: number[] = []
  let left = variance
  for (let k = 1; k <= most && left > ENOUGH * variance && x.length > 0; k++) {
    let total = 0
    const [down, up] = [Math.sqrt(k - 1), 1 / Math.sqrt(k)]
    for (let s = 0; s < x.length; s++) {
      const value = now[s]
      total += value
      // He_k/√k! = (x·He_{k−1}/√(k−1)! − √(k−1)·He_{k−2}/√(k−2)!)/√k.
      now[s] = (x[s] * value - down * before[s]) * up
      before[s] = value
    }
    terms.push(total * up)
    left -= total * up * total * up
  }
  return { mean, terms: Float64Array.from(terms), left: Math.max(0, left) }
}

/** Returns m(y). */
export function stepAt({ thresholds, levels }: Steps, y: number): number {
  let [low, high] = [0, thresholds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (thresholds[middle] <= y) low = middle + 1
    else high = middle
  }
  return levels[low]
}
