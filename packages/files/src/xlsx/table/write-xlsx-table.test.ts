import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { StatColumn, StatTable } from '../../dictionary/stat-table.js'
import { readXlsx, readXlsxTable, writeXlsxTable } from '../../xlsx.js'
import { plainColumns } from './plain-columns.fixture.js'

const numbers = (name: string, values: number[], description: StatColumn['description'] = {}): StatColumn => ({
  name,
  description: { stored: 'number', ...description },
  cells: { kind: 'numbers', values: Float64Array.from(values), missing: null },
})
const written = (table: StatTable, codebook = false): Uint8Array =>
  Uint8Array.from([...writeXlsxTable(table, { codebook }).content].flatMap((piece) => [...piece]))

const kinds = { texts: ['', '-9', '.a'], of: Int32Array.of(0, 0, 1, 2) }
const table: StatTable = {
  rows: 4,
  fileLabel: 'Survey',
  weight: 'w',
  columns: [
    {
      name: 'income',
      description: {
        stored: 'number',
        label: 'Monthly income',
        labels: new Map([
          ['-9', 'no answer'],
          ['.a', 'refused'],
          ['1', 'one'],
        ]),
        missing: { values: ['-9'], range: [-99, -90] },
      },
      cells: {
        kind: 'numbers',
        values: Float64Array.of(0.1 + 0.2, Number.NaN, Number.NaN, Number.NaN),
        missing: kinds,
      },
    },
    {
      name: 'town',
      description: { stored: 'text' },
      cells: { kind: 'texts', levels: ['Köln', ' =1+1 '], codes: Int32Array.of(0, -1, 1, 0), missing: null },
    },
    numbers('w', [-0, 5e-324, 1.7976931348623157e308, 9007199254740992]),
    numbers('born', [-25_567, 0, 19_782, 2_932_896], { time: 'date' }),
    numbers('at', [1_709_208_000.123, -0.001, Number.NaN, 0], { time: 'datetime' }),
    numbers('clock', [0, 0.5, 86_399.999, 3600], { time: 'time' }),
  ],
}

describe('writeXlsxTable', () => {
  it('writes values that read back the same', () => {
    const read = readXlsxTable(written(table)).table
    expect({ ...plainColumns(read), income: null }).toEqual({ ...plainColumns(table), income: null })
    expect(Object.is((read.columns[2].cells as { values: Float64Array }).values[0], -0)).toBe(true)
    expect(read.columns.map(({ description }) => description.time)).toEqual([
      undefined,
      undefined,
      undefined,
      'date',
      'datetime',
      'time',
    ])
  })

  it('writes missing cells empty, or with the number or text of their kind', () => {
    expect(readXlsx(written(table)).rows.map(([income]) => income)).toEqual([
      'income',
      0.30000000000000004,
      null,
      -9,
      '.a',
    ])
  })

  it('adds a code book', () => {
    const { losses } = writeXlsxTable(table, { codebook: true })
    expect(losses).toEqual([
      'A workbook does not say that w holds the weights.',
      'A workbook does not hold the label of the file.',
    ])
    expect(readXlsx(written(table, true), { sheet: 'codebook' }).rows).toEqual([
      ['name', 'label', 'value', 'value label', 'missing'],
      ['income', 'Monthly income', -9, 'no answer', 'yes'],
      ['income', 'Monthly income', '.a', 'refused', 'yes'],
      ['income', 'Monthly income', 1, 'one'],
      ['income', 'Monthly income', '-99 to -90', null, 'yes'],
      ['town'],
      ['w'],
      ['born'],
      ['at'],
      ['clock'],
    ])
  })

  it('is read again without its code book, unless that is named', () => {
    const bytes = written(table, true)
    expect(readXlsxTable(bytes).table.rows).toBe(4)
    expect(readXlsx(bytes, { sheet: 'codebook' }).rows.length).toBeGreaterThan(4)
  })

  it('reports losses', () => {
    expect(writeXlsxTable(table).losses).toEqual([
      'A workbook without a code book does not hold the labels of income.',
      'A workbook without a code book does not say which values of income mean missing.',
      'A workbook does not say that w holds the weights.',
      'A workbook does not hold the label of the file.',
    ])
  })

  it('writes dates before 1900 as texts', () => {
    const old = { rows: 2, columns: [numbers('born', [-25_568, 0], { time: 'date' })] }
    expect(writeXlsxTable(old).losses).toEqual([
      'born: a workbook does not hold dates before 1900; the column is written as texts.',
    ])
    expect(readXlsx(written(old)).rows.flat()).toEqual(['born', '1899-12-31', '1970-01-01'])
  })

  it('writes the same bytes again, without names or times', () => {
    const bytes = written(table, true)
    expect(written(table, true)).toEqual(bytes)
    expect(Object.keys(unzipSync(bytes)).filter((name) => name.startsWith('docProps'))).toEqual([])
  })

  it.each([
    ['an infinite number', numbers('a', [0, Infinity]), 'A3 would be Infinity'],
    [
      'a long text',
      {
        name: 'a',
        description: {},
        cells: { kind: 'texts', levels: ['x'.repeat(32_768)], codes: Int32Array.of(-1, 0), missing: null },
      } as const,
      'A3 has a text of 32768 letters',
    ],
  ])('refuses %s before the first piece', (_, column, message) => {
    expect(() => writeXlsxTable({ rows: 2, columns: [column] })).toThrow(message)
  })

  it('refuses more rows and columns than a sheet has', () => {
    expect(() => writeXlsxTable({ rows: 1_048_576, columns: [] })).toThrow('1048577 rows')
    const many = Array.from({ length: 16_385 }, (_, i) => numbers(`v${i}`, []))
    expect(() => writeXlsxTable({ rows: 0, columns: many })).toThrow('16385 columns')
  })
})
