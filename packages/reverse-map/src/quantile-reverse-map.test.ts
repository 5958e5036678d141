import { isSdcError, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reverseMap, reverseMapQuantiles } from './reverse-map.js'

const numbers = fc.array(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  {
    minLength: 1,
    maxLength: 30,
  },
)
const holed = fc.array(fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }) }, fc.constant(Number.NaN)), {
  minLength: 1,
  maxLength: 30,
})

describe('reverseMapQuantiles', () => {
  it('gives every masked value the original one at its quantile', () => {
    const x = Float64Array.of(30, 10, 20)
    const twice = reverseMapQuantiles(x, Float64Array.of(5, 1, 6, 2, 4, 3), { ties: 'first' })
    expect([...twice]).toEqual([30, 10, 30, 10, 20, 20])
    expect([...reverseMapQuantiles(x, Float64Array.of(2, 1), { ties: 'first' })]).toEqual([30, 20])
  })

  it('is reverse mapping for files of equal length', () => {
    fc.assert(
      fc.property(numbers, numbers, fc.nat(), (a, b, seed) => {
        const n = Math.min(a.length, b.length)
        const [x, y] = [Float64Array.from(a.slice(0, n)), Float64Array.from(b.slice(0, n))]
        const z = reverseMapQuantiles(x, y, { rng: seededRng(seed) })
        // Only the places of 0 and −0 among themselves may differ.
        expect(z.map((one) => one + 0)).toEqual(reverseMap(x, y, { rng: seededRng(seed) }).map((one) => one + 0))
      }),
    )
  })

  it('uses every value of x ⌊n′/n⌋ or ⌈n′/n⌉ times, in the order of y, and leaves missing ones missing', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 30 }),
        holed,
        fc.nat(),
        (values, masked, seed) => {
          const x = Float64Array.from(values)
          const y = Float64Array.from(masked)
          const z = reverseMapQuantiles(x, y, { rng: seededRng(seed) })
          const present = [...y.keys()].filter((i) => !Number.isNaN(y[i]))
          expect([...z].map(Number.isNaN)).toEqual(masked.map(Number.isNaN))
          const share = present.length / x.length
          for (const value of x) {
            const times = present.filter((i) => z[i] === value).length
            expect(times).toBeGreaterThanOrEqual(Math.floor(share))
            expect(times).toBeLessThanOrEqual(Math.ceil(share))
          }
          for (const i of present) for (const j of present) if (y[i] < y[j]) expect(z[i]).toBeLessThanOrEqual(z[j])
        },
      ),
    )
  })

  it('refuses infinite values, and an original without any', () => {
    const code = (x: readonly number[], y: readonly number[]): string => {
      try {
        reverseMapQuantiles(Float64Array.from(x), Float64Array.from(y), { ties: 'first' })
      } catch (error) {
        if (isSdcError(error)) return error.code
      }
      return 'no error'
    }
    expect(code([Infinity], [1])).toBe('NOT_NUMERIC')
    expect(code([1], [-Infinity])).toBe('NOT_NUMERIC')
    expect(code([Number.NaN], [1])).toBe('ALL_MISSING')
  })
})
