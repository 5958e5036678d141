import { resolveParams, seededRng, type Sensitivity, type Table, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { nearestRound } from './nearest-round.js'
import { nearestRoundingMethod } from './nearest-rounding.js'
import { tableOfShape } from './random-tables.fixture.js'

const run = async (table: Table, base: number, pattern?: Uint8Array, sensitive?: Sensitivity): Promise<TableResult> =>
  nearestRoundingMethod.protect({
    table,
    sensitive,
    params: resolveParams(nearestRoundingMethod.params, { base }),
    rng: seededRng(1),
    pattern,
    tick: () => {},
  })
const rounded = (values: readonly number[], base: number): number[] => [
  ...nearestRound({ values: Float64Array.from(values), dimensions: [] }, base),
]

describe('rounding to the nearest multiple', () => {
  it.each<[string, readonly number[], number, readonly number[]]>([
    ['counts, base 3', [0, 1, 2, 3, 4, 5, 7], 3, [0, 0, 3, 3, 3, 6, 6]],
    ['the middle goes away from 0', [5, 15, 25, -5, -15], 10, [10, 20, 30, -10, -20]],
    ['negative values', [-1, -2, -7, -0.4], 3, [0, -3, -6, 0]],
    ['decimals', [2.4999, 2.5, 3 * (0.1 + 0.2) * 10 - 1.5, 7.49], 5, [0, 5, 10, 5]],
    ['a base above all values', [1, 2, 499, 500], 1000, [0, 0, 0, 1000]],
    ['large values', [1e12 + 1, 1e12 + 2], 3, [1e12 + 2, 1e12 + 2]],
  ])('%s', (_, values, base, expected) => {
    const shown = rounded(values, base)
    expect(shown).toEqual(expected)
    expect(shown.some((one) => Object.is(one, -0))).toBe(false)
  })

  it('give sums an interval of half a base on either side, also negative ones', async () => {
    const rng = seededRng('sums')
    const table = tableOfShape([4, 3], () => (rng.int(100) - 30) / 10)
    const { values = new Float64Array(), intervals } = await run(table, 5)
    values.forEach((r, c) => {
      expect(Math.abs(r - table.values[c])).toBeLessThanOrEqual(2.5)
      expect(intervals?.low[c]).toBeGreaterThanOrEqual(r - 2.5)
      expect(intervals?.high[c]).toBeLessThanOrEqual(r + 2.5)
      expect(intervals?.low[c]).toBeLessThanOrEqual(table.values[c])
      expect(intervals?.high[c]).toBeGreaterThanOrEqual(table.values[c])
    })
  })

  it('leaves suppressed cells suppressed, with the interval that the sums imply', async () => {
    // 4 + 7 = 11: the two parts are suppressed counts of at least 1; the total 11 is shown as 10, from 8 to 12.
    const inner = [4, 7]
    const table = tableOfShape([2], () => inner.shift() ?? 0)
    const pattern = Uint8Array.from(table.values, (x) => (x === 11 ? 0 : x === 4 ? 1 : 2))
    const { status, values, intervals } = await run(table, 5, pattern)
    expect([...status]).toEqual([...pattern])
    table.values.forEach((x, c) => {
      if (x === 11) expect([values?.[c], intervals?.low[c], intervals?.high[c]]).toEqual([10, 8, 12])
      else expect([values?.[c], intervals?.low[c], intervals?.high[c]]).toEqual([Number.NaN, 1, 11])
    })
  })

  it('does not demand prior public knowledge of a suppressed cell: a count of 1 is not 0', async () => {
    const inner = [1, 7]
    const table = tableOfShape([2], () => inner.shift() ?? 0)
    const pattern = Uint8Array.from(table.values, (x) => (x === 8 ? 0 : x === 1 ? 1 : 2))
    const level = table.values.map((x) => Number(x === 1))
    const sensitive = { status: pattern.map((one) => Number(one === 1)), lower: level, upper: level, width: level.map(() => 0) } // oxfmt-ignore
    const { report, intervals } = await run(table, 5, pattern, sensitive)
    const c = table.values.indexOf(1)
    expect([intervals?.low[c], intervals?.high[c]]).toEqual([1, 11])
    expect(report?.get('sensitive cells shown too closely')).toBe(0)
  })

  it.each<[string, Table]>([
    ['zeros only', tableOfShape([3, 2], () => 0)],
    ['one cell', tableOfShape([1], () => 7)],
    ['no relations', { ...tableOfShape([3], () => 4), equations: [] }],
    ['subtotals', tableOfShape([5, 2], () => 2, true)],
    ['three dimensions', tableOfShape([2, 2, 2], () => 1)],
  ])('rounds a table of %s', async (_, table) => {
    const { values = new Float64Array(), intervals, warnings } = await run(table, 3)
    expect([...values]).toEqual(rounded([...table.values], 3))
    table.values.forEach((x, c) => {
      expect(intervals?.low[c]).toBeLessThanOrEqual(x)
      expect(intervals?.high[c]).toBeGreaterThanOrEqual(x)
    })
    expect(warnings?.[0]).toMatch(/no longer adds up/)
  })
})
