import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { roomOf } from './room.js'

describe('what everybody knows', () => {
  const table = written(['a'], ['x 5', 'y 7', 'Total 12'])
  it('is that no count is below 1 where empty cells are published, also beside a cell with bounds of its own', () => {
    const none = new Uint8Array(3)
    expect([...roomOf(table, none).below]).toEqual([4, 6, 10])
    const low = Float64Array.of(4, -Infinity, -Infinity)
    const known = { low, high: Float64Array.of(9, Infinity, Infinity) }
    const { below, above } = roomOf({ ...table, known }, none)
    expect([[...below], [...above]]).toEqual([
      [1, 6, 7],
      [4, Infinity, Infinity],
    ])
    // Where there are negative cells nothing is known but what is said.
    const negative = written(['a'], ['x 5', 'y -7', 'Total -2'])
    expect([...roomOf({ ...negative, known }, none).below]).toEqual([1, Infinity, Infinity])
    expect(() => roomOf({ ...table, known: { low: Float64Array.of(6, 0, 0), high: known.high } }, none)).toThrow(
      /outside its public bounds 6/,
    )
  })
})
