import type { Table, Taxonomy } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { joinTables } from './join-tables.js'
import { written } from './written.fixture.js'

/** Relations as text: `b=Total: b=x + b=y`. */
function relations({ dimensions, equations }: Table): string[] {
  const name = (cell: number): string => dimensions.map(({ codes, levels }) => levels[codes[cell]]).join('.')
  return equations.map(({ cells }) => {
    const [whole, ...parts] = Array.from(cells, name)
    return `${whole} = ${parts.sort().join(' + ')}`
  })
}

describe('joined tables', () => {
  it('share cells, and a table without a dimension has its total there', () => {
    const bySex = written(
      ['region', 'sex'],
      ['n m 3', 'n f 4', 's m 5', 's f 1', 'n Total 7', 's Total 6', 'Total m 8', 'Total f 5', 'Total Total 13'],
    )
    const byJob = written(['region', 'job'], ['n a 2', 'n b 5', 'n Total 7', 's a 6', 's b 0', 's Total 6'])
    const { table, cells } = joinTables([bySex, byJob])
    expect(table.names).toEqual(['region', 'sex', 'job'])
    expect(table.values).toHaveLength(9 + 4)
    // The totals of the second table are cells of the first.
    expect(cells[1][2]).toBe(cells[0][4])
    expect(relations(table)).toHaveLength(6 + 2)
    for (const { cells: own, signs } of table.equations)
      expect(own.reduce((sum, cell, i) => sum + signs[i] * table.values[cell], 0)).toBe(0)
  })

  it('have relations between groups of one table and their parts in another', () => {
    const fine = written(['age'], ['0-4 1', '5-9 4', '10-14 2', '15-19 3', 'Total 10'])
    const coarse = written(['age'], ['0-9 5', '10-19 5', 'Total 10'])
    const hierarchy: Taxonomy = new Map([
      ['0-4', '0-9'],
      ['5-9', '0-9'],
      ['10-14', '10-19'],
      ['15-19', '10-19'],
      ['0-9', null],
      ['10-19', null],
    ])
    const { table } = joinTables([fine, coarse], { hierarchies: new Map([['age', hierarchy]]) })
    expect(relations(table)).toEqual([
      'Total = 0-4 + 10-14 + 15-19 + 5-9',
      'Total = 0-9 + 10-19',
      '0-9 = 0-4 + 5-9',
      '10-19 = 10-14 + 15-19',
    ])
    expect(table.dimensions[0].taxonomy?.get('0-4')).toBe('0-9')
    expect(table.dimensions[0].taxonomy?.get('0-9')).toBe('Total')
  })

  it('need no totals: one is added for a table without the dimension', () => {
    const monthly = written(['region', 'month'], ['n jan 1', 'n feb 2', 's jan 3', 's feb 4'])
    const yearly = written(['region'], ['n 3', 's 7'])
    const { table } = joinTables([monthly, yearly])
    expect(relations(table)).toEqual(['n.Total = n.feb + n.jan', 's.Total = s.feb + s.jan'])
    const { table: withGap } = joinTables([written(['region', 'month'], ['n jan 3', 's jan 3', 's feb 4']), yearly])
    expect(relations(withGap)).toEqual(['n.Total = n.jan', 's.Total = s.feb + s.jan'])
  })

  it('are refused with the cell and both values if they disagree', () => {
    const one = written(['a'], ['x 1', 'y 2', 'Total 3'])
    const other = written(['a'], ['x 1', 'z 1', 'Total 2'])
    expect(() => joinTables([one, other], { names: ['T1', 'T2'] })).toThrow(
      expect.objectContaining({
        code: 'BAD_TABLE',
        message: 'T1 and T2 disagree: the value of a=Total is 3 in the first and 2 in the second',
      }),
    )
    const parts = written(['a', 'b'], ['x u 1', 'x v 2'])
    const wholes = written(['a'], ['x 4'])
    // No table lacks v, so the parts must add up.
    expect(() => joinTables([parts, wholes])).toThrow(/a=x, b=Total is 4 in the first, but its 2 parts sum to 3/)
  })

  it('refuse a cycle of levels', () => {
    const one = written(
      ['a'],
      ['x 1', 'y 1'],
      [
        new Map([
          ['x', 'y'],
          ['y', null],
        ]),
      ],
    )
    const other = written(
      ['a'],
      ['x 1', 'y 1'],
      [
        new Map([
          ['y', 'x'],
          ['x', null],
        ]),
      ],
    )
    expect(() => joinTables([one, other])).toThrow(/x is a part of y is a part of x/)
  })

  it('identify a respondent who is alone in cells of two tables', () => {
    const base = written(['a'], ['x 1', 'y 1', 'z 5', 'Total 7'])
    const one: Table = { ...base, alone: Int32Array.of(4, 9, -1, -1) }
    const cross = written(['a', 'b'], ['x u 1', 'x Total 1', 'y u 1', 'y Total 1'])
    const other: Table = { ...cross, alone: Int32Array.of(2, 2, 3, 3) }
    const { table, cells } = joinTables([one, other])
    const who = (t: number, c: number): number => table.alone?.[cells[t][c]] ?? Number.NaN
    expect(who(1, 0)).toBe(who(0, 0))
    expect(who(1, 2)).toBe(who(0, 1))
    expect(who(0, 0)).not.toBe(who(0, 1))
    expect(who(0, 2)).toBe(-1)
  })

  it('keep respondents by name, contributions to inner cells, and the greatest levels', () => {
    const plain = written(['a'], ['x 3', 'y 4', 'Total 7'])
    const one: Table = {
      ...plain,
      counts: Int32Array.of(-1, 2, -1),
      given: Uint8Array.of(4, 3, 0),
      givenLevels: { lower: Float64Array.of(1, Number.NaN, 0), upper: Float64Array.of(1, Number.NaN, 5) },
      respondents: ['f', 'g'],
      alone: Int32Array.of(1, -1, -1),
      contributions: {
        starts: Int32Array.of(0, 1, 3, 3),
        respondents: Int32Array.of(1, 0, 1),
        values: Float64Array.of(3, 2, 2),
      },
      waivers: Int32Array.of(1),
    }
    const cross = written(['a', 'b'], ['x u 1', 'x v 2', 'x Total 3', 'y u 4', 'y v 0', 'y Total 4'])
    const other: Table = {
      ...cross,
      counts: Int32Array.of(1, 1, 1, -1, 0, -1),
      given: Uint8Array.of(0, 0, 1, 0, 5, 4),
      givenLevels: { lower: new Float64Array(6).fill(2), upper: new Float64Array(6).fill(2) },
      respondents: ['e', 'g'],
      alone: Int32Array.of(1, 1, 1, -1, -1, -1),
      contributions: {
        starts: Int32Array.of(0, 1, 2, 2, 3, 3, 3),
        respondents: Int32Array.of(1, 1, 0),
        values: Float64Array.of(1, 2, 4),
      },
    }
    const { table, cells } = joinTables([one, other])
    const [[x, y, all], [xu, xv, , yu]] = cells
    expect(table.respondents).toEqual(['e', 'f', 'g'])
    expect([x, y, xu].map((c) => table.alone?.[c])).toEqual([2, -1, 2])
    expect([x, y, all].map((c) => table.counts[c])).toEqual([1, 2, -1])
    expect(Array.from(table.waivers ?? [])).toEqual([2])
    expect([x, y, all].map((c) => table.givenLevels?.lower[c])).toEqual([2, 2, 0])
    // Sensitive before safe, suppressed before safe.
    expect([x, y].map((c) => table.given?.[c])).toEqual([1, 3])
    const { starts, respondents, values } = table.contributions ?? { starts: [], respondents: [], values: [] }
    const given = (c: number): string =>
      Array.from(respondents.slice(starts[c], starts[c + 1]), (who, i) => `${who}:${values[starts[c] + i]}`).join()
    expect([x, y, xu, xv, yu].map(given)).toEqual(['', '', '2:1', '2:2', '0:4'])
  })
})
