import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupMeans, groupSizes, spreadMeans, withinGroupSse } from './group-means.js'

const grouped = fc
  .array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(4)), { minLength: 1, maxLength: 60 })
  .map((list) => ({
    values: Float64Array.from(list, ([value]) => value),
    labels: Uint32Array.from(list, ([, label]) => label),
  }))

describe('groupMeans', () => {
  it('is the mean of every group, NaN for a label without records', () => {
    const means = groupMeans(Float64Array.of(1, 2, 6, 10), Uint32Array.of(0, 0, 0, 2))
    expect([...means]).toEqual([3, Number.NaN, 10])
    expect([...groupSizes(Uint32Array.of(0, 0, 0, 2))]).toEqual([3, 0, 1])
  })

  it('equals sum/count for exact sums', () => {
    fc.assert(
      fc.property(grouped, ({ values, labels }) => {
        const means = groupMeans(values, labels)
        for (let g = 0; g < means.length; g++) {
          const members = [...values].filter((_, i) => labels[i] === g)
          const exact = members.reduce((total, value) => total + value, 0) / members.length
          // Integer sums are exact: both round once, when they divide. Equal zeros need not have the same sign.
          if (members.length > 0) expect(means[g] === exact).toBe(true)
        }
      }),
    )
  })

  it('gives a group of equal values exactly their value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 1, max: 50 }), (value, n) => {
        expect(groupMeans(new Float64Array(n).fill(value), new Uint32Array(n))[0]).toBe(value)
      }),
    )
  })

  it('loses no digits to an offset', () => {
    const means = groupMeans(Float64Array.of(1e15, 1e15 + 1, 1e15 + 2, 1e15 + 5), new Uint32Array(4))
    expect(means[0]).toBe(1e15 + 2)
  })
})

describe('withinGroupSse', () => {
  it('plus the between-group part is the whole', () => {
    fc.assert(
      fc.property(grouped, ({ values, labels }) => {
        const masked = spreadMeans(groupMeans(values, labels), labels)
        const centre = groupMeans(values, new Uint32Array(values.length))[0]
        const squares = (column: Float64Array): number =>
          column.reduce((total, value) => total + (value - centre) ** 2, 0)
        const whole = squares(values)
        // Three sums of at most 60 squares: 1e-12 of the whole is a thousand roundings.
        expect(Math.abs(withinGroupSse(values, labels) + squares(masked) - whole)).toBeLessThanOrEqual(1e-12 * whole)
      }),
    )
  })

  it('is 0 for groups of equal values', () => {
    expect(withinGroupSse(Float64Array.of(0.1, 0.1, 0.1, 0.7, 0.7), Uint32Array.of(0, 0, 0, 1, 1))).toBe(0)
  })
})
