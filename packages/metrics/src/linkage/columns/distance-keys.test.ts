import type { Metric } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import { spread, type Spread } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { dbrlMetric } from '../distance/dbrl.js'
import { distanceKeys, type KeyScale } from './distance-keys.js'
import { dldMetric } from '../distance/dld.js'
import { prlMetric } from '../probabilistic/prl.js'
import { rsRlMetric } from '../rank-swap/rs-rl.js'

describe('distanceKeys', () => {
  const x = [Float64Array.of(1, 2, 3), Float64Array.of(4, 4, 4)]
  const y = [Float64Array.of(10, 30, 50), Float64Array.of(1, 2, 3)]
  const keys = (scale: KeyScale) => distanceKeys(x, y, x.map(spread), y.map(spread), scale)
  /** Returns original[r] − masked[r] of a key. */
  const gaps = (scale: KeyScale, j: number): number[] => {
    const { original, masked } = keys(scale)
    return [0, 1, 2].map((r) => original[j][r] - masked[j][r])
  }

  it('differ as standardised values do, each file in its own standard deviations or both in those of one', () => {
    // (v − 2)/1 and (v − 30)/20 are both −1, 0, 1.
    expect(gaps('separate', 0)).toEqual([0, 0, 0])
    expect(keys('separate').original[0][2] - keys('separate').masked[0][0]).toBe(2)
    expect(gaps('original', 0)).toEqual([-9, -28, -47])
    expect(gaps('none', 0)).toEqual([-9, -28, -47])
    expect(gaps('none', 1)).toEqual([3, 2, 1])
    // Standard deviation of a difference of independent records: √(1 + 400).
    gaps('pooled', 0).forEach((gap, r) => expect(gap).toBeCloseTo([-9, -28, -47][r] / Math.sqrt(401), 14))
    expect(gaps('pooled', 1).map((gap) => gap / standardDeviation(y[1]))).toEqual([3, 2, 1])
  })

  it('are 0 if a scale has no spread', () => {
    expect([...keys('original').masked[1]]).toEqual([0, 0, 0])
    expect([...keys('separate').original[1]]).toEqual([0, 0, 0])
  })

  it('have slack if decimals are far from zero, but none for integers', () => {
    const slack = (columns: Float64Array[]): number[] => [
      ...distanceKeys(columns, columns, columns.map(spread), columns.map(spread), 'original').slack,
    ]
    expect(slack([Float64Array.of(1000, 1001, 1002)])).toEqual([0])
    expect(slack([Float64Array.of(-1000.5, -1001.5, -1002.5)])).toEqual([1000.5])
    expect(slack([Float64Array.of(-0.5, 0.5, 1.5)])).toEqual([0])
  })
})

describe('missing cells', () => {
  const holes = (columns: Map<string, Float64Array>, every: number, first: number): Map<string, Float64Array> =>
    new Map(
      [...columns].map(([name, values], j) => [
        name,
        // Missing if another column is large, so that the complete records have other moments than all.
        values.map((v, i) => (j === 1 && (i + first) % every === 0 ? Number.NaN : j === 0 ? v * (1 + (i % every)) : v)),
      ]),
    )
  const x = holes(normals(120, 3, 1), 4, 1)
  const noise = normals(120, 3, 2)
  const y = new Map([...x].map(([name, values]) => [name, values.map((v, i) => v + 0.4 * (noise.get(name)?.[i] ?? 0))]))

  it('linkage by all keys is the same by either metric: standard deviations are those of all present values', async () => {
    const last = tableColumn(await run(dldMetric, x, y), 'keys', 'percent')[2]
    const params = { scale: 'original', direction: 'masked-to-original' }
    expect((await run(dbrlMetric, x, y, { params })).value).toBe(last)
    expect(last).toBeGreaterThan(5)
    expect(last).toBeLessThan(95)
  })

  it.each([
    [dldMetric, 120],
    [dbrlMetric, 120],
    [prlMetric, 90],
    [rsRlMetric, 90],
  ] as readonly (readonly [Metric, number])[])(
    '$0.id says how many records lack a key, and whether it looks for them',
    async (metric, looked) => {
      const { warnings, used } = await run(metric, x, y)
      expect(used).toBe(looked)
      expect(warnings?.filter((one) => one.startsWith('30 of 120 records have missing values'))).toHaveLength(1)
      const whole = await run(metric, normals(120, 3, 1), normals(120, 3, 2))
      expect(whole.warnings?.filter((one) => one.includes('have missing values')) ?? []).toEqual([])
    },
  )

  it('a file’s own standard deviations are those of all its present values, too', async () => {
    // In column a, the complete records are 0 … 5 in both files; the values in the incomplete ones set the scale: ×2.
    const a = [0, 1, 2, 3, 4, 5]
    const b = [0, 1, 0, 1, 0, 1]
    const original = { a: [...a, -20, 25], b: [...b, Number.NaN, Number.NaN] }
    const masked = { a: [...a.map((v) => 2 * v), -40, 50], b: [...b, Number.NaN, Number.NaN] }
    const params = { scale: 'separate' }
    expect((await run(dbrlMetric, original, masked, { params })).value).toBe(100)
    const apart = { a: [...a.map((v) => 2 * v), 0, 0], b: masked.b }
    expect((await run(dbrlMetric, original, apart, { params })).value).toBeLessThan(60)
  })
})

describe('distanceKeys of given spreads', () => {
  const of = (given: Partial<Spread>): Spread => ({ ...spread(Float64Array.of(0, 1)), whole: true, ...given })
  const column = [Float64Array.of(8)]
  /** Returns the masked key of 8, and the slack of the column. */
  const made = (x: Spread, y: Spread, scale: KeyScale = 'separate'): [number, number] => {
    const { masked, slack } = distanceKeys(column, column, [x], [y], scale)
    return [masked[0][0], slack[0]]
  }
  /** Returns 3 plus a number of halves of the last bit of 1. */
  const three = (bits: number): number => 3 + bits * 2 ** -53

  it('shift the masked keys by the difference of the means, unless it is rounding', () => {
    const x = of({ base: 0, sd: 2, mean: 6 })
    const y = (bits: number, more: Partial<Spread> = {}): Spread => of({ base: 0, sd: 1, mean: three(bits), ...more })
    expect(made(x, y(0))).toEqual([8, 0])
    // 16 roundings of 2⁻⁵³ of two means of 3: 96.
    expect(made(x, y(96))).toEqual([8, 0])
    expect(made(x, y(100))[1]).toBe(100 * 2 ** -53)
    expect(made(x, y(-100))[1]).toBe(100 * 2 ** -53)
    expect(made(x, of({ base: 0, sd: 1, mean: 1 }))).toEqual([10, 2])
    expect(made(x, of({ base: 0, sd: 1, mean: -1 }))).toEqual([12, 4])
  })

  it('round more if decimals are far from zero: by the constants subtracted from both', () => {
    const x = of({ base: 4, sd: 2, mean: 6, whole: false })
    const y = (bits: number): Spread => of({ base: 3, sd: 1, mean: three(bits), whole: false })
    // 16·(3 + 3 + 2 + 3).
    expect(made(x, y(176))).toEqual([5, 3])
    expect(made(x, y(180))[1]).toBeGreaterThan(3)
    expect(made(of({ base: 4, sd: 2, mean: 6 }), y(144))).toEqual([5, 3])
    expect(made(of({ base: 4, sd: 2, mean: 6 }), y(148))[1]).toBeGreaterThan(3)
  })

  it('have the greater slack of both files, and none if both are integers or have no spread', () => {
    expect(made(of({ base: 10, sd: 2, mean: 0 }), of({ base: 3, sd: 1, mean: 0, whole: false }))[1]).toBe(5)
    expect(made(of({ base: 10, sd: 2, mean: 0, whole: false }), of({ base: 30, sd: 1, mean: 0 }))[1]).toBe(30)
    expect(made(of({ base: 10, sd: 2, mean: 0 }), of({ base: 30, sd: 1, mean: 0 }))[1]).toBe(0)
    expect(made(of({ base: 10, sd: 0, mean: 5, whole: false }), of({ base: 3, sd: 0.5, mean: 4 }))).toEqual([10, 6])
    expect(made(of({ base: 10, sd: 2, mean: 6, whole: false }), of({ base: 30, sd: 0, mean: 4 }))).toEqual([0, 5])
    expect(made(of({ base: -4, sd: 2, mean: 6, whole: false }), of({ sd: 1 }), 'original')).toEqual([6, 2])
    expect(made(of({ base: -4, sd: 3, mean: 6, whole: false }), of({ sd: 4 }), 'pooled')).toEqual([2.4, 0.8])
    expect(made(of({ base: -4, sd: 3, mean: 6, whole: false }), of({ sd: 4 }), 'none')).toEqual([12, 4])
  })
})
