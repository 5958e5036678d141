import { dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { completeRecords, keyedRecords } from './complete-records.js'

const none = Number.NaN
const original = dataset([
  ['a', numeric([1, 2, none, 4, 5])],
  ['b', numeric([10, none, 30, 40, 50])],
  ['c', numeric([none, none, none, none, none])],
])
const masked = dataset([
  ['a', numeric([11, 12, 13, none])],
  ['b', numeric([21, 22, 23, 24])],
])
const pairs = { masked: Int32Array.of(0, 1, 2, 3), original: Int32Array.of(4, 2, 0, 3) }

describe('records with all keys', () => {
  it('one file', () => {
    const { rows, keys } = keyedRecords(original, ['a', 'b'])
    expect([[...rows], ...keys.map((key) => [...key])]).toEqual([
      [0, 3, 4],
      [1, 4, 5],
      [10, 40, 50],
    ])
    expect(keyedRecords(original, ['a', 'c']).rows).toHaveLength(0)
    expect(keyedRecords(original, []).rows).toEqual(Int32Array.of(0, 1, 2, 3, 4))
  })

  it('two files, and the pairs that are complete in both, as places', () => {
    const complete = completeRecords({ original, masked }, ['a', 'b'], pairs)
    expect([...complete.original.rows]).toEqual([0, 3, 4])
    expect([...complete.masked.rows]).toEqual([0, 1, 2])
    // Masked 0 belongs to original 4, masked 2 to original 0; original 2 has no a, nor has masked 3.
    expect(complete.pairs).toEqual({ masked: Int32Array.of(0, 2), original: Int32Array.of(2, 0) })
  })

  it('uses the original’s records if they are known', () => {
    const known = { rows: Int32Array.of(3), keys: [Float64Array.of(4)] }
    const complete = completeRecords(
      { original, masked },
      ['a'],
      { masked: Int32Array.of(2), original: Int32Array.of(3) },
      known,
    )
    expect(complete.original).toBe(known)
    expect(complete.pairs).toEqual({ masked: Int32Array.of(2), original: Int32Array.of(0) })
  })
})
