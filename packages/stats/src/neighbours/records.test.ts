import { expect, it } from 'vitest'
import { interleave, rowNumbers } from './records.js'

it('interleave puts the records one after another, and names an invalid one', () => {
  expect([...interleave([Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)])]).toEqual([1, 4, 2, 5, 3, 6])
  expect(interleave([new Float64Array(0)])).toHaveLength(0)
  expect(() => interleave([])).toThrow(/needs a column/)
  expect(() => interleave([Float64Array.of(1), Float64Array.of(1, 2)])).toThrow(/column 1 has 2 rows, column 0 has 1/)
  expect(() => interleave([Float64Array.of(1, 2), Float64Array.of(1, Infinity)])).toThrow(/row 1 of column 1/)
})

it('rowNumbers counts from 0', () => {
  expect([...rowNumbers(3)]).toEqual([0, 1, 2])
  expect(rowNumbers(0)).toHaveLength(0)
})
