import { exp, log } from '@sdc/core'
import { upperHalf } from './halves.js'

/**
 * Computes the cube root of x, within 1 unit of the last place. The first 26 bits t of e^{ln|x|/3} have an exact
 * square; one step t + t(q − t)/(2t + q) with q = x/t² (Halley 1694) triples them.
 */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x
  // If the square of the root would be rounded, use the root of 2⁵⁴x, which is 2¹⁸ times as large.
  if (Math.abs(x) < 1e-300) return cbrt(x * 18014398509481984) / 262144
  const root = upperHalf(exp(log(Math.abs(x)) / 3))
  const quotient = Math.abs(x) / (root * root)
  const size = root + root * ((quotient - root) / (2 * root + quotient))
  return x < 0 ? -size : size
}
