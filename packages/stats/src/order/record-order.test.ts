import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordOrder } from './record-order.js'

describe('recordOrder', () => {
  it('sorts by one column after another, equal records by their rows', () => {
    const record = fc.tuple(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(-0.5, 1e300),
    )
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 600 }), (records) => {
        const columns = [0, 1, 2].map((j) => Float64Array.from(records, (one) => one[j]))
        const plain = [...records.keys()].sort((a, b) => {
          const differs = [0, 1, 2].find((j) => records[a][j] !== records[b][j])
          return differs === undefined ? a - b : records[a][differs] - records[b][differs]
        })
        expect([...recordOrder(columns)]).toEqual(plain)
      }),
    )
  })

  it('treats −0 as 0, has no record without a column, and refuses a missing value', () => {
    expect([...recordOrder([Float64Array.of(0, -0, -1), Float64Array.of(2, 1, 0)])]).toEqual([2, 1, 0])
    expect(recordOrder([])).toHaveLength(0)
    expect(() => recordOrder([Float64Array.of(1, Number.NaN, 2)])).toThrow(/row 1 of column 0 is missing/)
  })
})
