import { SdcError, type MaskInput } from '@sdc/core'
import { correlationMatrix } from '@sdc/stats'
import * as z from 'zod'
import { copulaModel } from './copula/read-copula.js'
import { rankedColumns } from './inputs.js'
import { latinHypercube } from './latin-hypercube.js'
import { marginalParam, marginalQuantile, type MarginalName } from './marginal.js'

/** Parameters of a Latin hypercube draw. */
export const lhsParams = {
  ...marginalParam,
  iterations: z.int().min(0).max(100).default(10).meta({
    description:
      'Largest number of rounds of reordering, which bring the rank correlations nearer to the original ones.',
  }),
  tolerance: z.number().min(0).max(1).default(0.005).meta({
    description: 'Difference of the rank correlations from the original ones below which the rounds end.',
    unit: 'rank correlation',
  }),
}

export interface LhsParams {
  readonly marginal: MarginalName
  readonly iterations: number
  readonly tolerance: number
}

export interface LhsDraw {
  readonly columns: readonly Float64Array[]
  readonly warnings: readonly string[]
}

/**
 * Draws `count` synthetic records with the marginals and rank correlations of the columns to mask.
 *
 * @param input - File, columns to mask and parameters of the draw.
 * @param count - Number of records to draw.
 * @param method - Id of the method, for messages.
 * @returns p columns of `count` values, and a warning if a rank correlation is far from the original one.
 * @throws TOO_FEW_RECORDS for fewer than p + 2 of them, and the errors of `rankedColumns` and `marginalQuantile`
 */
export function drawLhs(input: MaskInput<LhsParams>, count: number, method: string): LhsDraw {
  const { columns: names, params, rng } = input
  const columns = rankedColumns(input, method)
  if (count < names.length + 2) {
    const message = `${count} synthetic records are fewer than ${names.length} columns and two: they cannot have their correlations`
    throw new SdcError(
      'TOO_FEW_RECORDS',
      message,
      { method },
      'Draw more records, use larger groups, or mask fewer columns.',
    )
  }
  const quantiles = columns.map(({ sorted }, j) =>
    marginalQuantile(params.marginal, sorted, { method, column: names[j] }),
  )
  const target = correlationMatrix(columns.map(({ ranks }) => ranks))
  const ties = params.marginal === 'empirical' ? 'interpolated' : 'none'
  const normal = copulaModel(columns, [], ties).covariance
  const drawn = latinHypercube(count, quantiles, target, rng, { ...params, normal })
  const far = `a rank correlation of the synthetic records differs by ${drawn.difference.toPrecision(2)} from the original one`
  return { columns: drawn.columns, warnings: drawn.difference < Math.max(params.tolerance, 0.01) ? [] : [far] }
}
