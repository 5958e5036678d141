import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBelow, countsBelow, countUpTo } from './count-sorted.js'

function belowEach(sorted: Float64Array, values: readonly number[]): number[] {
  const counts = new Int32Array(values.length)
  countsBelow(sorted)(Float64Array.from(values), counts)
  return [...counts]
}

describe('countBelow and countUpTo', () => {
  it('equal a count over every value', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-Infinity, Infinity, -0, 0.5))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), value, (values, sought) => {
        const sorted = Float64Array.from(values).sort()
        expect(countBelow(sorted, sought)).toBe(values.filter((one) => one < sought).length)
        expect(countUpTo(sorted, sought)).toBe(values.filter((one) => one <= sought).length)
        expect(belowEach(sorted, [sought])).toEqual([values.filter((one) => one < sought).length])
      }),
    )
  })

  it('count by a table as bisection does, for any numbers', () => {
    const number = fc.double({ noNaN: true })
    const near = fc.integer({ min: 0, max: 40 }).map((k) => 1e9 + k / 64)
    const values = fc.oneof(fc.array(number, { maxLength: 40 }), fc.array(near, { maxLength: 40 }))
    fc.assert(
      fc.property(values, fc.array(fc.oneof(number, near), { maxLength: 40 }), (some, sought) => {
        const sorted = Float64Array.from(some).sort()
        const all = [...sought, ...some]
        expect(belowEach(sorted, all)).toEqual(all.map((value) => countBelow(sorted, value)))
      }),
    )
  })

  it('do not count missing values', () => {
    const missing = [Number.NaN, 2, Number.NaN]
    expect(belowEach(Float64Array.of(1, 2, 3), missing)).toEqual([-1, 1, -1])
    expect(belowEach(new Float64Array(0), missing)).toEqual([-1, 0, -1])
  })
})
