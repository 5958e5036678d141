import { numericValues } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import {
  paper003CellNumber,
  paper003Contributions,
  paper003Pattern,
  paper003Salaries,
  paper003Tables,
} from './paper-003-tables.js'

describe('paper 003, tables of towns and professions', () => {
  it.each(['frequencies', 'salaries'] as const)('%s: 24 cells that satisfy ten relations', (name) => {
    const { dimensions, values, equations } = paper003Tables[name]
    expect(values).toHaveLength(24)
    expect(equations).toHaveLength(10)
    for (const { cells, signs } of equations) {
      expect(cells.reduce((sum, cell, i) => sum + signs[i] * values[cell], 0)).toBe(0)
      // The total of a dimension comes first, then its levels; the other dimension is fixed.
      const labels = dimensions.map(({ codes, levels }) => Array.from(cells, (cell) => levels[codes[cell]]))
      const [own] = labels.filter((one) => new Set(one).size > 1)
      expect(own[0]).toBe('Total')
      expect(own).not.toContain(undefined)
      expect(new Set(own).size).toBe(cells.length)
    }
  })

  it('has one contribution for each person in a cell, whose sum is its value', () => {
    const { frequencies, salaries } = paper003Tables
    for (const one of paper003Contributions) {
      const cell = paper003CellNumber(one)
      expect(one.salaries).toHaveLength(frequencies.values[cell])
      expect(one.salaries.reduce((a, b) => a + b, 0)).toBe(salaries.values[cell])
      expect([...one.salaries].sort((a, b) => b - a)).toEqual(one.salaries)
    }
  })

  it('has the records of cells: all of one cell, some of another', () => {
    const salary = numericValues(paper003Salaries, 'salary')
    expect(salary.subarray(0, 2).reduce((a, b) => a + b, 0)).toBe(paper003Tables.salaries.values[0])
    expect(salary.subarray(2).reduce((a, b) => a + b, 0)).toBeLessThan(paper003Tables.salaries.values[1])
  })

  it('names cells by town and profession; the suppressed cells are inner ones', () => {
    expect(paper003CellNumber({ town: 'M2', profession: 'P3' })).toBe(8)
    const { dimensions } = paper003Tables.salaries
    for (const one of [...paper003Pattern.primary, ...paper003Pattern.secondary]) {
      const cell = paper003CellNumber(one)
      expect(dimensions.map(({ codes, levels }) => levels[codes[cell]])).toEqual([one.town, one.profession])
      expect(Object.values(one)).not.toContain('Total')
    }
  })
})
