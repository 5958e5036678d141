import { expect, it } from 'vitest'
import { streamsOf } from '@sdc/testing/traced-rng'
import { additiveMethod } from './additive.js'
import { correlatedMethod } from './correlated.js'
import { multiplicativeMethod } from './multiplicative.js'
import { multiplierLaws } from './multipliers.js'
import { tendickMatloffMethod } from './tendick-matloff.js'

const byColumn = ['a/noise/0', 'b/noise/0']
const byFactor = ['factor/0/0', 'factor/1/0']

it('each column, or each factor of correlated noise, has its own stream', async () => {
  for (const params of [{}, { exact: true }, { distribution: 'laplace' }, { distribution: 'uniform' }]) {
    expect(await streamsOf(additiveMethod, params)).toEqual(byColumn)
  }
  for (const distribution of multiplierLaws) {
    expect(await streamsOf(multiplicativeMethod, { distribution })).toEqual(byColumn)
  }
  for (const exact of [false, true]) {
    expect(await streamsOf(correlatedMethod, { exact })).toEqual(byFactor)
    expect(await streamsOf(tendickMatloffMethod, { exact })).toEqual(byFactor)
  }
})
