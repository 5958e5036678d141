import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linearSumAssignment, type Assignment } from './linear-sum-assignment.js'

/** The least total over all ways to give the rows from `row` on a column of their own. */
function byBruteForce(costs: Float64Array, rows: number, columns: number, row = 0, taken = 0): number {
  if (row === rows) return 0
  let least = Infinity
  for (let j = 0; j < columns; j++) {
    if (taken & (1 << j)) continue
    least = Math.min(least, costs[row * columns + j] + byBruteForce(costs, rows, columns, row + 1, taken | (1 << j)))
  }
  return least
}

/** A one-to-one assignment, and dual values that prove that none is cheaper: slack is what rounding may take. */
function expectOptimal(found: Assignment, costs: Float64Array, rows: number, columns: number, slack = 0): void {
  const { columnOf, rowOf, rowPrice, columnPrice } = found
  expect(new Set(columnOf).size).toBe(rows)
  columnOf.forEach((j, i) => expect(rowOf[j]).toBe(i))
  expect(rowOf.filter((i) => i >= 0)).toHaveLength(rows)
  let worst = Infinity
  let loose = 0
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const reduced = costs[i * columns + j] - rowPrice[i] - columnPrice[j]
      worst = Math.min(worst, reduced)
      if (columnOf[i] === j) loose = Math.max(loose, Math.abs(reduced))
    }
  }
  expect(worst).toBeGreaterThanOrEqual(-slack)
  expect(loose).toBeLessThanOrEqual(slack)
  if (rows === columns) return
  columnPrice.forEach((price, j) => {
    expect(price).toBeLessThanOrEqual(0)
    if (rowOf[j] < 0) expect(price).toBe(0)
  })
}

const sizes = fc
  .record({ rows: fc.integer({ min: 0, max: 6 }), more: fc.integer({ min: 0, max: 2 }) })
  .chain(({ rows, more }) => {
    const cell = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -1000, max: 1000 }))
    const costs = fc.array(cell, { minLength: rows * (rows + more), maxLength: rows * (rows + more) })
    return fc.record({
      rows: fc.constant(rows),
      columns: fc.constant(rows + more),
      costs: costs.map((list) => Float64Array.from(list)),
    })
  })

describe('linearSumAssignment', () => {
  it('is the cheapest of all assignments, with negative and tied costs', () => {
    fc.assert(
      fc.property(sizes, ({ rows, columns, costs }) => {
        const found = linearSumAssignment(costs, rows, columns)
        expect(found.total).toBe(byBruteForce(costs, rows, columns))
        expectOptimal(found, costs, rows, columns)
      }),
      { numRuns: 300 },
    )
  })

  it('is minimal for eight rows too', () => {
    const rng = seededRng('eight')
    for (let run = 0; run < 5; run++) {
      const costs = Float64Array.from({ length: 64 }, () => rng.int(9))
      expect(linearSumAssignment(costs, 8).total).toBe(byBruteForce(costs, 8, 8))
    }
  })

  const n = 150
  const rng = seededRng('hard costs')
  const shuffled = [0, 1, 2].map(() => rng.shuffle(Int32Array.from({ length: n }, (_, i) => i)))
  const rankGap = (i: number, j: number): number =>
    Math.max(...shuffled.map((ranks, k) => Math.abs(ranks[i] - shuffled[(k + 1) % 3][j])))
  const hard: Readonly<Record<string, (i: number, j: number) => number>> = {
    'whole numbers, tied': () => rng.int(10),
    'whole numbers': () => rng.int(1e6),
    'products of the indices': (i, j) => (i + 1) * (j + 1),
    'rank distances in three columns': rankGap,
    'rank distances in one column': (i, j) => Math.abs(shuffled[0][i] - shuffled[1][j]),
    'sums of a row and a column, all assignments alike': (i, j) => 3 * i + 7 * j,
  }
  it.each(Object.keys(hard))('is proved optimal by its dual values: %s', (name) => {
    for (const rows of [n, n - 40]) {
      const costs = Float64Array.from({ length: rows * n }, (_, at) => hard[name](Math.floor(at / n), at % n))
      expectOptimal(linearSumAssignment(costs, rows, n), costs, rows, n)
    }
  })

  it('is proved optimal up to rounding for costs of any digits', () => {
    const costs = Float64Array.from({ length: n * n }, () => rng.uniform())
    // Prices are sums and differences of some n costs below 1, each rounded by 1.1e-16.
    expectOptimal(linearSumAssignment(costs, n), costs, n, n, n * Number.EPSILON)
  })

  it('has the closed forms: sorted against sorted for one column, the reverse for products', () => {
    const gaps = Float64Array.from({ length: n * n }, (_, at) =>
      hard['rank distances in one column'](Math.floor(at / n), at % n),
    )
    expect(linearSumAssignment(gaps, n).total).toBe(0)
    const products = Float64Array.from({ length: n * n }, (_, at) => (Math.floor(at / n) + 1) * ((at % n) + 1))
    // Σ i(n + 1 − i).
    expect(linearSumAssignment(products, n).total).toBe((n * (n + 1) * (n + 2)) / 6)
  })

  it('gives row i the column i if all costs are equal', () => {
    for (const columns of [9, 12]) {
      const { columnOf } = linearSumAssignment(new Float64Array(9 * columns).fill(4), 9, columns)
      expect([...columnOf]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    }
  })

  it('takes the lowest index among equal ones: worked by hand', () => {
    // Every column is cheapest in row 1; row 0 is left with the lowest of the columns that cost it least.
    expect([...linearSumAssignment(Float64Array.of(2, 2, 2, 1, 1, 1, 9, 9, 9), 3).columnOf]).toEqual([1, 0, 2])
    expect([...linearSumAssignment(Float64Array.of(5, 5, 5, 5, 5, 5), 2, 3).columnOf]).toEqual([0, 1])
    expect([...linearSumAssignment(Float64Array.of(1, 0, 0, 1, 0, 0), 2, 3).columnOf]).toEqual([1, 2])
    // One path of exchanges through all rows: row i would rather have column i − 1, and row 0 has no other than 0.
    const chain = Float64Array.of(0, 9, 9, 9, 0, 1, 9, 9, 9, 0, 1, 9, 9, 9, 0, 1)
    expect([...linearSumAssignment(chain, 4).columnOf]).toEqual([0, 1, 2, 3])
    expect(linearSumAssignment(chain, 4).total).toBe(3)
  })

  it('reports its progress at every sixteenth remaining row', () => {
    const costs = Float64Array.from({ length: 90 * 90 }, (_, at) => (Math.floor(at / 90) + 1) * ((at % 90) + 1))
    const fractions: number[] = []
    linearSumAssignment(costs, 90, 90, (fraction) => fractions.push(fraction))
    expect(fractions[0]).toBe(0)
    expect(fractions.length).toBeGreaterThan(3)
    // Row 0 takes the column that is cheapest for all, and column 0: 88 rows or more are left.
    fractions.forEach((fraction, i) => expect(fraction).toBeCloseTo((16 * i) / Math.round(16 / fractions[1]), 12))
  })

  it('refuses invalid costs and sizes', () => {
    expect(() => linearSumAssignment(new Float64Array(6), 3, 2)).toThrow(/3 rows .* 2/)
    expect(() => linearSumAssignment(new Float64Array(5), 2, 3)).toThrow(/2 × 3 costs are 6, not 5/)
    expect(() => linearSumAssignment(Float64Array.of(1, 2, 3, Number.NaN), 2)).toThrow(/row 1 and column 1 is NaN/)
    expect(linearSumAssignment(new Float64Array(0), 0).total).toBe(0)
  })
})
