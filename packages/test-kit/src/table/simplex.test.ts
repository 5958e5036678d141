import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { openSimplex } from './simplex.js'

const rowsOf = (...rows: readonly (readonly number[])[]): Float64Array[] => rows.map((row) => Float64Array.from(row))

describe('openSimplex', () => {
  it('finds the vertex of a program computed by hand, and others of the same rows', () => {
    // x + y + s = 4, x + 3y + t = 6: the vertices (4, 0), (3, 1), (0, 2).
    const program = openSimplex(rowsOf([1, 1, 1, 0], [1, 3, 0, 1]), Float64Array.of(4, 6))
    expect(program?.greatest(Float64Array.of(3, 5, 0, 0))).toBeCloseTo(14, 9)
    expect(program?.greatest(Float64Array.of(0, 1, 0, 0))).toBeCloseTo(2, 9)
    expect(program?.greatest(Float64Array.of(-1, -1, 0, 0))).toBeCloseTo(0, 9)
  })

  it('reports unbounded programs, and programs without a solution', () => {
    const free = openSimplex(rowsOf([1, -1]), Float64Array.of(2))
    expect(free?.greatest(Float64Array.of(1, 0))).toBe(Infinity)
    expect(free?.greatest(Float64Array.of(-1, 0))).toBeCloseTo(-2, 9)
    expect(openSimplex(rowsOf([1, 1]), Float64Array.of(-1))).toBeUndefined()
  })

  it('accepts redundant rows, and sums of any size', () => {
    const program = openSimplex(rowsOf([1, 1], [1, 1], [2, 2]), Float64Array.of(3e9, 3e9, 6e9))
    expect(program?.greatest(Float64Array.of(1, 0))).toBeCloseTo(3e9, 3)
  })

  it('finds the best of all permutations: the vertices of an assignment', () => {
    const rng = seededRng('assignments')
    for (let round = 0; round < 20; round++) {
      const n = 4
      const cost = Float64Array.from({ length: n * n }, () => Math.floor(100 * rng.uniform()))
      const rows = Array.from({ length: 2 * n }, (_, r) =>
        Float64Array.from(cost, (_, j) => Number(r < n ? Math.floor(j / n) === r : j % n === r - n)),
      )
      const best = (taken: readonly number[]): number =>
        taken.length === n
          ? taken.reduce((sum, column, row) => sum + cost[row * n + column], 0)
          : Math.max(...[0, 1, 2, 3].filter((one) => !taken.includes(one)).map((one) => best([...taken, one])))
      expect(openSimplex(rows, new Float64Array(2 * n).fill(1))?.greatest(cost)).toBeCloseTo(best([]), 6)
    }
  })
})
