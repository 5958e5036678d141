import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invert } from './inversion.js'
import { publishedFunction, type PublishedFunction } from './inversion-functions.js'
import { paperTable1 } from '../../reverse-map/src/paper-tables.fixture.js'
import { reverseMap } from '@sdc/reverse-map'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
const doubled = publishedFunction([{ kind: 'linear', a: 2, b: 3 }])
const tens = publishedFunction([{ kind: 'rounding', base: 10 }])

/** Whole numbers of a narrow range, so that ties are common in x and more so in f(x). */
const wholeNumbers = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 60 }).map(f64)
const anyFunction: fc.Arbitrary<PublishedFunction> = fc.oneof(
  fc.record({
    kind: fc.constant('linear' as const),
    a: fc.integer({ min: -3, max: 3 }),
    b: fc.integer({ min: -9, max: 9 }),
  }),
  fc.record({
    kind: fc.constant('rounding' as const),
    base: fc.integer({ min: 1, max: 30 }),
    halves: fc.constantFrom('up' as const, 'even' as const, 'away' as const),
  }),
  fc
    .array(fc.integer({ min: 0, max: 20 }), { minLength: 121, maxLength: 121 })
    .map((to) => ({ kind: 'table' as const, pairs: to.map((one, i) => [i - 60, one] as const) })),
)

/** By the definition: every pair is looked at. */
function bruteForce(z: Float64Array, y: Float64Array, f: (value: number) => number, tolerance: number): number[][] {
  return Array.from(y, (one) => [
    ...new Set(Array.from(z).filter((value) => !Number.isNaN(value) && Math.abs(f(value) - one) <= tolerance)),
  ])
}

const shuffled = (x: Float64Array, seed: number): Float64Array => seededRng(seed).shuffle(x.slice())

describe('invert', () => {
  it('agrees with brute force for every function, tolerance and missing value', () => {
    const withHoles = fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: -60, max: 60 }) },
          { weight: 1, arbitrary: fc.constantFrom(Number.NaN, -0, 0) },
        ),
        { maxLength: 60 },
      )
      .map(f64)
    fc.assert(
      fc.property(withHoles, withHoles, anyFunction, fc.constantFrom(0, 0.5, 4), (z, y, published, tolerance) => {
        const f = publishedFunction([published])
        const result = invert(z, y, f, { tolerance })
        const expected = bruteForce(z, y, f, tolerance)
        expect([...result.candidates]).toEqual(expected.map((values) => values.length))
        expected.forEach((values, i) => {
          // −0 and 0 are one candidate, whichever of them is in the file.
          if (values.length === 1) expect(result.recovered[i] === values[0]).toBe(true)
          else expect(result.recovered[i]).toBeNaN()
        })
        expect(result.used).toBe(y.filter((one) => !Number.isNaN(one)).length)
        expect(result.unmatched).toBe(expected.filter((values, i) => values.length === 0 && !Number.isNaN(y[i])).length)
        expect(result.rate).toBe(
          result.used === 0 ? null : expected.filter((values) => values.length === 1).length / result.used,
        )
      }),
    )
  })

  it('recovers every record of an injective function, for any order of the released values', () => {
    const injective: fc.Arbitrary<PublishedFunction[]> = fc.array(
      fc.record({
        kind: fc.constant('linear' as const),
        a: fc.constantFrom(-4, -1, 2, 3),
        b: fc.integer({ min: -9, max: 9 }),
      }),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(wholeNumbers, injective, fc.nat(), (x, functions, seed) => {
        const f = publishedFunction(functions)
        const y = x.map(f)
        for (const z of [shuffled(x, seed), reverseMap(x, y, { rng: seededRng(seed) })]) {
          const { recovered, rate, unmatched } = invert(z, y, f)
          expect(recovered).toEqual(x)
          expect({ rate, unmatched }).toEqual({ rate: 1, unmatched: 0 })
        }
      }),
    )
  })

  it('leaves t candidates to a tie group of t different values, the true one among them', () => {
    fc.assert(
      fc.property(wholeNumbers, anyFunction, fc.nat(), (x, published, seed) => {
        const f = publishedFunction([published])
        const y = x.map(f)
        const { candidates, recovered } = invert(shuffled(x, seed), y, f)
        x.forEach((value, i) => {
          const tied = new Set(x.filter((_, j) => y[j] === y[i]))
          expect(candidates[i]).toBe(tied.size)
          if (tied.size === 1) expect(recovered[i]).toBe(value)
          else expect(recovered[i]).toBeNaN()
        })
      }),
    )
  })

  it('finds at least as many candidates with a larger tolerance', () => {
    fc.assert(
      fc.property(wholeNumbers, anyFunction, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (x, published, small, more) => {
        const f = publishedFunction([published])
        const narrow = invert(x, x.map(f), f, { tolerance: small }).candidates
        const wide = invert(x, x.map(f), f, { tolerance: small + more }).candidates
        expect(narrow.every((count, i) => count <= wide[i])).toBe(true)
      }),
    )
  })

  it('Muralidhar, Sarathy & Domingo-Ferrer 2014, table 1: f = 2x + 3 recovers all of X, rounding to tens leaves groups', () => {
    const x = f64(paperTable1.x)
    const y = x.map(doubled)
    expect(invert(f64(paperTable1.z), y, doubled)).toMatchObject({ recovered: x, rate: 1 })
    const rounded = x.map(tens)
    const z = reverseMap(x, rounded, { rng: seededRng(1) })
    const { candidates, recovered } = invert(z, rounded, tens)
    // By hand, by the values that share a ten (5 and more go up).
    const ten = (value: number): number => Math.floor((value + 5) / 10)
    const groups = paperTable1.x.map(
      (value) => new Set(paperTable1.x.filter((other) => ten(other) === ten(value))).size,
    )
    expect([...candidates]).toEqual(groups)
    expect(groups.some((size) => size > 1) && groups.includes(1)).toBe(true)
    expect([...recovered]).toEqual(paperTable1.x.map((value, i) => (groups[i] === 1 ? value : Number.NaN)))
  })

  it('needs a tolerance for a masked file that was written with fewer digits', () => {
    const x = f64([1, 2, 10])
    const f = (value: number): number => value / 3
    const y = f64([0.3, 0.7, 3.3])
    expect(invert(x, y, f)).toMatchObject({ rate: 0, unmatched: 3 })
    // Half of the last digit written.
    expect(invert(x, y, f, { tolerance: 0.05 })).toMatchObject({ recovered: x, rate: 1 })
  })

  it('handles an empty file, missing values, and files of different lengths', () => {
    expect(invert(f64([]), f64([]), doubled)).toMatchObject({ used: 0, rate: null })
    expect(invert(f64([1]), f64([Number.NaN]), doubled)).toMatchObject({ used: 0, rate: null, unmatched: 0 })
    expect(invert(f64([1, Number.NaN, 2]), f64([7]), doubled)).toMatchObject({ recovered: f64([2]), rate: 1 })
  })

  it('refuses infinite values, and a tolerance below 0', () => {
    expect(() => invert(f64([Infinity]), f64([1]), doubled)).toThrow(/released value of record 1/)
    expect(() => invert(f64([1]), f64([1, -Infinity]), doubled)).toThrow(/masked value of record 2/)
    expect(() => invert(f64([1, 1e308]), f64([1]), (value) => value * 10)).toThrow(/released value of record 2/)
    for (const tolerance of [-1, Number.NaN, Infinity])
      expect(() => invert(f64([1]), f64([1]), doubled, { tolerance })).toThrow(/tolerance/)
  })
})
