import { constantOf, mean } from '@sdc/stats'
import {
  exponentialDistribution,
  fitDistribution,
  isCount,
  type Distribution,
  type DistributionName,
} from '@sdc/stats/distributions'

/** Families of distributions; among equal distances the first is chosen. */
export const familyNames = [
  'normal',
  'log-normal',
  'exponential',
  'gamma',
  'weibull',
  'uniform',
  'triangular',
  'chi-squared',
  'poisson',
] as const satisfies readonly DistributionName[]

interface Support {
  readonly has: (value: number) => boolean
  /** `of positive numbers`. */
  readonly text: string
}

const positive: Support = { has: (value) => value > 0, text: 'of positive numbers' }
const real: Support = { has: () => true, text: 'of all numbers' }
const supports: Readonly<Record<DistributionName, Support>> = {
  normal: real,
  'log-normal': positive,
  exponential: { has: (value) => value >= 0, text: 'of numbers from 0 on' },
  gamma: positive,
  weibull: positive,
  uniform: real,
  triangular: real,
  'chi-squared': positive,
  poisson: { has: isCount, text: 'of whole numbers from 0 on' },
}

/**
 * Describes the values of a family.
 *
 * @param name - Family.
 * @returns The end of the sentence `a gamma distribution is one of positive numbers`.
 */
export function supportText(name: DistributionName): string {
  return supports[name].text
}

/**
 * Finds the first value outside the support of a family.
 *
 * @param name - Family.
 * @param values - Values, none missing.
 * @returns The index; −1 if the family allows all values.
 *
 * Cost: O(n).
 */
export function outsideSupport(name: DistributionName, values: Float64Array): number {
  const { has } = supports[name]
  return values.findIndex((value) => !has(value))
}

/**
 * Fits a family by maximum likelihood: `fitDistribution`, which here also fits the exponential family to zeros.
 *
 * @param name - Family.
 * @param values - Finite, none missing, in the support of the family.
 * @returns The distribution; null if none has finite parameters: equal values, counts beyond 1e10.
 *
 * Cost: O(n) per iteration.
 */
export function fitFamily(name: DistributionName, values: Float64Array): Distribution | null {
  if (constantOf(values) !== undefined) return null
  try {
    return name === 'exponential' ? exponentialDistribution(mean(values)) : fitDistribution(name, values)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
