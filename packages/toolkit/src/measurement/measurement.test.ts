import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { figures, leftOut, table, tooFewPairs, unknownOrigin, unmeasured, withoutOrigin } from './measurement.js'

describe('measurements', () => {
  it('without a value have a reason, the number of used records, and tables if there are any', () => {
    expect(unmeasured('why')).toEqual({ value: null, reason: 'why', used: 0 })
    const tables = new Map([['t', figures({ a: 1 })]])
    expect(unmeasured('why', 3, tables)).toEqual({ value: null, reason: 'why', used: 3, tables })
  })

  it('need two pairs: with fewer, the reason is the link if it is unknown for all records, otherwise the count', () => {
    const [unknown, one] = [Int32Array.of(-1, -1), Int32Array.of(-1, 0)]
    expect([2, 3].map((pairs) => tooFewPairs(pairs, unknown, true))).toEqual([undefined, undefined])
    expect(tooFewPairs(0, unknown, true)).toBe(unknownOrigin())
    expect(tooFewPairs(1, unknown, true)).toBe(unknownOrigin())
    const counted = (pairs: number, rows: number): string =>
      `only ${pairs} of ${rows} masked records have a known original; at least 2 are needed`
    expect(tooFewPairs(0, unknown, false)).toBe(counted(0, 2))
    expect(tooFewPairs(1, one, true)).toBe(counted(1, 2))
    expect(tooFewPairs(0, new Int32Array(0), true)).toBe(counted(0, 0))
    expect(tooFewPairs(0, Int32Array.of(0), true)).toBe(counted(0, 1))
  })

  it('have tables of texts and numbers, with missing values unchanged', () => {
    const { names, rows } = table({ what: ['a', null], value: Float64Array.of(1, Number.NaN) })
    expect([names, rows]).toEqual([['what', 'value'], 2])
    const data = table({ what: ['a', null], value: Float64Array.of(1, Number.NaN) })
    expect(data.column('what')).toEqual(categorical(['a', null]))
    expect(data.column('value')).toEqual(numeric([1, Number.NaN]))
    expect(figures({ one: 1, two: 2 }).column('value')).toEqual(numeric([1, 2]))
    expect(leftOut({ one: 1, two: 2 }).names).toEqual(['what', 'count'])
  })

  it('count the records without an origin', () => {
    expect([[0, -1, 2, -1], [0], [], [-1]].map((of) => withoutOrigin(Int32Array.from(of)))).toEqual([2, 0, 0, 1])
  })
})
