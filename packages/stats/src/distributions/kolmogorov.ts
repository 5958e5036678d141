import { exp } from '../mathematics/index.js'

/** Distribution function of sorted values: the different values, and their cumulative counts. */
export interface Steps {
  /** Different values, ascending. */
  readonly values: Float64Array
  /** Number of values at most values[r]. */
  readonly upTo: Float64Array
}

/** Law to compare values with. */
export interface Comparison {
  cdf(x: number): number
  /** Returns P(X < x); needed for a law of whole numbers, where it differs from P(X ≤ x). */
  below?(x: number): number
}

/**
 * Makes the distribution function of ascending values: the different ones with their cumulative counts.
 *
 * @param sorted - Ascending values, none missing.
 * @returns The steps of their distribution function.
 *
 * Cost: O(n).
 */
export function stepsOf(sorted: Float64Array): Steps {
  const values = new Float64Array(sorted.length)
  const upTo = new Float64Array(sorted.length)
  let runs = 0
  for (let i = 0; i < sorted.length; i++) {
    if (i + 1 < sorted.length && sorted[i + 1] === sorted[i]) continue
    values[runs] = sorted[i]
    upTo[runs++] = i + 1
  }
  return { values: values.slice(0, runs), upTo: upTo.slice(0, runs) }
}

/**
 * Computes the Kolmogorov–Smirnov distance D = sup_x |F_n(x) − F(x)| of values and a law.
 *
 * Searches between pairs of values. Both functions grow, so no difference between the a-th and the b-th value is above
 * max(F_n(b) − F(a), F(b) − F_n(a)). If that does not exceed the largest difference so far, the values between them are
 * skipped. Few values are visited, and D is the same as if all were.
 *
 * @param steps - Distribution function of n values, n ≥ 1.
 * @param law - Law to compare with.
 * @returns D, from 0 to 1; NaN if the law has no probability at a visited value.
 *
 * Cost: about O(√n) probabilities for a law that fits, O(n) at most.
 */
export function kolmogorovDistance({ values, upTo }: Steps, { cdf, below = cdf }: Comparison): number {
  const n = upTo[upTo.length - 1]
  const share = (r: number): number => (r < 0 ? 0 : upTo[r] / n)
  let distance = 0
  /** Looks at one value; returns F just before it and at it. */
  const look = (r: number): readonly [number, number] => {
    const [before, at] = [below(values[r]), cdf(values[r])]
    const here = Math.max(Math.abs(share(r) - at), Math.abs(before - share(r - 1)))
    // NaN stays NaN.
    if (here > distance || Number.isNaN(here)) distance = here
    return [before, at]
  }
  const between = (a: number, fromLaw: number, b: number, toLaw: number): void => {
    if (b - a < 2 || Number.isNaN(distance)) return
    // F_n is at most share(b − 1) within, F at least F(a); F is at most F(b−), F_n at least share(a).
    if (Math.max(share(b - 1) - fromLaw, toLaw - share(a)) <= distance) return
    const middle = (a + b) >>> 1
    const [before, at] = look(middle)
    between(a, fromLaw, middle, before)
    between(middle, at, b, toLaw)
  }
  const last = values.length - 1
  const [, first] = look(0)
  if (last > 0) between(0, first, last, look(last)[0])
  return distance
}

/**
 * Returns P(D ≥ d) for n values from the law itself, in the limit of large n: 2Σ_k (−1)^{k−1}e^{−2k²nd²}, or Jacobi's
 * other form for small √n·d. It is too large for a law with parameters estimated from the same values.
 *
 * @param distance - d, from 0 to 1.
 * @param n - Number of values.
 * @returns The probability; its error is up to some hundredths for n below 50.
 *
 * Source: Kolmogorov 1933; the two forms: Feller 1948.
 */
export function kolmogorovP(distance: number, n: number): number {
  const square = n * distance * distance
  if (square === 0) return 1
  if (square < 0.5) {
    let total = 0
    for (let k = 1; k <= 9; k += 2) total += exp((-k * k * Math.PI * Math.PI) / (8 * square))
    return 1 - Math.sqrt((2 * Math.PI) / square) * total
  }
  let total = 0
  for (let k = 1; k <= 8; k++) total += (k % 2 === 1 ? 2 : -2) * exp(-2 * k * k * square)
  return Math.max(0, Math.min(1, total))
}
