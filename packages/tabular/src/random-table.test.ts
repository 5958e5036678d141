import { describe, expect, it } from 'vitest'
import { randomTable } from './random-table.js'

describe('a random table', () => {
  const options = { dimensions: [[[2, 3], [2]], 4], seed: 7, zeros: 0.2, sensitive: 0.1, alone: 0.5 }
  const { table, sensitive } = randomTable(options)

  it('adds up, in values and contributors', () => {
    expect(table.values.length).toBe((1 + 2 + 3 + 7) * 5)
    for (const { cells, signs } of table.equations) {
      expect(cells.reduce((sum, cell, i) => sum + signs[i] * table.values[cell], 0)).toBe(0)
      expect(cells.reduce((sum, cell, i) => sum + signs[i] * table.counts[cell], 0)).toBe(0)
    }
    // Every cell except the grand total is part of a relation.
    expect(new Set(table.equations.flatMap(({ cells }) => [...cells])).size).toBe(table.values.length)
  })

  it('has the given share of sensitive cells with levels, none of them 0', () => {
    const chosen = [...sensitive.status.keys()].filter((c) => sensitive.status[c] === 1)
    expect(chosen).toHaveLength(3)
    for (const c of chosen) {
      expect(table.values[c]).toBeGreaterThan(0)
      expect(table.counts[c]).toBeLessThan(3)
      expect(sensitive.upper[c]).toBeCloseTo(0.2 * table.values[c], 12)
    }
    expect(chosen.filter((c) => table.counts[c] === 1)).toHaveLength(2)
    expect(table.values.filter((value) => value === 0).length).toBeGreaterThan(0)
  })

  it('is equal for the same seed, and differs for another', () => {
    expect(randomTable(options)).toEqual({ table, sensitive })
    expect(randomTable({ ...options, seed: 8 }).table.values).not.toEqual(table.values)
  })
})
