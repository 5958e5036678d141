import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countBelow, countUpTo } from './count-sorted.js'

describe('countBelow and countUpTo', () => {
  it('count what a look at every value counts', () => {
    const value = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-Infinity, Infinity, -0, 0.5))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), value, (values, sought) => {
        const sorted = Float64Array.from(values).sort()
        expect(countBelow(sorted, sought)).toBe(values.filter((one) => one < sought).length)
        expect(countUpTo(sorted, sought)).toBe(values.filter((one) => one <= sought).length)
      }),
    )
  })
})
