import { dataset, measureInput, resolveParams, type Column, type Measurement } from '@sdc/core'
import { hellingerMetric } from './hellinger.js'
import { measureByPlan } from '@sdc/toolkit'

/** Measures one column of any kind. */
export async function one(x: Column, y: Column): Promise<Measurement> {
  const [original, masked] = [dataset([['a', x]]), dataset([['a', y]])]
  return await measureByPlan(
    hellingerMetric,
    measureInput(original, masked, {
      origin: new Int32Array(masked.rows).fill(-1),
      columns: ['a'],
      params: resolveParams(hellingerMetric.params, {}),
    }),
  )
}
