import { categorical, numeric, withColumns, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../read-csv.js'
import { scanCsv } from '../blocks/scan-csv.js'
import { writeCsv } from '../write-csv.js'

const text = ' 341Köln   12.50\r\n  92Ulm     9.00\r\n1001Köln        \r\n'
const widths = [3, 1, 5, 7]
const names = ['age', 'sex', 'town', 'income']

describe('a fixed-width file', () => {
  it('is cut by widths in letters, and written back unchanged', () => {
    const file = readCsv(text, { widths, names })
    expect(file.dataset.names).toEqual(names)
    expect(file.dataset.column('age')).toMatchObject({ values: Float64Array.of(34, 9, 100) })
    expect(file.dataset.column('town')).toMatchObject({ levels: ['Köln', 'Ulm'] })
    expect(file.dataset.column('income')).toMatchObject({ values: Float64Array.of(12.5, 9, Number.NaN) })
    expect(writeCsv(file, file.dataset)).toBe(text)
    expect(readCsv(text, { widths }).dataset.names).toEqual(['c1', 'c2', 'c3', 'c4'])
    expect(readCsv(`agesTown income \r\n${text}`, { widths, header: true }).dataset.names[2]).toBe('Town')
  })

  it('has numbers at the end of their columns, texts at the beginning', () => {
    const file = readCsv(text, { widths, names })
    const masked = new Map<string, Column>([
      ['income', numeric([1, 22.5, Number.NaN])],
      ['town', categorical(['A', 'BB', null])],
    ])
    const out = ' 341A          1\r\n  92BB      22.5\r\n1001            \r\n'
    expect(writeCsv(file, withColumns(file.dataset, masked))).toBe(out)
  })

  it('refuses lines and values of another length', () => {
    expect(() => readCsv(text, { widths: [3, 1, 5, 8] })).toThrow(/line 1 has 16 letters, but the columns have 17/)
    expect(() => readCsv(`${text}12\r\n`, { widths })).toThrow(/line 4 has 2 letters/)
    const file = readCsv(text, { widths, names })
    const long = withColumns(file.dataset, new Map([['age', numeric([1, 2, 3.14])]]))
    expect(() => writeCsv(file, long)).toThrow(
      /line 3 of the output: "3.14" is longer than the 3 letters of column "age"/,
    )
    expect(() => readCsv(text, { widths, names: ['a'] })).toThrow(/1 names of columns, but 4 widths/)
    expect(() => scanCsv(text, { widths }, 9, () => [])).toThrow(/fixed width, and cannot be read out of core/)
  })

  it('is detected by a first line of numbers and blanks', () => {
    expect(() => readCsv(' 34 1 12.50\n  9 2  9.00\n')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/looks like fixed width/),
        fix: expect.stringMatching(/widths/),
      }),
    )
  })
})

describe('names for columns of a file without names', () => {
  it('are given, one for each column', () => {
    expect(readCsv('39, State-gov\n50, Private\n', { names: ['age', 'work'] }).dataset.column('work')).toMatchObject({
      levels: ['State-gov', 'Private'],
    })
    expect(() => readCsv('39,x\n', { names: ['age'] })).toThrow(/line 1 has 2 cells, but 1 names/)
  })
})
