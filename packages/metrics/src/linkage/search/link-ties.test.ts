import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { run } from '../../testing/run.fixture.js'
import { dbrlMetric } from '../distance/dbrl.js'
import { dldMetric } from '../distance/dld.js'
import { mayBeNearest, tieRing } from './link-ties.js'

/** Counts the equally near original values for every masked one, in integer steps: rounding must not decide it. */
function exactShare(x: readonly number[], y: readonly number[]): number {
  const credits = y.map((one, i) => {
    const gaps = x.map((other) => Math.abs(other - one))
    const tied = gaps.filter((gap) => gap === Math.min(...gaps)).length
    return gaps[i] === Math.min(...gaps) ? 1 / tied : 0
  })
  return (100 * credits.reduce((a, b) => a + b, 0)) / y.length
}

const steps = fc.integer({ min: 2, max: 40 }).chain((n) => {
  const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: n, maxLength: n })
  return fc.tuple(values, values)
})

describe('records on either side of a value tie', () => {
  /** Maps a step to a value: ties are exact in steps, and as decimals, but not as doubles. */
  const units: [string, (step: number) => number][] = [
    ['whole numbers', (step) => step],
    ['tenths', (step) => step / 10],
    ['thirds', (step) => step / 3],
    ['1e12', (step) => step * 1e12],
    ['1e-300', (step) => step * 1e-300],
    ['1e200', (step) => step * 1e200],
    ['far from zero', (step) => 1e9 + step],
    ['1e5 standard deviations and more from zero', (step) => Number(`${1_000_000 + step}e-1`)],
    ['below zero', (step) => Number(`${-1_000_000 - step}e-2`)],
    ['1e15 and whole', (step) => 1e15 + step],
    ['exactly as decimals', (step) => Number(`1234.${String(step).padStart(2, '0')}`)],
  ]

  it.each(units)('%s', async (_, unit) => {
    await fc.assert(
      fc.asyncProperty(steps, async ([x, y]) => {
        fc.pre(new Set(x).size > 1)
        const files = [{ a: x.map(unit) }, { a: y.map(unit) }] as const
        const expected = exactShare(x, y)
        expect((await run(dldMetric, ...files)).value).toBeCloseTo(expected, 9)
        for (const scale of ['original', 'none']) {
          const params = { scale, direction: 'masked-to-original' }
          expect((await run(dbrlMetric, ...files, { params })).value).toBeCloseTo(expected, 9)
        }
      }),
      { numRuns: 40 },
    )
  })

  it.each(units)('%s: also if each file has its own unit', async (_, unit) => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async ([x], turn) => {
        fc.pre(new Set(x).size > 1)
        // The same values in another order have the same mean and standard deviation except for rounding.
        const y = x.map((_, i) => x[(i * 7 + turn) % x.length])
        fc.pre(x.length % 7 !== 0)
        const params = { scale: 'separate', direction: 'masked-to-original' }
        const { value } = await run(dbrlMetric, { a: x.map(unit) }, { a: y.map(unit) }, { params })
        expect(value).toBeCloseTo(exactShare(x, y), 9)
        // A file in three times the unit is the same file.
        const thrice = await run(dbrlMetric, { a: x.map(unit) }, { a: y.map((step) => 3 * unit(step)) }, { params })
        expect(thrice.value).toBeCloseTo(exactShare(x, y), 9)
      }),
      { numRuns: 40 },
    )
  })

  it('heavily tied keys with one key that decides', async () => {
    const x = { a: Array.from({ length: 120 }, (_, i) => i % 2), b: Array.from({ length: 120 }, (_, i) => i / 10) }
    // Each masked value lies half way between two original ones of the same a.
    const y = { a: x.a, b: x.b.map((value) => value + 0.1) }
    const { value } = await run(dldMetric, x, y)
    // DLD-1: one of 60; DLD-2: one of two, and the last of each a alone.
    expect(value).toBeCloseTo((100 / 60 + (118 * 50 + 2 * 100) / 120) / 2, 9)
  })
})

describe('mayBeNearest', () => {
  const near = (distances: readonly number[], size: number): number[] =>
    mayBeNearest(distances.length, 1, 'euclidean', (at, gaps) => {
      gaps.gap[0] = distances[at]
      gaps.size[0] = size
    })

  it('treats differences within some last bits of the keys as equal, and no others', () => {
    expect(near([1, 1 + 2 ** -51, 1 + 2 ** -45], 2)).toEqual([0, 1])
    // An absolute tolerance would treat all of these as equal.
    expect(near([1e-12, 2e-12, 3e-12], 1e-11)).toEqual([0])
    expect(near([3e-12, 2e-12, 2e-12], 1e-11)).toEqual([1, 2])
  })

  it('treats records that are equal in all keys as the only nearest ones', () => {
    expect(near([0, 1e-18, 0], 2)).toEqual([0, 2])
  })

  it('has a ring that contains all records that it accepts', () => {
    const gap = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(gap, { minLength: 2, maxLength: 6 }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (gaps, key) => {
          const least = Math.min(...gaps)
          const tied = mayBeNearest(gaps.length, 1, 'cityblock', (at, out) => {
            out.gap[0] = gaps[at]
            out.size[0] = 2 * key + gaps[at]
          })
          for (const at of tied) expect(gaps[at]).toBeLessThanOrEqual(tieRing(least, key, 'cityblock'))
          expect(tied.map((at) => gaps[at])).toContain(least)
        },
      ),
    )
  })
})
