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
  /** P(D or more): in the limit and as if the parameters were given, hence too large; or from bootstrap samples. */
  readonly p: number
}

export interface FitOptions {
  /** Number of samples drawn from each distribution and refitted; 0: p is that of the limit. */
  readonly bootstrap: number
  /** Families are used only if their p is larger. */
  readonly minimumP: number
}

export interface ChosenFamily {
  /** The families tried, the nearest first. */
  readonly families: readonly FittedFamily[]
  readonly best: FittedFamily
  /** True if no family reaches the requested p. */
  readonly poor: boolean
}

/**
 * Fits families to values and chooses the one with the smallest distance D among those with a sufficient p, or among
 * all if none is sufficient.
 *
 * @param names - The families to try, those in whose support the values lie; equal distances go to the first.
 * @param values - Finite, none missing.
 * @param options - The way p is computed and the p required.
 * @param rng - The bootstrap sample b of a family is drawn from `rng.child(family).child(b)`.
 * @param tick - Called between fits.
 * @returns The fits; null if no family could be fitted
 * Cost: a sort and a fit a family, times 1 + bootstrap.
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
    // A law whose probabilities overflow is none.
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
 * Kolmogorov–Smirnov distance of values and a distribution; for whole numbers taken at the whole numbers.
 *
 * @param steps - The distribution function of the values.
 * @param law - The distribution.
 * @returns D
 */
export function distanceOf(steps: Steps, law: Distribution): number {
  return kolmogorovDistance(steps, comparison(law))
}

function comparison(law: Distribution): Comparison {
  return law.name === 'poisson' ? { cdf: law.cdf, below: (x) => law.cdf(Math.ceil(x) - 1) } : law
}

/** (1 + samples at least as far from their own fit)/(1 + samples): parameters are estimated from each as from the values. */
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
    // A sample that has no fit of its own is as far as can be.
    if (own === null || !(distanceOf(stepsOf(sortedValues(drawn)), own) < distance)) asFar++
  }
  return (1 + asFar) / (1 + samples)
}
