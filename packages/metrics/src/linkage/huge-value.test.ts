import { seededRng, type Metric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { run } from '../testing/run.fixture.js'
import { drCombineMetric } from '../scores/dr-combine.js'
import { fullerIdentificationMetric } from '../model/fuller-identification.js'
import { dbrlKernelMetric } from './distance/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from './distance/dbrl-mahalanobis.js'
import { dbrlMetric } from './distance/dbrl.js'
import { dldMetric } from './distance/dld.js'
import { rsRlMetric } from './rank-swap/rs-rl.js'

const cases: [string, Metric, Record<string, unknown>][] = [
  ['risk/dbrl', dbrlMetric, {}],
  ['risk/dbrl cityblock', dbrlMetric, { distance: 'cityblock' }],
  ['risk/dbrl chebyshev', dbrlMetric, { distance: 'chebyshev', scale: 'original' }],
  ['risk/dbrl pooled', dbrlMetric, { scale: 'pooled' }],
  ['risk/dbrl none', dbrlMetric, { scale: 'none' }],
  ['risk/dbrl the other way', dbrlMetric, { direction: 'masked-to-original', ties: 'strict' }],
  ['risk/dbrl-mahalanobis', dbrlMahalanobisMetric, {}],
  ['risk/dbrl-kernel', dbrlKernelMetric, {}],
  ['risk/fuller-identification', fullerIdentificationMetric, {}],
  ['risk/dld', dldMetric, {}],
  ['risk/dld strict', dldMetric, { ties: 'strict' }],
  ['risk/rs-rl', rsRlMetric, {}],
  ['risk/rs-rl by a window', rsRlMetric, { positions: 3 }],
  ['risk/dr-combine', drCombineMetric, {}],
]

/**
 * Returns 499 different rates in hundredths of a percent, none an integer, and a code for "missing" that was not
 * recoded.
 */
const rates = (left: number): Float64Array => {
  const order = seededRng(1).shuffle(Array.from({ length: 499 }, (_, i) => i))
  return Float64Array.from([...order.map((i) => (i * 37 + 1) / 10_000), left])
}

describe('one huge value among 500 rates', () => {
  it.each(cases)('%s: an unmasked file has 100', async (_, metric, params) => {
    for (const left of [9999999999, -9999999999]) {
      expect((await run(metric, { a: rates(left) }, { a: rates(left) }, { params })).value).toBe(100)
      const two = { a: rates(left), b: Float64Array.from({ length: 500 }, (_, i) => i % 2) }
      expect((await run(metric, two, two, { params })).value).toBe(100)
    }
  })

  // A kernel, and a model of moments, depend on the mean, and Mahalanobis distance adds columns: with 1e18 the others
  // lose all digits.
  const ofSums: readonly Metric[] = [dbrlKernelMetric, fullerIdentificationMetric, dbrlMahalanobisMetric]
  it.each(cases.filter(([, metric]) => !ofSums.includes(metric)))(
    '%s: also with 1e18, 1e100 and 1e250, and if the column is one of two',
    async (_, metric, params) => {
      const b = Float64Array.from({ length: 500 }, (_, i) => i % 2)
      for (const left of [1e18, 1e100, 1e250]) {
        expect((await run(metric, { a: rates(left) }, { a: rates(left) }, { params })).value).toBe(100)
        const two = { a: rates(left), b }
        expect((await run(metric, two, two, { params })).value).toBe(100)
      }
    },
  )

  it('links masked values as without the huge value', async () => {
    const noise = seededRng(2)
    const x = rates(0).subarray(0, 499)
    const y = x.map((value) => value + 0.0005 * noise.normal())
    // By separate standard deviations another file is another unit: by the original's the linkage is the same.
    for (const [metric, params] of [
      [dbrlMetric, { scale: 'original' }],
      [dbrlMetric, { scale: 'none' }],
      [dldMetric, {}],
      [rsRlMetric, { positions: 3 }],
    ] as const) {
      const without = await run(metric as Metric, { a: x }, { a: y }, { params })
      for (const left of [9999999999, 1e18]) {
        const [a, b] = [Float64Array.from([...x, left]), Float64Array.from([...y, left])]
        const beside = await run(metric as Metric, { a }, { a: b }, { params })
        // One more record, which is found.
        expect(beside.value).toBeCloseTo((499 * (without.value ?? Number.NaN) + 100) / 500, 9)
      }
    }
  })

  it('is the same file in another unit, if each file has its own', async () => {
    // Means and standard deviations of the two files are equal except for rounding, which exceeds the difference of two
    // rates.
    for (const left of [9999999999, 1e18]) {
      const x = rates(left)
      for (const unit of [3, 7, 11, 13, 0.1, 1.3]) {
        expect((await run(dbrlMetric, { a: x }, { a: x.map((value) => unit * value) })).value).toBe(100)
      }
    }
  })

  it('is reported, with the column and its share of the sum of squares', async () => {
    const two = { rate: rates(9999999999), b: rates(0.5) }
    for (const [, metric, params] of cases.filter(([, one]) => one !== fullerIdentificationMetric)) {
      const { warnings } = await run(metric, two, two, { params })
      expect(warnings).toHaveLength(1)
      expect(warnings?.[0]).toMatch(/^column "rate": one record contributes 99\.99 % or more of its sum of squares/)
      expect((await run(metric, { b: rates(0.5) }, { b: rates(0.5) }, { params })).warnings).toBeUndefined()
    }
  })
})
