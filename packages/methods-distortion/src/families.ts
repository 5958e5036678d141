import { constantOf, mean } from '@sdc/stats'
import {
  exponentialDistribution,
  fitDistribution,
  isCount,
  type Distribution,
  type DistributionName,
} from '@sdc/stats/distributions'

/** Families of distributions; of equal distances the first wins. */
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
 * Text about the values of a family.
 *
 * @param name - The family.
 * @returns The end of the sentence `a gamma distribution is one of positive numbers`.
 */
export function supportText(name: DistributionName): string {
  return supports[name].text
}

/**
 * Index of the first value outside the support of a family.
 *
 * @param name - The family.
 * @param values - None missing.
 * @returns The index; −1 if the family allows all values
 * Cost: O(n).
 */
export function outsideSupport(name: DistributionName, values: Float64Array): number {
  const { has } = supports[name]
  return values.findIndex((value) => !has(value))
}

/**
 * Maximum-likelihood fit of a family: `fitDistribution`, which here also fits the exponential one to zeros.
 *
 * @param name - The family.
 * @param values - Finite, none missing, in the support of the family.
 * @returns The distribution; null if none has finite parameters: equal values, counts beyond 1e10
 * Cost: O(n) an iteration.
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
