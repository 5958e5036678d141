import { dataset, measureInput, numeric, seededRng } from '@sdc/core'
import { expect, it } from 'vitest'
import { tracedRng } from '@sdc/testing/traced-rng'
import { levelMetric } from './level.js'
import { noiseShareMetric } from './noise-share-metric.js'
import { measureByPlan } from '@sdc/toolkit'

it('ties of each column have their own stream', async () => {
  const file = (unit: number) =>
    dataset(['a', 'b'].map((name) => [name, numeric([1, 2, 3, 4, 5, 6].map((v) => Math.ceil(v / unit)))] as const))
  for (const metric of [levelMetric, noiseShareMetric]) {
    const { rng, drawn } = tracedRng(seededRng(1))
    await measureByPlan(metric, measureInput(file(1), file(2), { params: {}, rng }))
    expect([...drawn]).toEqual(['a/ties/0', 'b/ties/0'])
  }
})
