import { constantOf, mean } from '@sdc/stats'
import {
  exponentialDistribution,
  fitDistribution,
  isCount,
  type Distribution,
  type DistributionName,
} from '@sdc/stats/distributions'

/** The families of laws, in the order in which equal distances are decided. */
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
 * What the values of a family are.
 *
 * @param name the family
 * @returns as in `a gamma distribution is … of positive numbers`
 */
export function supportText(name: DistributionName): string {
  return supports[name].text
}

/**
 * Where the first value stands that a family does not have.
 *
 * @param name the family
 * @param values none missing
 * @returns its index; −1 where the family has them all
 * Cost: O(n).
 */
export function outsideSupport(name: DistributionName, values: Float64Array): number {
  const { has } = supports[name]
  return values.findIndex((value) => !has(value))
}

/**
 * The law of a family with the greatest likelihood for the values: `fitDistribution`, and the exponential one for zeros, too.
 *
 * @param name the family
 * @param values finite, none missing, in the support of the family
 * @returns the law; null where there is none with finite parameters: equal values, counts beyond 1e10
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
