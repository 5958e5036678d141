import { dataset, measureInput, resolveParams, type Column, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { hellingerMetric } from './hellinger.js'
import { measureByPlan } from '@sdc/toolkit'

/** Measures one column of any kind. */
async function one(x: Column, y: Column): Promise<Measurement> {
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

describe('loss/hellinger', () => {
  it('takes a million categories', async () => {
    const levels = Array.from({ length: 1_000_000 }, (_, i) => `p${i}`)
    const column: Column = { kind: 'categorical', levels, codes: Int32Array.from(levels.keys()), ordered: false }
    const other: Column = { ...column, levels: [...levels].reverse() }
    expect((await one(column, other)).value).toBe(0)
  })
})
