import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawCategories, drawTable } from './draw-categories.js'

describe('drawCategories', () => {
  it('takes the category whose interval contains the number, including its lower end', () => {
    const matrix = [Float64Array.of(0.25, 0, 0.5, 0.25), ...[1, 2, 3].map(() => Float64Array.of(0, 0, 0, 1))]
    const numbers = Float64Array.of(0, 0.2499, 0.25, 0.7499, 0.75, 0.9999)
    expect([...drawCategories(new Int32Array(6), drawTable(matrix), numbers)]).toEqual([0, 0, 2, 2, 3, 3])
    // Also for an end within a cell of the table.
    const thirds = rowsOf(Float64Array.of(0.3, 0.7))
    expect([...drawCategories(new Int32Array(2), drawTable(thirds), Float64Array.of(0.3, 0.3 - 2 ** -54))]).toEqual([
      1, 0,
    ])
  })

  it('uses one number per record, missing ones too', () => {
    const half = Float64Array.of(0.5, 0.5)
    const numbers = Float64Array.of(0.9, 0.1, 0.9)
    expect([...drawCategories(Int32Array.of(0, -1, 0), drawTable([half, half]), numbers)]).toEqual([1, -1, 1])
  })

  it('never draws a category with probability 0, also if a sum is rounded to below 1', () => {
    const row = Float64Array.of(...Array.from({ length: 10 }, () => 0.1), 0)
    expect(row.reduce((sum, p) => sum + p, 0)).toBeLessThan(1)
    const greatest = Float64Array.of(1 - 2 ** -53)
    expect([...drawCategories(Int32Array.of(0), drawTable(rowsOf(row)), greatest)]).toEqual([9])
    const rounded = rowsOf(Float64Array.of(0.1, 0.2, 0.7 - 1e-9, 0))
    expect([...drawCategories(Int32Array.of(0), drawTable(rounded), Float64Array.of(1 - 1e-12))]).toEqual([2])
  })

  it('equals the search through the cumulative sums from the start', () => {
    const weights = fc.array(fc.nat(5), { minLength: 1, maxLength: 9 }).filter((all) => all.some((one) => one > 0))
    const numbers = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 20 })
    fc.assert(
      fc.property(weights, numbers, fc.nat(8), (list, us, which) => {
        const total = list.reduce((sum, one) => sum + one, 0)
        const row = Float64Array.from(list, (one) => one / total)
        const code = which % row.length
        const matrix = rowsOf(row, code)
        const drawn = drawCategories(new Int32Array(us.length).fill(code), drawTable(matrix), Float64Array.from(us))
        const last = list.findLastIndex((one) => one > 0)
        us.forEach((u, i) => {
          let sum = 0
          const expected = row.findIndex((p) => (sum += p) > u)
          expect(drawn[i]).toBe(expected < 0 ? last : Math.min(expected, last))
        })
      }),
    )
  })
})

/** A square matrix with the row at one place, and identity rows at the others. */
function rowsOf(row: Float64Array, at = 0): Float64Array[] {
  return Array.from(row, (_, k) => (k === at ? row : row.map((_p, l) => (l === k ? 1 : 0))))
}
