import { categorical, resolveParams, seededRng, type Dataset, type Table, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { cellKeyMethod } from './cell-key.js'
import { ownTable, type PtableLine } from './own-table.js'
import { changeOf, perturbationTable } from './perturbation-table.js'
import { tableFigures } from './table-figures.js'

const lines = (...rows: readonly (readonly [number, number, number])[]): PtableLine[] =>
  rows.map(([count, v, p]) => ({ count, v, p }))

const random = seededRng('cells')
const counts = Int32Array.from({ length: 5000 }, () => random.int(14))
const table: Table = {
  dimensions: [categorical(Array.from(counts, (_, c) => `l${c}`))],
  counts,
  values: Float64Array.from(counts),
  keys: Float64Array.from(counts, () => random.uniform()),
  equations: [],
}
const protect = async (params: object): Promise<TableResult> =>
  cellKeyMethod.protect({
    table,
    params: resolveParams(cellKeyMethod.params, { ...params }),
    rng: seededRng(1),
    tick: () => {},
  })

/** The rows of a result's table, written as text and read back as from a file. */
function written({ report }: TableResult): PtableLine[] {
  const made = report?.get('perturbation table') as Dataset
  const [count, v, p] = ['count', 'v', 'p'].map((name) => {
    const column = made.column(name)
    if (column.kind !== 'numeric') throw new Error('not numbers')
    return Array.from(column.values, String).map(Number)
  })
  return count.map((one, i) => ({ count: one, v: v[i], p: p[i] }))
}

const { tables } = referenceFile<{
  readonly tables: readonly {
    readonly D: number
    readonly V: number
    readonly js: number
    readonly feasible: boolean
  }[]
}>('tables/cellkey.json')

describe('an own p-table', () => {
  it.each(tables.filter(({ feasible }) => feasible))(
    'written and read back gives the same counts: D $D, V $V, js $js',
    async ({ D, V, js }) => {
      const made = await protect({ D, V, js })
      const again = await protect({ ptable: written(made) })
      expect(again.values).toEqual(made.values)
      expect(again.intervals).toEqual(made.intervals)
      expect(written(again)).toEqual(written(made))
      expect(again.warnings).toEqual(made.warnings)
      expect(made.report?.get('D')).toBe(D)
      expect(made.report?.get('js')).toBe(js)
    },
  )

  it('with changes of 0 only returns the input', async () => {
    const { values, report, warnings } = await protect({ ptable: lines([0, 0, 1]) })
    expect(values).toEqual(table.values)
    expect(['changed', 'D', 'js'].map((name) => report?.get(name))).toEqual([0, 0, 0])
    expect(warnings?.[1]).toMatch(/5000 of 5000 cells exactly/)
  })

  it('depends on the order of its rows, which maps keys to changes', () => {
    const up = ownTable(lines([0, 0, 1], [1, -1, 0.5], [1, 1, 0.5]))
    const down = ownTable(lines([1, 1, 0.5], [0, 0, 1], [1, -1, 0.5]))
    expect([0, 0.49, 0.5, 0.99].map((key) => changeOf(up, 7, key))).toEqual([-1, -1, 1, 1])
    expect([0, 0.49, 0.5, 0.99].map((key) => changeOf(down, 7, key))).toEqual([1, 1, -1, -1])
  })

  it('never applies a change of probability 0, and covers all keys', () => {
    const rows = ownTable(lines([0, 0, 1], [1, -1, 0], [1, 0, 1 - 5e-10], [1, 9, 0]))
    expect([0, 0.5, 1 - 2 ** -53].map((key) => changeOf(rows, 1, key))).toEqual([0, 0, 0])
  })

  it('reports D, js and V by count, and the bias', async () => {
    const ptable = lines([0, 0, 1], [1, -1, 0.5], [1, 2, 0.5], [2, -2, 0.25], [2, 1, 0.75], [3, -3, 0.1], [3, 0, 0.9])
    const { most, smallest, means, variances: byCount } = tableFigures(ownTable(ptable))
    expect([most, smallest]).toEqual([3, 0])
    expect([...means]).toEqual([0, 0.5, 0.25, expect.closeTo(-0.3, 12)])
    expect([...byCount]).toEqual([0, 2.25, 1.6875, expect.closeTo(0.81, 12)])
    const { report, warnings } = await protect({ ptable })
    const variances = report?.get('variances') as Dataset
    expect(variances.rows).toBe(3)
    expect(warnings).toContain(
      'the p-table is biased; on average it changes a count of 1 by 0.5, of 2 by 0.25, of 3 by -0.3',
    )
  })

  it('finds js also for counts above the last row', () => {
    // 3 becomes 0 or 5, 4 becomes 1 or 6 by the last row.
    expect(tableFigures(ownTable(lines([0, 0, 1], [1, -1, 1], [2, -2, 1], [3, -3, 0.5], [3, 2, 0.5]))).smallest).toBe(0)
    expect(tableFigures(perturbationTable({ most: 5, variance: 3, smallest: 2 })).smallest).toBe(2)
  })

  it('warns of empty cells that become positive', async () => {
    const { values, warnings } = await protect({ ptable: lines([0, 0, 0.5], [0, 2, 0.5], [1, 0, 1]) })
    const positive = [...counts.keys()].filter((c) => counts[c] === 0 && values?.[c] === 2).length
    expect(positive).toBeGreaterThan(50)
    expect(warnings).toContainEqual(expect.stringContaining(`${positive} empty cells become positive`))
  })

  it.each<[string, readonly PtableLine[], RegExp, number]>([
    ['a count without a row', lines([0, 0, 1], [2, 0, 1]), /no row for a count of 1, but one for 2 \(row 2\)/, 2],
    ['no row for 0', lines([1, 0, 1]), /no row for a count of 0/, 1],
    [
      'probabilities that sum to less',
      lines([0, 0, 1], [1, 0, 0.5], [1, 1, 0.49]),
      /of a count of 1 \(from row 2\) sum to 0.99, not 1/,
      2,
    ],
    ['a negative probability', lines([0, 0, 1], [1, -1, -0.5], [1, 0, 1.5]), /row 2: p is -0.5/, 2],
    ['a count below 0', lines([0, 0, 1], [1, -2, 0.5], [1, 2, 0.5]), /row 2: a count of 1 would become -1/, 2],
    ['a change twice', lines([0, 0, 1], [1, 0, 0.5], [1, 0, 0.5]), /row 3: count 1 has v = 0 already in row 2/, 3],
    ['half a count', lines([0, 0, 1], [0.5, 0, 1]), /row 2: the count is 0.5/, 2],
    ['half a change', lines([0, 0, 1], [1, 0.5, 1]), /row 2: v is 0.5, not a whole number/, 2],
    ['no number', lines([0, 0, Number.NaN]), /row 1: p is NaN/, 1],
  ])('is refused with the row number: %s', (_, ptable, message, row) => {
    expect(() => ownTable(ptable)).toThrow(
      expect.objectContaining({
        code: 'BAD_PARAMETER',
        message: expect.stringMatching(message),
        fix: expect.stringMatching(/./),
        place: { parameter: 'ptable', row },
      }),
    )
  })

  it('requires keys of empty cells if they change', async () => {
    const without = { ...table, keys: table.keys?.map((key, c) => (counts[c] === 0 ? Number.NaN : key)) }
    const call = (ptable: PtableLine[]) => ({
      table: without,
      params: resolveParams(cellKeyMethod.params, { ptable }),
      rng: seededRng(1),
      tick: () => {},
    })
    await cellKeyMethod.protect(call(lines([0, 0, 1])))
    await expect(cellKeyMethod.protect(call(lines([0, 1, 1])))).rejects.toMatchObject({ code: 'BAD_TABLE' })
  })
})
