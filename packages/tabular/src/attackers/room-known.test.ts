import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { roomOf } from './room.js'

describe('public knowledge', () => {
  const table = written(['a'], ['x 5', 'y 7', 'Total 12'])
  it('no count is below 1 if empty cells are published, also next to a cell with declared bounds', () => {
    const none = new Uint8Array(3)
    expect([...roomOf(table, none).below]).toEqual([4, 6, 10])
    const low = Float64Array.of(4, -Infinity, -Infinity)
    const known = { low, high: Float64Array.of(9, Infinity, Infinity) }
    const { below, above } = roomOf({ ...table, known }, none)
    expect([[...below], [...above]]).toEqual([
      [1, 6, 7],
      [4, Infinity, Infinity],
    ])
    // With negative cells only declared bounds are known.
    const negative = written(['a'], ['x 5', 'y -7', 'Total -2'])
    expect([...roomOf({ ...negative, known }, none).below]).toEqual([1, Infinity, Infinity])
    expect(() => roomOf({ ...table, known: { low: Float64Array.of(6, 0, 0), high: known.high } }, none)).toThrow(
      /outside its public bounds 6/,
    )
  })
})
