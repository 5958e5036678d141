import { categorical, type CategoricalColumn } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { cellNumbers } from './cell-numbers.js'
import { crosstabText } from './crosstab-text.js'
import { crosstabOf } from './crosstab.js'

const flat = (levels: readonly string[], parents: Readonly<Record<string, string | null>>): CategoricalColumn => ({
  ...categorical(levels),
  taxonomy: new Map(Object.entries(parents)),
})

describe('crosstabOf and crosstabText', () => {
  // Two regions, one with two parts; the cells are in no useful order.
  const region = flat(['Total', 'north', 'n2', 'n1', 'south', 'Total', 'north', 'n2', 'n1', 'south'], {
    Total: null,
    north: 'Total',
    south: 'Total',
    n1: 'north',
    n2: 'north',
  })
  const month = flat(['10', '10', '10', '10', '10', '2', '2', '2', '2', '2'], { '10': null, '2': null })
  const table = { dimensions: [region, month], names: ['region', 'month'] }

  it('puts parts below their total, the grand total last, and numbers in numeric order', () => {
    const { rows, columns, sheets, rowName, columnName } = crosstabOf(table)
    expect([rowName, columnName]).toEqual(['region', 'month'])
    expect(rows.map(({ label, depth, isTotal }) => `${label} ${depth} ${isTotal}`)).toEqual([
      'north 0 true',
      'n2 1 false',
      'n1 1 false',
      'south 0 false',
      'Total 0 true',
    ])
    expect(columns.map(({ label }) => label)).toEqual(['2', '10'])
    expect(sheets).toHaveLength(1)
    expect([...sheets[0].cells]).toEqual([6, 1, 7, 2, 8, 3, 9, 4, 5, 0])
  })

  it('prints one indented line per row', () => {
    const text = crosstabText(crosstabOf(table), (cell) => (cell === 7 ? 'p' : String(cell)))
    expect(text.split('\n')).toEqual([
      '        month',
      'region  2  10',
      '──────  ─  ──',
      'north   6   1',
      '  n2    p   2',
      '  n1    8   3',
      'south   9   4',
      'Total   5   0',
    ])
  })

  it('makes a sheet for every combination of the other dimensions, and one column for one dimension', () => {
    const sex = flat(['f', 'm', 'f', 'm', 'f', 'm', 'f', 'm', 'f', 'm'], { f: null, m: null })
    const { sheets } = crosstabOf({ dimensions: [sex, region, month], names: ['sex', 'region', 'month'] })
    expect(sheets.map(({ title }) => title)).toEqual(['sex = f', 'sex = m'])
    expect([...sheets[0].cells]).toEqual([6, -1, -1, 2, 8, -1, -1, 4, -1, 0])
    const one = crosstabOf({ dimensions: [flat(['a', 'b'], { a: null, b: null })], names: ['x'] }, 'turnover')
    expect(one.columns.map(({ label }) => label)).toEqual(['turnover'])
    expect([...one.sheets[0].cells]).toEqual([0, 1])
  })

  it('continues below if its lines would be too long', () => {
    const wide = Array.from({ length: 40 }, (_, i) => `column ${i}`)
    const many = flat(wide, Object.fromEntries(wide.map((name) => [name, null])))
    const only = flat(Array(40).fill('r') as string[], { r: null })
    const text = crosstabText(crosstabOf({ dimensions: [only, many], names: ['row', 'col'] }), () => '1')
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(180)
    for (const name of wide) expect(text).toContain(name)
  })
})

describe('cellNumbers', () => {
  it.each<[readonly number[], readonly string[]]>([
    [
      [1234567, 0, -12],
      ['1,234,567', '0', '−12'],
    ],
    [
      [0.1 + 0.2, 1000, -0.04],
      ['0.30', '1,000.00', '−0.04'],
    ],
    [[1e-12], ['0.000000']],
    [
      [1e12, 1],
      ['1,000,000,000,000', '1'],
    ],
  ])('prints %j as %j', (values, texts) => {
    expect(values.map(cellNumbers(values))).toEqual(texts)
  })
})
