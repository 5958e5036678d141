import { seededRng, type MaskResult } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mdavMethod } from '../mdav/mdav.js'
import { vmdavMethod } from '../vmdav/vmdav.js'
import { cellTree, type CutColumn } from './cell-tree.js'
import { groupSizes } from './group-means.js'
import { applyTo, codeOf, grid, maskedColumn, numericData, reportedGroups } from './run.fixture.js'

const cutBy = (columns: readonly Float64Array[]): CutColumn[] =>
  columns.map((values) => {
    const sd = standardDeviation(values)
    return { values, unit: sd > 0 ? 1 / sd : 0, nominal: false }
  })

const sizesOf = (cells: Uint32Array): number[] => [...groupSizes(cells)]

/** Columns of normal numbers, some correlated. */
function drawn(name: string, n: number, p = 3): Map<string, Float64Array> {
  const rng = seededRng(name)
  const common = Float64Array.from({ length: n }, () => rng.normal())
  return new Map(
    Array.from({ length: p }, (_, j) => [`c${j}`, common.map((value) => 100 * j + value * (j % 2) + rng.normal())]),
  )
}

describe('cellTree', () => {
  it('cuts the widest column at its median: worked by hand', () => {
    // The second column is four times as wide; its halves are then cut in the first.
    const columns = [Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8), Float64Array.of(0, 40, 0, 40, 0, 40, 0, 41)]
    const sample = columns.map((values) => ({ values, unit: 1, nominal: false }))
    expect([...cellTree(sample, 4, 1).cellsOf(columns)]).toEqual([0, 2, 0, 2, 1, 3, 1, 3])
  })

  it('makes the wanted number of cells of about the same size, if values differ', () => {
    const columns = [...drawn('cells', 1000).values()]
    for (const wanted of [1, 2, 3, 7, 16, 50]) {
      const tree = cellTree(cutBy(columns), wanted, 2)
      const sizes = sizesOf(tree.cellsOf(columns))
      expect(sizes).toHaveLength(wanted)
      // The sample is the file here: no cell has more than its share, but for what a whole record makes of it at each level.
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.ceil(1000 / wanted) + 1)
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.floor(1000 / wanted) - 6)
    }
  })

  it('puts equal records into one cell and leaves none too small, for any number of equal values', () => {
    fc.assert(
      fc.property(grid, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), (columns, wanted, least) => {
        fc.pre(columns[0].length >= least)
        const tree = cellTree(cutBy(columns), wanted, least)
        const cells = tree.cellsOf(columns)
        const sizes = sizesOf(cells)
        expect(sizes).toHaveLength(tree.count)
        expect(tree.count).toBeLessThanOrEqual(wanted)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(least)
        const cellOf = new Map<string, number>()
        cells.forEach((cell, i) => {
          const key = columns.map((column) => column[i]).join()
          expect(cellOf.get(key) ?? cell).toBe(cell)
          cellOf.set(key, cell)
        })
      }),
      { numRuns: 200 },
    )
  })

  it('cuts nominal columns between their levels, the most even first', () => {
    const even = Float64Array.of(0, 1, 2, 3, 0, 1, 2, 3)
    const rare = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 1)
    const sample = [rare, even].map((values) => ({ values, unit: 1, nominal: true }))
    expect([...cellTree(sample, 2, 2).cellsOf([rare, even])]).toEqual([0, 0, 1, 1, 0, 0, 1, 1])
  })
})

describe.each([mdavMethod, vmdavMethod])('$id in blocks of records', (method) => {
  const apply = (columns: Map<string, Float64Array>, params: Readonly<Record<string, unknown>>, seed = 1): MaskResult =>
    applyTo(method as typeof mdavMethod, numericData(columns), params, { seed })

  it('masks one block as the whole file, bit for bit', () => {
    const columns = drawn('one block', 500)
    const whole = apply(columns, { k: 6 })
    const one = apply(columns, { k: 6, inBlocks: 500 })
    for (const name of columns.keys()) expect(maskedColumn(one, name)).toEqual(maskedColumn(whole, name))
    expect(reportedGroups(one)).toEqual(reportedGroups(whole))
    for (const [name, value] of whole.report ?? [])
      if (typeof value === 'number') expect(one.report?.get(name)).toBeCloseTo(value, 9)
    expect(one.warnings?.[0]).toMatch(/^masked in one block of 500 records: /)
  })

  it('keeps k-anonymity and means, loses more than the whole file and less than blocks in file order', () => {
    const columns = drawn('blocks', 4000)
    const whole = Number(apply(columns, { k: 5 }).report?.get('IL (%)'))
    const result = apply(columns, { k: 5, inBlocks: 250 })
    const rows = new Map<string, number>()
    for (let i = 0; i < 4000; i++) {
      const row = [...columns.keys()].map((name) => maskedColumn(result, name)[i]).join()
      rows.set(row, (rows.get(row) ?? 0) + 1)
    }
    expect(Math.min(...rows.values())).toBeGreaterThanOrEqual(5)
    let lost = 0
    for (const [name, values] of columns) {
      const masked = maskedColumn(result, name)
      // A thousand sums of two roundings each; the deviation is about 1.
      expect(Math.abs(values.reduce((sum, value, i) => sum + masked[i] - value, 0) / 4000)).toBeLessThan(1e-9)
      const squares = values.reduce((sum, value, i) => sum + (masked[i] - value) ** 2, 0)
      lost += (100 * squares) / (3999 * standardDeviation(values) ** 2) / columns.size
    }
    expect(result.report?.get('IL (%)')).toBeCloseTo(lost, 9)
    expect(result.warnings?.[0]).toBe(
      `masked in 16 blocks of 250 to 250 records: ${lost.toPrecision(3)} % of the squared distances is lost within groups (IL = SSE/SST)`,
    )
    const inOrder = Array.from({ length: 16 }, (_, b) => {
      const part = new Map([...columns].map(([name, values]) => [name, values.slice(250 * b, 250 * (b + 1))]))
      return Number(apply(part, { k: 5 }).report?.get('IL (%)'))
    })
    expect(lost).toBeGreaterThan(whole)
    expect(lost).toBeLessThan(1.5 * whole)
    expect(inOrder.reduce((sum, loss) => sum + loss, 0) / 16).toBeGreaterThan(2 * lost)
  })

  it('leaves a block larger if many records are equal, and reports it', () => {
    const rng = seededRng('zeros')
    const values = Float64Array.from({ length: 400 }, (_, i) => (i % 10 === 0 ? 1 + rng.uniform() : 0))
    const columns = new Map([
      ['a', values],
      ['b', values.map((value) => 2 * value)],
    ])
    const { warnings } = apply(columns, { k: 3, inBlocks: 40 })
    expect(warnings?.[0]).toMatch(/ to 360 records/)
    expect(warnings?.[1]).toMatch(/^a block has 360 records, more than the 40 of inBlocks: too many records have equal/)
  })

  it('refuses blocks without room for two groups, blocks of columns, and fewer than k records', () => {
    const columns = drawn('refused', 50)
    expect(codeOf(() => apply(columns, { k: 10, inBlocks: 19 }))).toBe('BAD_PARAMETER')
    expect(codeOf(() => apply(columns, { blocks: 'consecutive', inBlocks: 20 }))).toBe('BAD_PARAMETER')
    expect(codeOf(() => apply(columns, { k: 51, inBlocks: 200 }))).toBe('TOO_FEW_RECORDS')
  })
})
