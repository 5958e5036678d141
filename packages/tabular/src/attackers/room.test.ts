import { SdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { roomOf } from './room.js'

const table = written(
  ['row', 'column'],
  [
    'Total Total 14',
    'Total u 8',
    'Total v 6',
    'a Total 9',
    'a u 4',
    'a v 5',
    'b Total 4',
    'b u 3',
    'b v 1',
    'c Total 1',
    'c u 1',
    'c v 0',
  ],
)
const hide = (...cells: number[]): Uint8Array => Uint8Array.from(table.values, (_, c) => Number(cells.includes(c)))

describe('the room of a pattern', () => {
  it('ends at 1 in a table of counts, and at 0 in a component with a suppressed zero', () => {
    expect([...roomOf(table, hide(4, 5, 7, 8)).below]).toEqual([9, 5, 4, 7, 3, 4, 2, 2, 0, 0, 0, 0])
    // The relations of row c and of column v join 10, 11 and 8, not 4.
    const { below, above } = roomOf(table, hide(4, 8, 10, 11))
    expect([below[8], below[10], below[11], below[7]]).toEqual([1, 1, 0, 2])
    expect(above[4]).toBe(Infinity)
    expect(roomOf(table, hide(3, 8, 11)).below[3]).toBe(7)
    expect(roomOf(table, hide(3, 8, 11)).below[8]).toBe(1)
  })

  it('is 0 for a cell that is known to be empty, which does not loosen others', () => {
    const zero = { ...table, given: hide(11).map((one) => 5 * one) }
    const { below, above } = roomOf(zero, hide(8, 10, 11))
    expect([above[11], below[11], below[8]]).toEqual([0, 0, 0])
  })

  it('names a cell outside its own bounds', () => {
    const none = new Float64Array(12).fill(Number.NaN)
    const high = none.map((_, c) => (c === 4 ? 3 : Number.NaN))
    const wrong = (): unknown => roomOf({ ...table, known: { low: none, high } }, hide(4))
    expect(wrong).toThrow(SdcError)
    expect(wrong).toThrow('row=a, column=u')
  })
})
