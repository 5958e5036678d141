import type { Rng } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import {
  kolmogorovDistance,
  kolmogorovP,
  stepsOf,
  type Comparison,
  type Distribution,
  type DistributionName,
  type Steps,
} from '@sdc/stats/distributions'
import { drawFromLaw } from './draw-law.js'
import { fitFamily, outsideSupport } from './families.js'

/** Family and the distance of its likeliest distribution from the values. */
export interface FittedFamily {
  readonly law: Distribution
  /** Kolmogorov–Smirnov distance D of the values and the distribution. */
  readonly distance: number
  /** P(D or more), in the limit and as if the parameters were given, hence too large; or from bootstrap samples. */
  readonly p: number
}

export interface FitOptions {
  /** Number of samples drawn from each distribution and refitted; 0 to use p in the limit. */
  readonly bootstrap: number
  /** Limit that the p of a family must exceed. */
  readonly minimumP: number
}

export interface ChosenFamily {
  /** Fitted families, the nearest first. */
  readonly families: readonly FittedFamily[]
  readonly best: FittedFamily
  /** True if no family reaches the requested p. */
  readonly poor: boolean
}

/**
 * Fits families to values and chooses the one with the smallest distance D among those with a sufficient p, or among
 * all if none is sufficient.
 *
 * @param names - Families to try, with the values in their support; equal distances go to the first.
 * @param values - Finite, none missing.
 * @param options - Way to compute p, and required p.
 * @param rng - The bootstrap sample b of a family is drawn from `rng.child(family).child(b)`.
 * @param tick - Called between fits.
 * @returns The fits; null if no family could be fitted.
 *
 * Cost: a sort and a fit per family, times 1 + bootstrap.
 * Source: Liew, Choi & Liew 1985, step 1; D and its p: Kolmogorov 1933; that p is too large: Lilliefors 1967.
 */
export function chooseFamily(
  names: readonly DistributionName[],
  values: Float64Array,
  { bootstrap, minimumP }: FitOptions,
  rng: Rng,
  tick: () => void = () => {},
): ChosenFamily | null {
  const steps = stepsOf(sortedValues(values))
  const families: FittedFamily[] = []
  for (const name of names) {
    tick()
    if (outsideSupport(name, values) >= 0) continue
    const law = fitFamily(name, values)
    const distance = law === null ? Number.NaN : distanceOf(steps, law)
    // A law whose probabilities overflow cannot be used.
    if (law === null || Number.isNaN(distance)) continue
    const p =
      bootstrap === 0
        ? kolmogorovP(distance, values.length)
        : bootstrapP(law, distance, values.length, bootstrap, rng.child(name), tick)
    families.push({ law, distance, p })
  }
  if (families.length === 0) return null
  families.sort((a, b) => a.distance - b.distance)
  const good = families.find(({ p }) => p > minimumP)
  return { families, best: good ?? families[0], poor: good === undefined }
}

/**
 * Computes the Kolmogorov–Smirnov distance of values and a distribution; for whole numbers at the whole numbers.
 *
 * @param steps - Distribution function of the values.
 * @param law - Distribution.
 * @returns D.
 */
export function distanceOf(steps: Steps, law: Distribution): number {
  return kolmogorovDistance(steps, comparison(law))
}

function comparison(law: Distribution): Comparison {
  return law.name === 'poisson' ? { cdf: law.cdf, below: (x) => law.cdf(Math.ceil(x) - 1) } : law
}

/**
 * Computes (1 + samples at least as far from their own fit)/(1 + samples): the parameters of each are estimated as
 * those of the values.
 */
function bootstrapP(
  law: Distribution,
  distance: number,
  n: number,
  samples: number,
  rng: Rng,
  tick: () => void,
): number {
  let asFar = 0
  for (let b = 0; b < samples; b++) {
    tick()
    const drawn = drawFromLaw(law, n, rng.child(String(b)))
    const inside = outsideSupport(law.name, drawn) < 0
    const own = inside ? fitFamily(law.name, drawn) : null
    // A sample without a fit of its own counts as far.
    if (own === null || !(distanceOf(stepsOf(sortedValues(drawn)), own) < distance)) asFar++
  }
  return (1 + asFar) / (1 + samples)
}
