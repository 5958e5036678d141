import { isSdcError, numeric, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { scanCsv } from './blocks/scan-csv.js'
import { piecesOf } from './bytes/pieces.js'
import type { CsvOptions } from './csv-file.js'
import { readCsv } from './read-csv.js'
import { writeCsv } from './write-csv.js'

const values = (text: string, options: CsvOptions = {}): readonly number[] | string => {
  const column = readCsv(text, options).dataset.column('a')
  return column.kind === 'numeric' ? Array.from(column.values) : 'text'
}
const table = (...cells: readonly string[]): string => `a;b\n${cells.map((cell) => `${cell};x\n`).join('')}`
const refusal = (text: string, options: CsvOptions = {}): string => {
  try {
    readCsv(text, options)
    return 'accepted'
  } catch (error) {
    if (isSdcError(error)) return `${error.code} ${error.message} ${error.fix ?? ''}`
    throw error
  }
}

describe('numbers in common written forms', () => {
  it.each([
    ['1,234.56', '-12,345.00', '999', '0.5'],
    ['1.234,56', '-12.345,00', '999', '0,5'],
    ['1 234,56', '-12 345,00', '999', '0,5'],
    ['1\u00A0234,56', '-12\u00A0345,00', '999', '0,5'],
    ['1\u202F234.56', '-12\u202F345.00', '999', '0.5'],
    ["1'234.56", "-12'345.00", '999', '0.5'],
    ['1’234.56', '-12’345.00', '999', '0.5'],
  ])('%s', (...cells) => {
    const text = table(...cells)
    expect(values(text)).toEqual([1234.56, -12345, 999, 0.5])
    const file = readCsv(text)
    expect(writeCsv(file, file.dataset)).toBe(text)
    const [, group] = cells[0]
    const mark = cells[0].at(-3)
    const masked = withColumns(file.dataset, new Map([['a', numeric([1234567.5, -1000, 0.5, Number.NaN])]]))
    const written = `a;b\n1${group}234${group}567${mark}5;x\n-1${group}000;x\n0${mark}5;x\n;x\n`
    expect(writeCsv(file, masked)).toBe(written)
    expect(values(written)).toEqual([1234567.5, -1000, 0.5, Number.NaN])
  })

  it.each([
    ['between commas, in quotes', 'a,b\n"1,234.5",x\n"2,000",y\n', [1234.5, 2000]],
    ['in groups of several', table('1.234.567', '12.345'), [1234567, 12345]],
    ['with blanks around them', table(' 1,234.5 ', '2'), [1234.5, 2]],
    ['with missing cells', table('1,234.5', '', 'NA'), [1234.5, Number.NaN, Number.NaN]],
  ])('%s', (_, text, expected) => {
    expect(values(text)).toEqual(expected)
    const file = readCsv(text)
    expect(writeCsv(file, file.dataset)).toBe(text)
  })

  it('are written without groups if these would prove nothing', () => {
    const file = readCsv(table('1.234.567', '12.345'))
    const write = (...cells: readonly number[]): string =>
      writeCsv(file, withColumns(file.dataset, new Map([['a', numeric(cells)]])))
    expect(write(1234, 12345)).toBe(table('1234', '12345'))
    expect(write(1234567, 1e21)).toBe(table('1.234.567', '1e+21'))
    expect(write(1234567, -0)).toBe(table('1.234.567', '-0'))
  })

  it('follow other columns if their own mark is ambiguous', () => {
    expect(values('a,b\n"1,234",0.5\n7,1\n')).toEqual([1234, 7])
    expect(values('a,b\n"1,234",5\n7,1\n')).toBe('text')
    expect(values('a;b\n1.234;0,5\n7;1\n')).toEqual([1234, 7])
    expect(values('a;b\n1.234;1.234.567\n7;1\n')).toEqual([1234, 7])
    expect(values('a;b\n1,234;0.5\n7;1\n')).toEqual([1234, 7])
    expect(values(table('1,234', '7'), { decimal: '.' })).toEqual([1234, 7])
  })

  it.each([
    ['two marks', table('1,234.5', '1 234.5')],
    ['thousands with and without a mark', table('1,234.5', '1234.5', '12345')],
    ['groups of another length', table('1,23.5', '2')],
    ['leading zeros', table('030 123 456', '1')],
    ['addresses', table('192.168.100.20', '10.0.0.1')],
    ['dates', table('01.02.2020', '03.04.2021')],
  ])('are text with %s', (_, text) => {
    expect(values(text)).toBe('text')
  })

  it('follow the schema', () => {
    const columns = (kind: 'numeric' | 'categorical'): CsvOptions => ({ columns: new Map([['a', { kind }]]) })
    expect(values(table('1,234.5', '7'), columns('numeric'))).toEqual([1234.5, 7])
    expect(values(table('1,234.5', '7'), columns('categorical'))).toBe('text')
    expect(refusal(table('1,234.5', 'abc'), columns('numeric'))).toMatch(/NOT_NUMERIC line 3, column "a": "abc"/)
    expect(refusal(table('1,234', '12345'), columns('numeric'))).toMatch(/NOT_NUMERIC line 2, column "a": "1,234"/)
  })

  it('are refused out of core if only the whole column proves them', () => {
    const scan = (text: string): unknown => scanCsv(text, {}, 1, (from, to) => piecesOf(text.slice(from, to)))
    for (const text of [table('7', '1,234.5'), table('1.234.567', '7'), table('1.5', '12345678901234567890')])
      expect(() => scan(text)).toThrow(/column "a" have groups of digits.*out of core/)
    expect(scan(table('1 23', '7'))).toMatchObject({ records: 2 })
  })
})

describe('whole numbers beyond 2^53', () => {
  it('are numbers between decimals, and codes elsewhere', () => {
    const text = table('12345678901234567890', '0.5', '100000000000000000000')
    expect(values(text)).toEqual([Number('12345678901234567890'), 0.5, 1e20])
    const file = readCsv(text)
    expect(writeCsv(file, file.dataset)).toBe(text)
    expect(values(table('12345678901234567890', '5'))).toBe('text')
  })
})

describe('infinite values', () => {
  it.each(['Inf', '-Inf', 'inf', 'Infinity'])('%s between decimals is refused with its line', (text) => {
    expect(refusal(table('0.5', text))).toMatch(
      new RegExp(`NOT_NUMERIC line 3, column "a": ${text} is infinite.*missing: \\['', NA, ${text}\\]`),
    )
    expect(values(table('0.5', text), { missing: ['', text] })).toEqual([0.5, Number.NaN])
    expect(values(table('5', text))).toBe('text')
  })
})
