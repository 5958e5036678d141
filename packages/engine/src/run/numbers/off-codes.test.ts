import { describe, expect, it } from 'vitest'
import { offCodes } from './off-codes.js'
import type { MissingCodes } from '../../bind/missing-codes.js'

const ones = { whole: 1, scale: 1 }
const codes = (values: readonly number[], range: MissingCodes['range'] = [Number.NaN, Number.NaN]): MissingCodes => ({
  column: 'income',
  values: new Set(values),
  range,
})
const moved = (values: readonly number[], of: MissingCodes, step = ones): number[] => [
  ...offCodes(Float64Array.from(values), of, () => step, undefined).values,
]

describe('offCodes', () => {
  it('moves a value by one step, past other codes, towards 0 if both ways are equally far', () => {
    expect(moved([-9, 5, -9], codes([-9]))).toEqual([-8, 5, -8])
    expect(moved([-9], codes([-9, -8]))).toEqual([-10])
    expect(moved([-9, -8], codes([-9, -8, -7]))).toEqual([-10, -6])
    expect(moved([8], codes([], [8, 9]))).toEqual([7])
    expect(moved([-5], codes([-9], [-Infinity, -1]))).toEqual([0])
    expect(moved([0.99], codes([0.99]), { whole: 1, scale: 100 })).toEqual([0.98])
  })

  it('keeps the bounds of the column, and counts the moved values', () => {
    const { values, count } = offCodes(Float64Array.of(0, 3, Number.NaN), codes([0]), () => ones, {
      min: 0,
      max: 9,
      integer: true,
    })
    expect([[...values], count]).toEqual([[1, 3, Number.NaN], 1])
  })

  it('returns the same values if none is a code', () => {
    const values = Float64Array.of(1, 2)
    expect(offCodes(values, codes([9]), () => ones, undefined).values).toBe(values)
  })

  it('refuses a column whose numbers are all codes for missing values', () => {
    const of = codes([], [-Infinity, Infinity])
    expect(() => moved([1], of)).toThrow(expect.objectContaining({ code: 'BAD_PLAN', place: { column: 'income' } }))
  })
})
