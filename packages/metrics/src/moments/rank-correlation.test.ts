import { categorical, dataset, numeric, seededRng, measureInput } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { rankCorrelationLossMetric } from './rank-correlation.js'
import { measureByPlan } from '@sdc/toolkit'

describe('loss/rank-correlation', () => {
  it('compares every pair except those of two given columns', async () => {
    const x = normals(40, 4, 1)
    const measured = await run(rankCorrelationLossMetric, x, x, { given: ['v1', 'v2'] })
    expect(measured.value).toBe(0)
    expect(tableColumn(measured, 'pairs', 'original')).toHaveLength(5)
    expect(measured.used).toBe(40)
  })

  it('is 2 if a perfect order is reversed, regardless of the origin', async () => {
    const [original, masked] = [
      { a: [1, 2, 3], b: [4, 5, 6] },
      { a: [1, 2, 3], b: [3, 2, 1] },
    ]
    const { value } = await run(rankCorrelationLossMetric, original, masked, { origin: [-1, -1, -1] })
    expect(value).toBe(2)
  })

  it('asks for a given column if there is one column only', async () => {
    const { value, reason } = await run(rankCorrelationLossMetric, { a: [1, 2, 3] }, { a: [3, 2, 1] })
    expect(value).toBeNull()
    expect(reason).toMatch(/given/)
  })

  it('leaves out pairs with a constant column and given categories without an order, and counts them', async () => {
    const given = { kind: 'numeric', values: Float64Array.of(1, 2, 3, 4) } as const
    const region = categorical(['n', 's', 'n', 's'])
    const size = categorical(['small', 'large', 'small', null], ['small', 'large'])
    const c = numeric([1, 1, 1, 1])
    const files = [
      [1, 2, 3, 4],
      [1, 2, 4, 3],
    ].map((y) =>
      dataset([
        ['given', given],
        ['region', region],
        ['size', size],
        ['y', numeric(y)],
        ['c', c],
      ]),
    )
    const measured = await measureByPlan(
      rankCorrelationLossMetric,
      measureInput(files[0], files[1], {
        origin: Int32Array.of(0, 1, 2, 3),
        columns: ['y', 'c'],
        given: ['given', 'region', 'size'],
        params: {},
        rng: seededRng(1),
      }),
    )
    // Pairs given–y and size–y remain; size ranks 1 2 1 and y 1 2 3, then 1 2 4: the same ranks.
    expect(measured.value).toBeCloseTo(0.1, 12)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 3])
  })
})
