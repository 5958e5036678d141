import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { personsOf, unitsOf } from './units-of.js'

describe('unitsOf', () => {
  it('numbers units in the order of first records; a record without an id is a unit by itself', () => {
    expect(unitsOf(numeric([7, Number.NaN, 7, 0, Number.NaN, -0]))).toEqual({
      count: 4,
      ofRecord: Int32Array.of(0, 1, 0, 2, 3, 2),
    })
    expect(unitsOf(categorical([]))).toEqual({ count: 0, ofRecord: new Int32Array(0) })
  })
})

describe('personsOf', () => {
  const data = dataset([
    ['a', numeric([1, 2, 2])],
    ['b', numeric([3, 1, 2])],
  ])

  it('returns undefined if each person has one record, and if no column has the role', () => {
    expect(personsOf(data, { person: 'a' })?.count).toBe(2)
    for (const person of ['b', 'gone', undefined]) expect(personsOf(data, { person })).toBeUndefined()
  })
})
