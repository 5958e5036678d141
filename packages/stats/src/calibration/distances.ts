import { exp } from '../mathematics/index.js'

/** Distance of calibrated weights from the original ones. */
export type CalibrationMethod = 'linear' | 'raking' | 'logit'

/** Bounds of the factor g = calibrated weight / original weight. */
export type FactorBounds = readonly [low: number, high: number]

/** Factor g as a function of u = x′λ, with its derivative. */
export interface FactorFunction {
  readonly factor: (u: number) => number
  readonly slope: (u: number, factor: number) => number
}

/**
 * Returns the factor function of a distance.
 *
 * linear: g = 1 + u; raking: g = eᵘ; both cut off at the bounds. logit, with bounds L < 1 < U and
 * A = (U − L)/((1 − L)(U − 1)): g = (L(U − 1) + U(1 − L)e^(Au))/(U − 1 + (1 − L)e^(Au)).
 *
 * @param method - The distance.
 * @param bounds - Bounds of g; `logit` needs both finite, with 1 between them.
 * @returns g(u) and g′(u); g(0) = g′(0) = 1.
 * Source: Deville & Särndal 1992, cases 1, 2, 6 and 7.
 */
export function factorFunction(method: CalibrationMethod, [low, high]: FactorBounds): FactorFunction {
  if (method === 'logit') {
    const steepness = (high - low) / ((1 - low) * (high - 1))
    return {
      // e^(−|Au|), so that nothing overflows.
      factor: (u) => {
        const t = steepness * u
        const e = exp(-Math.abs(t))
        return t > 0
          ? (low * (high - 1) * e + high * (1 - low)) / ((high - 1) * e + 1 - low)
          : (low * (high - 1) + high * (1 - low) * e) / (high - 1 + (1 - low) * e)
      },
      slope: (_, g) => (steepness * (g - low) * (high - g)) / (high - low),
    }
  }
  const free = method === 'linear' ? (u: number): number => 1 + u : exp
  return {
    factor: (u) => Math.min(high, Math.max(low, free(u))),
    slope: (_, g) => (g > low && g < high ? (method === 'linear' ? 1 : g) : 0),
  }
}
