import type { Table, TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableFrom } from '../golden.fixture.js'
import { hellingerDistance } from './hellinger-distance.js'
import { tableLoss, tableLossTitles } from './table-loss.js'

const row = (a: number, b: number, c: number): Table =>
  tableFrom({
    dims: [
      {
        name: 'row',
        levels: [{ code: 'Total', parent: null }, ...['a', 'b', 'c'].map((code) => ({ code, parent: 'Total' }))],
      },
    ],
    cells: [
      { row: 'Total', value: a + b + c },
      { row: 'a', value: a },
      { row: 'b', value: b },
      { row: 'c', value: c },
    ],
  })
const shown = (values?: readonly number[]): TableResult => ({
  status: new Uint8Array(4),
  ...(values && { values: Float64Array.from(values) }),
})
const numbers = (table: Table, result: TableResult): Record<string, number | null> =>
  Object.fromEntries(Object.entries(tableLoss(table, result)).map(([name, { value }]) => [name, value]))

describe('tableLoss', () => {
  it('counts suppressed cells, and sums their values with and without totals', () => {
    const loss = numbers(row(10, 30, 60), { status: Uint8Array.of(2, 1, 0, 0) })
    expect(loss).toMatchObject({
      cells: 4,
      suppressed: 2,
      suppressedPercent: 50,
      suppressedValue: 110,
      suppressedInnerPercent: 10,
      changed: null,
      meanChange: null,
      hellinger: null,
    })
  })

  it('measures changes over the shown cells, relative ones over those with a true value other than 0', () => {
    const loss = numbers(row(10, 0, 90), shown([98, 12, 1, 90]))
    expect(loss).toMatchObject({ falsePresence: 1, falseAbsence: 0 })
    expect(numbers(row(1, 2, 97), shown([100, 0, 3, 97]))).toMatchObject({ falsePresence: 0, falseAbsence: 1 })
    expect(loss).toMatchObject({ changed: 3, meanChange: 5 / 4, greatestChange: 2, mergedCells: null, suppressed: 0 })
    expect(loss.meanRelativeChange).toBeCloseTo((2 + 20 + 0) / 3, 12)
    expect(loss.greatestRelativeChange).toBeCloseTo(20, 12)
    const [p, q] = [[10, 0, 90].map((x) => x / 100), [12, 1, 90].map((y) => y / 103)]
    expect(loss.hellinger).toBeCloseTo(Math.sqrt(1 - p.reduce((sum, one, i) => sum + Math.sqrt(one * q[i]), 0)), 12)
  })

  it('adds absolute values', () => {
    expect(numbers(row(-10, 30, 60), { status: Uint8Array.of(0, 1, 0, 0) }).suppressedInnerPercent).toBe(10)
  })

  it.each<[string, Table, TableResult, string]>([
    ['nothing is changed', row(1, 2, 3), shown(), 'no value was changed'],
    [
      'an inner cell is suppressed',
      row(1, 2, 3),
      { ...shown([6, 1, 2, 3]), status: Uint8Array.of(0, 0, 1, 0) },
      'suppressed inner cells have no value',
    ],
    ['an inner cell is negative', row(1, -2, 3), shown([2, 1, -2, 3]), 'an inner cell is negative'],
    ['all is rounded to 0', row(1, 1, 1), shown([3, 0, 0, 0]), 'all inner cells are 0, before or after protection'],
  ])('has no Hellinger distance if %s, and gives the reason', (_, table, result, reason) => {
    expect(tableLoss(table, result).hellinger).toEqual({ value: null, reason })
  })

  it('gives the reason for every missing figure, for a table of zeros and for one that hides all', () => {
    const empty = tableLoss(row(0, 0, 0), shown([0, 0, 0, 0]))
    const hidden = tableLoss(row(1, 2, 3), { ...shown([6, 1, 2, 3]), status: new Uint8Array(4).fill(1) })
    for (const loss of [empty, hidden]) {
      expect(Object.keys(loss)).toEqual(Object.keys(tableLossTitles))
      for (const { value, reason } of Object.values(loss)) {
        if (value === null) expect(reason).toMatch(/\w/)
        else expect(Number.isFinite(value)).toBe(true)
      }
    }
    expect(empty.meanRelativeChange.reason).toBe('every published cell was 0')
    expect(hidden.meanChange.reason).toBe('no cell is published')
  })
})

describe('hellingerDistance', () => {
  it('is 0 for proportional weights, 1 for disjoint ones', () => {
    expect(hellingerDistance(Float64Array.of(1, 2, 3), Float64Array.of(2, 4, 6))).toBeCloseTo(0, 8)
    expect(hellingerDistance(Float64Array.of(1, 0), Float64Array.of(0, 5))).toBe(1)
    expect(hellingerDistance(Float64Array.of(0, 0), Float64Array.of(0, 5))).toBeUndefined()
  })
})
