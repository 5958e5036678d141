import type { Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { written } from '../linked/written.fixture.js'
import { respondentsOf } from './respondents.js'

const plain = written(['town'], ['Total 104 5', 'a 64 2', 'b 30 2', 'c 10 1'])
/** Firm 0 gives 58 to a and 20 to b, firm 1 gives 6 to a, firm 2 gives 10 to b and is alone in c. */
const table: Table = {
  ...plain,
  largest: Float64Array.of(78, 20, 58, 6, 20, 10, 10, 0),
  alone: Int32Array.of(-1, -1, -1, 2),
  contributions: {
    starts: Int32Array.of(0, 0, 1, 3, 4),
    respondents: Int32Array.of(0, 0, 2, 2),
    values: Float64Array.of(58, 20, 10, 10),
  },
}

describe('respondents', () => {
  const respondents = respondentsOf(table)

  it('contribute to a total the sum of their contributions to its cells', () => {
    expect(respondents.areKnown).toBe(true)
    expect(respondents.several).toEqual([0, 2])
    expect([0, 1, 2, 3].map((cell) => respondents.contribution(0, cell))).toEqual([78, 58, 20, 0])
    expect([...respondents.contributors(0)]).toEqual([
      [0, 78],
      [2, 20],
    ])
    expect(respondents.loneCells(2)).toEqual([3])
  })

  it("leave the others' contributions, by name or by the list of the largest", () => {
    expect(respondents.remainder(1, 0)).toEqual({ total: 6, count: 1, largest: [6] })
    expect(respondents.remainder(2, 0)).toEqual({ total: 10, count: 1, largest: [10] })
    expect(respondents.remainder(0, 0)).toEqual({ total: 26, count: 4, largest: [20, 6] })
    expect(respondents.remainder(1)).toEqual({ total: 64, count: 2, largest: [58, 6] })
  })

  it('are added up over several cells', () => {
    expect(respondents.together([1, 2])).toEqual({ total: 94, count: -1, largest: [78, 10, 6] })
  })

  it('are known only by their lone cells if no contributions are given', () => {
    const unknown = respondentsOf({ ...table, alone: undefined, contributions: undefined })
    const who = unknown.owner[3]
    expect([unknown.areKnown, unknown.several]).toEqual([false, []])
    expect(unknown.contribution(who, 0)).toBe(10)
    expect(unknown.remainder(0, who).total).toBe(94)
    expect([...unknown.contributors(1)]).toEqual([])
    expect(unknown.remainder(1).largest).toEqual([58, 6])
  })
})
