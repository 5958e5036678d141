import type { Rng } from '@sdc/core'
import { log, pow } from '../mathematics/index.js'

/**
 * Draws exactly from the gamma distribution with density x^(shape−1)·e^(−x)/Γ(shape), mean and variance `shape`.
 *
 * For shape ≥ 1: d·v with d = shape − ⅓, v = (1 + z/√(9d))³ and z standard normal, accepted if ln U < z²/2 + d − dv + d
 * ln v (at least 95 % are). For a smaller shape: a draw of shape + 1 times U^(1/shape). Never negative; 0 only if the
 * true draw is below the least positive number. Throws RangeError unless shape is positive and finite. Source:
 * Marsaglia & Tsang 2000, §6 and §8.
 */
export function gammaDraw(shape: number, rng: Rng): number {
  if (!(shape > 0 && shape < Infinity)) throw new RangeError(`a gamma distribution has a shape > 0, not ${shape}`)
  if (shape < 1) return gammaDraw(shape + 1, rng) * pow(positiveUniform(rng), 1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const z = rng.normal()
    const root = 1 + c * z
    const v = root * root * root
    if (v > 0 && log(positiveUniform(rng)) < (z * z) / 2 + d - d * v + d * log(v)) return d * v
  }
}

/** Draws from the χ² distribution with `degrees` > 0 degrees of freedom, not necessarily whole. */
export function chiSquareDraw(degrees: number, rng: Rng): number {
  return 2 * gammaDraw(degrees / 2, rng)
}

/** Draws a uniform number from (0, 1], so that it has a logarithm. */
function positiveUniform(rng: Rng): number {
  return 1 - rng.uniform()
}
