import { expect, it } from 'vitest'
import { streamsOf } from '@sdc/testing/traced-rng'
import { dataShufflingMethod } from './data-shuffling.js'
import { hybridMethod } from './hybrid.js'
import { lhsMethod } from './lhs.js'
import { perturbationMethod } from './perturbation.js'

const byFactor = ['factor/0/0', 'factor/1/0']
const byStratum = ['stratum/0/0', 'stratum/1/0', 'order/0/0', 'order/1/0']

it('each factor, stratum and order has its own stream', async () => {
  expect(await streamsOf(perturbationMethod)).toEqual(byFactor)
  expect(await streamsOf(dataShufflingMethod)).toEqual(byFactor)
  expect((await streamsOf(hybridMethod)).slice(0, 4)).toEqual(byStratum)
  expect((await streamsOf(lhsMethod)).slice(0, 4)).toEqual(byStratum)
})
