import { resolveParams, seededRng, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { cellKeyMethod } from '../cell-key/cell-key.js'
import { innerCells } from '../table/inner-cells.js'
import { controlledRoundingMethod } from './controlled-rounding.js'
import { nearestRoundingMethod } from './nearest-rounding.js'
import { randomRoundingMethod } from './random-rounding.js'
import { tableOfShape } from './random-tables.fixture.js'
import { readerIntervals } from './reader-intervals.js'
import { smallCountRoundingMethod } from './small-count-rounding.js'

const run = async (method: TableMethod<never>, table: Table, params: object, seed = 1): Promise<TableResult> =>
  method.protect({
    table,
    params: resolveParams(method.params, { ...params }),
    rng: seededRng(seed),
    tick: () => {},
  })

/** Tests whether a shown cell alone permits a true value, as the card of each method states. */
type May = (shown: number, truth: number, isInner: boolean) => boolean
const nearest = (base: number): May => {
  return (shown, x) => base * Math.floor(x / base + 0.5) === shown
}
const lessThan = (base: number): May => {
  return (shown, x) => Math.abs(shown - x) < base
}
const small = (base: number): May => {
  return (shown, x, isInner) =>
    !isInner || (shown > base ? x === shown : shown === base ? x >= 1 && x <= base : x >= 0 && x < base)
}
/** D = 5, V = 3, jₛ = 2: 0 stays, other counts never become 1, 2 or negative, and change by at most 5. */
const keyed: May = (shown, x) => (x === 0 ? shown === 0 : Math.abs(shown - x) <= 5)

describe('intervals of changed values for a reader', () => {
  const methods: [string, TableMethod<never>, object, May][] = [
    ['nearest, base 3', nearestRoundingMethod as TableMethod<never>, { base: 3 }, nearest(3)],
    ['nearest, base 4', nearestRoundingMethod as TableMethod<never>, { base: 4 }, nearest(4)],
    ['random, base 3', randomRoundingMethod as TableMethod<never>, { base: 3 }, lessThan(3)],
    ['controlled, base 3', controlledRoundingMethod as TableMethod<never>, { base: 3 }, lessThan(3)],
    ['small counts, base 3', smallCountRoundingMethod as TableMethod<never>, { base: 3 }, small(3)],
    ['cell keys', cellKeyMethod as TableMethod<never>, {}, keyed],
  ]
  it.each(methods)(
    'equal the enumeration of all tables that agree with the shown cells: %s',
    async (_, method, params, may) => {
      const rng = seededRng('enumerated')
      let exact = 0
      for (const shape of [[3], [2, 2], [4], [2, 3]]) {
        const drawn = tableOfShape(shape, () => rng.int(7))
        const table = { ...drawn, keys: drawn.values.map(() => rng.uniform()) }
        const { values = new Float64Array(), intervals, report } = await run(method, table, params)
        const found = enumerated(table, values, may)
        expect(intervals).toEqual(found)
        const known = found.low.filter((low, c) => low === found.high[c]).length
        expect(report?.get('computed exactly')).toBe(known)
        exact += known
      }
      if (method.id === 'tabular/small-count-rounding') expect(exact).toBeGreaterThan(0)
    },
  )

  it('narrow to the true value if cells add up to their bounds', async () => {
    // Nine counts of 2 are shown as 0 (0 to 2), their total 18 as 20 (18 to 22).
    const table = tableOfShape([9], () => 2)
    const { values, intervals, report, warnings } = await run(nearestRoundingMethod as TableMethod<never>, table, {
      base: 5,
    })
    expect([...new Set(values)].sort()).toEqual([0, 20])
    expect(intervals).toEqual({ low: table.values, high: table.values })
    expect(report?.get('computed exactly')).toBe(10)
    expect(warnings).toContain('readers can compute 10 of 10 cells exactly from the published values and the sums')
  })

  it('are those of the single shown cells if there are too many cells', async () => {
    const rng = seededRng('many')
    const table = tableOfShape([10, 10, 10], () => rng.int(5))
    const {
      values = new Float64Array(),
      intervals,
      warnings,
    } = await run(randomRoundingMethod as TableMethod<never>, table, { base: 3 })
    expect(intervals?.low).toEqual(values.map((shown) => Math.max(0, shown - 2)))
    expect(intervals?.high).toEqual(values.map((shown) => shown + 2))
    expect(warnings).toContainEqual(expect.stringContaining('1331 cells are too many'))
  })

  it('respect public knowledge, and contain the value despite rounding errors of decimals', async () => {
    const table = tableOfShape([2], () => 0.1 + 0.2)
    const known = { low: table.values.map(() => 0.25), high: table.values.map(() => 9) }
    const shown = { low: table.values.map(() => -1), high: table.values.map((x) => x - 1e-17) }
    const { intervals } = await readerIntervals({ ...table, known }, shown, undefined, () => {})
    table.values.forEach((x, c) => {
      expect(intervals.low[c]).toBeLessThanOrEqual(x)
      expect(intervals.high[c]).toBeGreaterThanOrEqual(x)
    })
    expect(Math.min(...intervals.low)).toBeGreaterThanOrEqual(0.25)
  })
})

/** Least and greatest count of each cell over all tables whose inner cells and totals agree with the shown ones. */
function enumerated(table: Table, shown: Float64Array, may: May): { low: Float64Array; high: Float64Array } {
  const inner = innerCells(table)
  const own = [...shown.keys()].filter((c) => inner[c] === 1)
  const low = shown.map(() => Infinity)
  const high = shown.map(() => -Infinity)
  const x = new Float64Array(shown.length)
  const fill = (i: number): void => {
    if (i < own.length) {
      for (x[own[i]] = 0; x[own[i]] <= shown[own[i]] + 6; x[own[i]]++)
        if (may(shown[own[i]], x[own[i]], true)) fill(i + 1)
      return
    }
    for (const { cells } of [...table.equations, ...table.equations])
      x[cells[0]] = [...cells].slice(1).reduce((sum, cell) => sum + x[cell], 0)
    if (!shown.every((one, c) => inner[c] === 1 || may(one, x[c], false))) return
    x.forEach((one, c) => {
      low[c] = Math.min(low[c], one)
      high[c] = Math.max(high[c], one)
    })
  }
  fill(0)
  return { low, high }
}
