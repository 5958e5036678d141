import { expect, it } from 'vitest'
import { streamsOf } from '@sdc/testing/traced-rng'
import { roundingMethod } from './rounding/rounding.js'
import { samplingMethod } from './sampling/sampling.js'

it('each purpose has a stream of its own', async () => {
  expect(await streamsOf(roundingMethod, { base: 30 })).toEqual([])
  expect(await streamsOf(roundingMethod, { base: 30, random: true })).toEqual(['a/rounding/0', 'b/rounding/0'])
  expect(await streamsOf(samplingMethod, { percent: 20 })).toEqual(['records/0'])
  expect(await streamsOf(samplingMethod, { design: 'bernoulli' })).toEqual(['records/0'])
})
