import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrapOrderMeans } from './bootstrap-means.js'
import { resamplingMethod } from './resampling.js'
import { fileOf, numbersOf, run } from './testing.fixture.js'

/** As it is said: each sample drawn, sorted, and averaged rank by rank. */
function slowly(sorted: Float64Array, samples: number, seed: number): number[] {
  const drawn = Array.from({ length: samples }, (_, s) => {
    const rng = seededRng(seed).child(String(s)).child('0')
    return Float64Array.from(sorted, () => sorted[Math.floor(rng.uniform() * sorted.length)]).sort()
  })
  return Array.from(sorted, (_, j) => drawn.reduce((total, sample) => total + sample[j], 0) / samples)
}

describe('bootstrapOrderMeans', () => {
  it('is the mean of sorted samples, without sorting them; ascending, within the range', () => {
    const list = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.double({ min: -9, max: 9, noNaN: true })), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 999 }), (values, samples, seed) => {
        const sorted = Float64Array.from(values).sort()
        const means = bootstrapOrderMeans(sorted, samples, seededRng(seed))
        slowly(sorted, samples, seed).forEach((mean, j) => {
          expect(means[j]).toBeCloseTo(mean, 11)
          if (j > 0) expect(means[j]).toBeGreaterThanOrEqual(means[j - 1] - 1e-12)
          expect(means[j]).toBeGreaterThanOrEqual(sorted[0])
          expect(means[j]).toBeLessThanOrEqual(sorted[sorted.length - 1])
        })
      }),
    )
  })
})

describe('distortion/resampling', () => {
  it('keeps the order, with ties at random, and missing values', async () => {
    const x = Float64Array.from({ length: 200 }, (_, i) =>
      i % 10 === 3 ? Number.NaN : i % 7 === 0 ? 0 : (i * 37) % 91,
    )
    const result = await run(resamplingMethod, fileOf({ x }))
    const y = numbersOf(result, 'x')
    for (let i = 0; i < 200; i++) {
      expect(Number.isNaN(y[i])).toBe(Number.isNaN(x[i]))
      for (let j = 0; j < 200; j++) if (x[i] < x[j]) expect(y[i]).toBeLessThanOrEqual(y[j])
    }
    expect(result.warnings).toEqual(['column "x": 20 missing values stay missing'])
    const other = numbersOf(await run(resamplingMethod, fileOf({ x }), {}, ['x'], 2), 'x')
    expect(other).not.toEqual(y)
  })

  it('has original values only with one sample', async () => {
    const x = Float64Array.from({ length: 80 }, (_, i) => Math.sqrt(i))
    const y = numbersOf(await run(resamplingMethod, fileOf({ x }), { samples: 1 }), 'x')
    expect([...y].every((value) => x.includes(value))).toBe(true)
    // About n/e of n values are in no sample.
    expect(new Set(y).size).toBeLessThan(65)
  })

  it('refuses a column of one value or of none', async () => {
    await expect(run(resamplingMethod, fileOf({ x: [3, 3] }))).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    await expect(run(resamplingMethod, fileOf({ x: [3] }))).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    await expect(run(resamplingMethod, fileOf({ x: [Number.NaN] }))).rejects.toMatchObject({ code: 'ALL_MISSING' })
  })
})
