import { log, log1p } from '../../mathematics/index.js'
import { logMinusDigamma } from './digamma.js'
import { stirlingRest } from './gamma-function.js'

/** From this value on Stirling's series has 16 digits. */
const LARGE = 12

/**
 * Computes ln Γ(x + k) − ln Γ(x) for x > 0 and k ≥ 0, i.e. Σ_(j<k) ln(x + j) for whole k, without the cancellation of
 * the difference.
 *
 * @param x - Above 0.
 * @param k - 0 or more, whole or not.
 * @returns The logarithm of the quotient Γ(x + k)/Γ(x).
 *
 * Cost: O(1) for any k.
 */
export function logGammaRise(x: number, k: number): number {
  let shifted = x
  let total = 0
  for (; shifted < LARGE; shifted++) total -= log1p(k / shifted)
  const end = shifted + k
  return total + (shifted - 0.5) * log1p(k / shifted) + k * (log(end) - 1) + stirlingRest(end) - stirlingRest(shifted)
}

/**
 * Computes ψ(x + k) − ψ(x) for x > 0 and k ≥ 0, i.e. Σ_(j<k) 1/(x + j) for whole k.
 *
 * @param x - Above 0.
 * @param k - 0 or more, whole or not.
 * @returns The difference of the two digamma functions.
 *
 * Cost: O(1) for any k.
 */
export function digammaRise(x: number, k: number): number {
  return log1p(k / x) + logMinusDigamma(x) - logMinusDigamma(x + k)
}
