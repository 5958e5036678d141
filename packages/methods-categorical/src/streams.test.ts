import { categorical, dataset, maskInput, resolveParams, seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { tracedRng } from '@sdc/testing/traced-rng'
import { pramMethod } from './pram.js'
import { maskByPlan } from '@sdc/toolkit'

it('the changes of each column have their own stream', async () => {
  const { rng, drawn } = tracedRng(seededRng(1))
  const column = categorical(Array.from({ length: 40 }, (_, i) => ['x', 'y', 'z'][i % 3]))
  const data = dataset([
    ['a', column],
    ['b', column],
  ])
  await maskByPlan(pramMethod, maskInput(data, { params: resolveParams(pramMethod.params, {}), rng }))
  expect([...drawn]).toEqual(['a/change/0', 'b/change/0'])
})
