import { expect, it } from 'vitest'
import { mixedKey } from './frequency.js'
import { keyClasses } from './key-classes.js'

it('keyClasses numbers the classes of the keys by their first records, with missing as a value like any other', () => {
  const codes = [Int32Array.of(2, -1, 2, 0, -1, 2), Int32Array.of(1, 1, 1, -1, 1, 0)]
  const { ids, sizes, firsts } = keyClasses(codes)
  expect([[...ids], [...sizes], [...firsts]]).toEqual([
    [0, 1, 0, 2, 1, 3],
    [2, 2, 1, 1],
    [0, 1, 3, 5],
  ])
  // One record, and fewer numbers than records.
  expect(keyClasses([Int32Array.of(7)])).toEqual({
    ids: Int32Array.of(0),
    sizes: Int32Array.of(1),
    firsts: Int32Array.of(0),
  })
  expect(keyClasses([new Int32Array(9)]).firsts).toEqual(Int32Array.of(0))
  expect(mixedKey(codes).size).toBe(12)
})
