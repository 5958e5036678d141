import { categorical, dataset, numeric, seededRng, measureInput } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { sufficientNoise } from '../testing/exact-noise.fixture.js'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { correlationMetric } from './correlation.js'
import { measureByPlan } from '@sdc/toolkit'

describe('loss/correlation', () => {
  it('compares the correlations that R computes', async () => {
    // R: cor(x)[upper.tri(cor(x))], and of y; in the order a–b, a–c, b–c
    const before = [0.509478870458523, 0.0495352993936465, 0.0014484178961304]
    const after = [0.33195005789121, -0.0674256846609957, -0.00257196621685969]
    const measured = await run(correlationMetric, reference.x, reference.y)
    const changes = before.map((r, pair) => Math.abs(after[pair] - r))
    // R prints 15 digits; sums of 40 terms.
    tableColumn(measured, 'pairs', 'original').forEach((r, pair) => expect(r).toBeCloseTo(before[pair], 13))
    tableColumn(measured, 'pairs', 'masked').forEach((r, pair) => expect(r).toBeCloseTo(after[pair], 13))
    expect(measured.value).toBeCloseTo(changes.reduce((a, b) => a + b, 0) / 3, 13)
    expect(tableColumn(measured, 'change', 'value')[1]).toBeCloseTo(Math.max(...changes), 13)
  })

  it('is 0 if means and covariances are kept, although no value is', async () => {
    const x = normals(100, 3, 1)
    const noise = sufficientNoise([...x.values()], 0, 2)
    const y = new Map([...x.keys()].map((name, j) => [name, noise[j]]))
    // Some ε of sums of 100 terms.
    expect((await run(correlationMetric, x, y)).value).toBeLessThan(1e-12)
  })

  it('includes given numbers, and leaves out given categories, ordered or not', async () => {
    const file = (y: number[]) =>
      dataset([
        ['g', numeric([1, 2, 3])],
        ['size', categorical(['small', 'large', 'small'], ['small', 'large'])],
        ['y', numeric(y)],
      ])
    const measured = await measureByPlan(
      correlationMetric,
      measureInput(file([1, 2, 3]), file([3, 2, 1]), {
        origin: Int32Array.of(-1, -1, -1),
        columns: ['y'],
        given: ['g', 'size'],
        params: {},
        rng: seededRng(1),
      }),
    )
    expect(measured.value).toBe(2)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 0])
  })

  it('needs two records in both files', async () => {
    const one = { a: [1], b: [2] }
    const two = { a: [1, 2], b: [2, 5] }
    expect((await run(correlationMetric, one, two, { origin: [-1, -1] })).reason).toMatch(
      /needs 2 records; a file has 1/,
    )
    expect((await run(correlationMetric, two, one)).reason).toMatch(/needs 2 records; a file has 1/)
    expect((await run(correlationMetric, two, two)).value).toBe(0)
  })
})
