import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import * as reference from '../testing/r-reference.fixture.js'
import { plainRankSwaps } from '../testing/rank-swap.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { il1sMetric } from './il1s.js'

const none = Number.NaN

describe('loss/il1s', () => {
  it('equals the result of R', async () => {
    // packages/testing/reference/scripts/marginals.R
    const measured = await run(il1sMetric, reference.x, reference.y)
    const expected = [0.382807737966048, 0.459838347974189, 0.481898060152594]
    ;[...(measured.columns?.values() ?? [])].forEach((mean, j) => expect(mean).toBeCloseTo(expected[j], 12))
    expect(measured.value).toBeCloseTo(expected.reduce((sum, one) => sum + one, 0) / 3, 12)
    expect(measured.used).toBe(120)
    expect(measured.records?.reduce((sum, one) => sum + one, 0)).toBeCloseTo(40 * (measured.value ?? none), 10)
  })

  it.each([
    [2, 0.041],
    [14, 0.207],
  ])('equals an independent run, for census with ranks swapped by up to %i %%', async (percent, expected) => {
    const census = censusColumns()
    const { value } = await run(il1sMetric, census, plainRankSwaps(census, Math.floor((percent * 1080) / 100), 1))
    // 14 040 values, whose changes have a spread of about their mean: three standard errors, and the rounding.
    expect(Math.abs((value ?? none) - expected)).toBeLessThan((3 * expected) / Math.sqrt(14040) + 0.0005)
  })

  it('is a mean: the same for a file repeated twice', async () => {
    const [x, y] = [normals(50, 3, 1), normals(50, 3, 2)]
    const twice = (file: typeof x) =>
      new Map([...file].map(([name, v]) => [name, Float64Array.from({ length: 100 }, (_, i) => v[i % 50])]))
    const { value } = await run(il1sMetric, x, y)
    // S has the divisor n − 1.
    const exact = (value ?? none) * Math.sqrt(99 / 98)
    expect((await run(il1sMetric, twice(x), twice(y))).value).toBeCloseTo(exact, 12)
    expect((await run(il1sMetric, x, x)).value).toBe(0)
  })

  it('is 2/√π deviations over √2 for independent normal values, in any order of the records', async () => {
    const [x, y] = [normals(20000, 1, 3), normals(20000, 1, 4)]
    const { value } = await run(il1sMetric, x, y)
    // |x − y|/√2 has standard deviation √(1 − 2/π) = .6; five of its standard errors.
    expect(Math.abs((value ?? none) - Math.sqrt(2 / Math.PI))).toBeLessThan((5 * 0.62) / Math.sqrt(20000))
    const order = Int32Array.from({ length: 20000 }, (_, i) => (i * 37 + 11) % 20000)
    const moved = new Map([...y].map(([name, v]) => [name, Float64Array.from(order, (row) => v[row])]))
    const again = await run(il1sMetric, x, moved, { origin: order })
    expect(again.value).toBeCloseTo(value ?? none, 12)
    expect(again.records?.[0]).toBeCloseTo(
      Math.abs((x.get('v1')?.[11] ?? none) - (y.get('v1')?.[11] ?? none)) / Math.SQRT2,
      1,
    )
  })

  it('leaves out cells without a counterpart, records without origin, constants and columns without values', async () => {
    const original = { a: [0, 2, 4, 2], b: [1, none, 3, 5], c: [7, 7, 7, 7], d: [none, none, 1, none] }
    const masked = { a: [1, 2, none, 9], b: [1, 4, none, 9], c: [1, 2, 3, 4], d: [1, 2, 3, 4] }
    const measured = await run(il1sMetric, original, masked, { origin: [0, 1, 2, -1] })
    const sd = Math.sqrt(8 / 3)
    expect(measured.value).toBeCloseTo(1 / sd / Math.SQRT2 / 3, 12)
    expect(measured.used).toBe(3)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([1, 3, 1, 1])
    expect([...(measured.records ?? [])]).toEqual([expect.closeTo(1 / sd / Math.SQRT2 / 2, 12), 0, none, none])
    expect(measured.columns?.get('c')).toBeNull()
    const apart = await run(il1sMetric, { a: [1, 2, none] }, { a: [1, none, 3] })
    expect(apart).toMatchObject({ value: null, used: 1, reason: expect.stringMatching(/^1 records/) as unknown })
  })

  it('is null, with the reason, or an error', async () => {
    const x = { a: [1, 2, 3] }
    expect((await run(il1sMetric, x, x, { origin: [-1, -1, -1] })).reason).toMatch(/origin/)
    for (const a of [
      [2, 2],
      [none, none],
      [1, none],
    ])
      expect((await run(il1sMetric, { a }, { a })).reason).toBe('no column has two different values in the original')
    expect((await run(il1sMetric, { a: [1] }, { a: [1] })).value).toBeNull()
    await expect(run(il1sMetric, x, { a: [1, Infinity, 2] })).rejects.toThrow(/masked value of record 2 is Infinity/)
    expect((await run(il1sMetric, { a: [-0, 1] }, { a: [0, 1] })).value).toBe(0)
  })
})
