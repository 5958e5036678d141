// An ambient file is not found by a build that starts at distributions.ts alone.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./jstat.d.ts" />
import jstat from 'jstat'
import { normalQuantile } from './normal.js'

/** From here on the library loses digits, and two terms of the expansion in 1/ν have more than it. */
const MANY_DEGREES = 1e5

/**
 * The quantile at p of Student's t distribution with `degrees` > 0 degrees of freedom, not necessarily whole; of the
 * normal one where they are infinite. Relative error below 1e-6; infinite where it is beyond 1e154, as with few
 * hundredths of a degree. Throws RangeError outside 0 < p < 1 and degrees > 0.
 */
export function studentQuantile(p: number, degrees: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile is asked for p between 0 and 1, not ${p}`)
  if (!(degrees > 0)) throw new RangeError(`degrees of freedom are greater than 0, not ${degrees}`)
  if (p === 0.5) return 0
  if (degrees < MANY_DEGREES) {
    const quantile = jstat.studentt.inv(p, degrees)
    // The library squares the quantile: where that overflows it gives ∞, next to there NaN.
    return Number.isNaN(quantile) ? Math.sign(p - 0.5) * Infinity : quantile
  }
  const z = normalQuantile(p)
  return z + (z ** 3 + z) / (4 * degrees)
}
