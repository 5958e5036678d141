import { describe, expect, it } from 'vitest'
import { randomTable } from '../random-table.js'
import { relationIndex } from '../table/relation-index.js'
import { gridOf, neighbourhood } from './grid.js'
import { suppressedAround } from './suppressed-around.js'

const { table } = randomTable({ dimensions: [[2, 3], 4], seed: 1 })
const grid = gridOf(table)

describe('a grid', () => {
  it('finds the adjacent cell, both in full and in sparse tables', () => {
    const { codes } = table.dimensions[1]
    for (let cell = 0; cell < codes.length; cell++)
      for (let code = 0; code < 5; code++) {
        const found = grid.find(cell, 1, code)
        expect([codes[found], grid.code(found, 0)]).toEqual([code, grid.code(cell, 0)])
      }
    const few = table.dimensions.map((one) => ({ ...one, codes: one.codes.slice(3, 7) }))
    const part = gridOf({ dimensions: few })
    expect([0, 1, 2, 3, 4].map((code) => part.find(0, 1, code))).toEqual([-1, -1, -1, 0, 1])
  })

  it('knows parents and parts of levels', () => {
    expect([...grid.parents[0]]).toEqual([-1, 0, 1, 1, 0, 4, 4, 4])
    expect(grid.parts[0]).toEqual([[1, 4], [2, 3], [], [], [5, 6, 7], [], [], []])
  })
})

describe('a neighbourhood', () => {
  const named = (cells: readonly number[] = []): string[] => cells.map((c) => `${grid.code(c, 0)} ${grid.code(c, 1)}`)
  const cell = grid.find(grid.find(0, 0, 5), 1, 1)

  it('crosses the cheapest levels of each dimension, without forbidden cells', () => {
    const dear = (c: number): number => (grid.code(c, 0) === 6 || grid.code(c, 1) === 2 ? 9 : 1)
    expect(named(neighbourhood(grid, cell, 1, dear))).toEqual(['5 1', '5 3', '7 1', '7 3'])
    const closed = (c: number): number => (grid.code(c, 0) === 7 && grid.code(c, 1) === 3 ? Infinity : dear(c))
    expect(named(neighbourhood(grid, cell, 1, closed))).toEqual(['5 1', '5 3', '7 1'])
  })

  it('includes the totals, and adjacent levels, if it is larger', () => {
    const cells = neighbourhood(grid, cell, 20, () => 1) ?? []
    expect(new Set(cells).size).toBe(table.values.length)
  })
})

it('lists suppressed cells by distance in relations, the nearest first', () => {
  const cell = grid.find(grid.find(0, 0, 5), 1, 1)
  const codes = ['5 1', '5 2', '6 2', '6 3', '2 4']
  const hidden = Uint8Array.from(table.values, (_, c) =>
    Number(codes.includes(`${grid.code(c, 0)} ${grid.code(c, 1)}`)),
  )
  const index = relationIndex(table)
  const around = (most: number): string[] =>
    suppressedAround(table, index, hidden, [cell], most).map((c) => `${grid.code(c, 0)} ${grid.code(c, 1)}`)
  expect(around(100)).toEqual(['5 1', '5 2', '6 2', '6 3'])
  expect(around(2)).toEqual(['5 1', '5 2'])
})
