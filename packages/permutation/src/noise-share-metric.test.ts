import { describe, expect, it } from 'vitest'
import { run, tableColumn } from '../../metrics/src/testing/run.fixture.js'
import { noiseShareMetric } from './noise-share-metric.js'
import { noiseShareOf } from './noise-share.js'

const f64 = (...values: number[]): Float64Array => Float64Array.from(values)

describe('noiseShareOf', () => {
  // z = (5, 1, 3): y − z = (−½, ½, 1) and y − x = (7/2, −7/2, 1), whose variances are 7/12 and 151/12.
  const [x, y, z] = [f64(1, 5, 3), f64(4.5, 1.5, 4), f64(5, 1, 3)]

  it('is the ratio of the variances of noise and change, in any unit', () => {
    for (const unit of [1, -3, 2 ** 1015, 2 ** 1021, 2 ** -1000, 2 ** -1060]) {
      const scaled = [x, y, z].map((column) => column.map((value) => value * unit))
      expect(noiseShareOf(scaled[0], scaled[1], scaled[2])).toBeCloseTo(7 / 151, 12)
    }
  })

  it('is null if all values changed by the same amount up to rounding, and a number if one did not', () => {
    const moved = x.map((value) => value / 3 + 0.1)
    const from = x.map((value) => value / 3)
    expect(noiseShareOf(from, moved, from)).toBeNull()
    expect(noiseShareOf(from, from, from)).toBeNull()
    const other = f64(...moved)
    other[1] += 1e-14
    expect(noiseShareOf(from, other, from)).toBeCloseTo(1, 12)
    expect(noiseShareOf(f64(), f64(), f64())).toBeNull()
    expect(noiseShareOf(f64(1), f64(7), f64(1))).toBeNull()
  })
})

describe('permutation/noise-share', () => {
  it('is the mean over the columns that changed, with each in the table, by hand', async () => {
    const none = Number.NaN
    const original = { a: [1, 5, 3], b: [1, 2, 4], c: [1, none, 3], d: [1, 2, 3] }
    const masked = { a: [4.5, 1.5, 4], b: [1, 2, 4], c: [3, 2, 1], d: [6, 2, 4] }
    const measured = await run(noiseShareMetric, original, masked)
    // d: z = (3, 1, 2), y − z = (3, 1, 2), y − x = (5, 0, 1): variances 1 and 7.
    const shares = [700 / 151, null, 0, 100 / 7]
    const found = [...(measured.columns?.values() ?? [])]
    expect(found[1]).toBeNull()
    for (const j of [0, 2, 3]) expect(found[j]).toBeCloseTo(shares[j] ?? none, 12)
    expect(measured.value).toBeCloseTo((700 / 151 + 0 + 100 / 7) / 3, 12)
    expect(measured.used).toBe(3 + 2 + 3)
    expect(tableColumn(measured, 'columns', 'pairs')).toEqual([3, 3, 2, 3])
    expect(tableColumn(measured, 'columns', 'noise share (%)')[1]).toBeNaN()
    expect(noiseShareMetric.range).toEqual([0, Infinity])
  })

  it('reports the reason without a value', async () => {
    const reason = async (y: number[], origin?: number[]): Promise<string | undefined> =>
      (await run(noiseShareMetric, { a: [1, 2] }, { a: y }, origin && { origin })).reason
    expect(await reason([2, 3])).toMatch(/all complete pairs changed by the same amount/)
    expect(await reason([2, Number.NaN])).toMatch(/no column has two records with a value in both files/)
    expect(await reason([2, 3], [-1, -1])).toMatch(/link/)
    expect(await reason([3, 2], [-1, 0])).toMatch(/no column has two records/)
  })
})
