import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { roomOf } from './room.js'

describe('what everybody knows', () => {
  const table = written(['a'], ['x 5', 'y 7', 'Total 12'])
  it('is that no cell is below 0, also of a cell without bounds beside one that has some', () => {
    expect([...roomOf(table).below]).toEqual([5, 7, 12])
    const low = Float64Array.of(4, -Infinity, -Infinity)
    const known = { low, high: Float64Array.of(9, Infinity, Infinity) }
    const { below, above } = roomOf({ ...table, known })
    expect([[...below], [...above]]).toEqual([
      [1, 7, 12],
      [4, Infinity, Infinity],
    ])
    // Where there are negative cells nothing is known but what is said.
    const negative = written(['a'], ['x 5', 'y -7', 'Total -2'])
    expect([...roomOf({ ...negative, known }).below]).toEqual([1, Infinity, Infinity])
    expect(() => roomOf({ ...table, known: { low: Float64Array.of(6, 0, 0), high: known.high } })).toThrow(
      /outside the bounds 6/,
    )
  })
})
