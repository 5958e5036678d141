import { categorical, dataset, maskInput, numeric, resolveParams, seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { tracedRng } from '@sdc/testing/traced-rng'
import { byDistributionMethod } from './by-distribution.js'
import { resamplingMethod } from './resampling.js'
import { maskByPlan } from '@sdc/toolkit'

const values = [1, 2, 2, 4, 7, 11, Number.NaN]
const data = dataset([
  ['a', numeric(values)],
  ['b', numeric(values)],
  ['k', categorical(['x', 'y', 'x', 'y', 'x', 'y', null])],
])

it('each column, bootstrap sample and purpose of a fitted law has its own stream', async () => {
  const { rng, drawn } = tracedRng(seededRng(1))
  const given = { family: 'normal', map: false, bootstrap: 2 }
  const params = resolveParams(byDistributionMethod.params, given)
  await maskByPlan(byDistributionMethod, maskInput(data, { params, rng }))
  const of = (name: string): string[] => [
    `${name}/bootstrap/normal/0/0`,
    `${name}/bootstrap/normal/1/0`,
    `${name}/draws/0`,
    `${name}/missing/0`,
  ]
  expect([...drawn].sort()).toEqual([...of('a'), ...of('b'), 'k/draws/0'])
})

it('each column and sample of resampling has its own stream, and so have the ties', async () => {
  const { rng, drawn } = tracedRng(seededRng(1))
  const params = resolveParams(resamplingMethod.params, { samples: 2 })
  await maskByPlan(resamplingMethod, maskInput(data, { columns: ['a', 'b'], params, rng }))
  const of = (name: string): string[] => [`${name}/samples/0/0`, `${name}/samples/1/0`, `${name}/ties/0`]
  expect([...drawn].sort()).toEqual([...of('a'), ...of('b')])
})
