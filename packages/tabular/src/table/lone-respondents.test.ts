import { expect, it } from 'vitest'
import { loneRespondents } from './lone-respondents.js'

const relation = (...cells: number[]): { cells: Int32Array; signs: Int8Array } => ({
  cells: Int32Array.from(cells),
  signs: Int8Array.from(cells, (_, i) => (i === 0 ? -1 : 1)),
})

it('gives the same number to cells of one respondent: cells within one another, or as given in the table', () => {
  // 0 = 1 + 2, 1 = 3 + 4, 2 = 5 + 6
  const equations = [relation(0, 1, 2), relation(1, 3, 4), relation(2, 5, 6)]
  const counts = Int32Array.of(3, 1, 2, 1, 0, 1, 1)
  const values = Float64Array.of(9, 4, 5, 4, 0, 2, 3)
  const whose = loneRespondents({ values, counts, equations })
  expect([...whose.keys()].filter((c) => whose[c] < 0)).toEqual([0, 2, 4])
  expect(whose[1]).toBe(whose[3])
  expect(new Set([whose[3], whose[5], whose[6]]).size).toBe(3)
  const told = loneRespondents({ values, counts, equations, alone: Int32Array.of(-1, 7, -1, 7, -1, -1, 7) })
  expect(told[6]).toBe(told[3])
  expect(told[5]).not.toBe(told[3])
})
