import { SdcError } from '@sdc/core'
import { constantOf, quantileOfSorted } from '@sdc/stats'
import { fitDistribution, needsPositive } from '@sdc/stats/distributions'
import * as z from 'zod'

export const marginalNames = ['empirical', 'normal', 'log-normal', 'exponential', 'gamma', 'weibull'] as const

export type MarginalName = (typeof marginalNames)[number]

/** Parameter of the methods that draw values from a marginal. */
export const marginalParam = {
  marginal: z
    .enum(marginalNames)
    .default('empirical')
    .meta({
      description:
        'Marginal of the drawn values: the interpolated quantiles of the column, or a distribution fitted to it ' +
        'by maximum likelihood. All but empirical and normal need positive values.',
    }),
}

/** Place of a value in the file, for messages. */
export interface MarginalPlace {
  readonly method: string
  readonly column: string
}

/**
 * Returns the quantile function F̂⁻¹ of a column from its sorted values: interpolated (type 7), or of the fitted law.
 *
 * @throws BAD_PARAMETER if the law is one of positive numbers and a value is not
 */
export function marginalQuantile(
  name: MarginalName,
  sorted: Float64Array,
  place: MarginalPlace,
): (p: number) => number {
  if (name === 'empirical') return (p) => quantileOfSorted(sorted, p)
  const { method, column } = place
  if (needsPositive(name) && sorted[0] <= 0) {
    const message = `column "${column}" has the value ${sorted[0]}; a ${name} marginal is fitted to positive values only`
    const fix = 'Use the empirical or the normal marginal, or mask the positive values only.'
    throw new SdcError('BAD_PARAMETER', message, { method, column, parameter: 'marginal' }, fix)
  }
  if (constantOf(sorted) !== undefined) {
    throw new SdcError('CONSTANT_COLUMN', `column "${column}" has only one value`, { method, column })
  }
  return fitDistribution(name, sorted).quantile
}
