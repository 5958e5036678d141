import { describe, expect, it } from 'vitest'
import { numeric, withColumns, type NumericColumn } from '@sdc/core'
import { gzipped } from '../../gzip/gzip.js'
import { readCsv } from '../read-csv.js'
import type { ColumnSchema, CsvFile } from '../csv-file.js'
import { csvContent, writeCsv } from '../write-csv.js'

const read = (text: string, schema: ColumnSchema): CsvFile =>
  readCsv(text, { columns: new Map([['born', schema]]), file: 'people.csv' })
const days = (file: CsvFile): readonly number[] => [...(file.dataset.column('born') as NumericColumn).values]
const masked = (file: CsvFile, values: readonly number[]): string =>
  writeCsv(file, withColumns(file.dataset, new Map([['born', numeric(values)]])))

describe('dates of a text file', () => {
  it('are numbers of days, and written back byte for byte', () => {
    const text = 'id;born;x\r\n1;"29.02.2000" ;1,50\r\n2;1.3.2000;2\r\n3;NA;3\r\n4; 31.12.1899;4\r\n'
    const file = read(text, { kind: 'date', dateFormat: 'DD.MM.YYYY' })
    expect(days(file)).toEqual([11_016, 11_017, Number.NaN, -25_568])
    expect(file.dataset.column('born')).toMatchObject({ kind: 'numeric', time: 'date' })
    expect(writeCsv(file, file.dataset)).toBe(text)
  })

  it('are written in one form if one of them changed', () => {
    const file = read('id,born\n1,1.3.2000\n2,02.03.2000\n3,\n', { kind: 'date', dateFormat: 'DD.MM.YYYY' })
    expect(masked(file, [11_016, 11_018, Number.NaN])).toBe('id,born\n1,29.02.2000\n2,02.03.2000\n3,\n')
  })

  it('keep quotes that all of them have', () => {
    const file = read('id,born\n1,"2000-03-01"\n2,"2000-03-02"\n', { kind: 'date' })
    expect(masked(file, [11_016, 11_017])).toBe('id,born\n1,"2000-02-29"\n2,"2000-03-01"\n')
  })

  it('have codes for missing values, which are kept', () => {
    const text = 'id,born\n1,20240229\n2,99999999\n3,00000000\n4,\n'
    const file = read(text, { kind: 'date', dateFormat: 'YYYYMMDD', missing: ['', '99999999', '00000000'] })
    expect(days(file)).toEqual([19_782, Number.NaN, Number.NaN, Number.NaN])
    expect(writeCsv(file, file.dataset)).toBe(text)
    expect(masked(file, [19_783, Number.NaN, Number.NaN, Number.NaN])).toBe(
      'id,born\n1,20240301\n2,99999999\n3,00000000\n4,\n',
    )
  })

  it.each([
    ['date', 'DD.MM.YYYY', '31.02.2020'],
    ['date', undefined, '99999999'],
    ['datetime', 'DD.MM.YYYY hh:mm', '01.02.2020 25:00'],
  ] as const)('are refused by line, text and form: a %s as %s with %s', (kind, dateFormat, text) => {
    const first = { date: dateFormat ? '01.02.2020' : '2020-02-01', datetime: '01.02.2020 10:00' }[kind]
    expect(() => read(`id,born\n1,${first}\n2,${text}\n`, { kind, dateFormat })).toThrow(
      expect.objectContaining({
        code: 'NOT_NUMERIC',
        message: expect.stringMatching(/^line 3, column "born": ".*" is not a date(time)? of the form /),
        place: { column: 'born', line: 3, file: 'people.csv' },
        fix: expect.stringContaining(`missing: ["${text}"]`),
      }),
    )
  })

  it('are written in the format of the schema, also from gzip', () => {
    const text = 'id,at\n1,2024-02-29 12:30\n2,2024-03-01 00:00\n'
    const columns = new Map([['at', { kind: 'datetime', dateFormat: 'YYYY-MM-DD hh:mm' } as const]])
    const packed = Uint8Array.from(Array.from(gzipped([new TextEncoder().encode(text)]), (piece) => [...piece]).flat())
    const file = readCsv(packed, { columns })
    expect(file.dataset.column('at')).toMatchObject({ values: Float64Array.of(1_709_209_800, 1_709_251_200) })
    expect(Buffer.concat(Array.from(csvContent(file, file.dataset), (piece) => piece.slice())).toString()).toBe(text)
  })

  it('cause an error if the form cannot write them', () => {
    const file = read('id,born\n1,01.01.30\n2,31.12.29\n', { kind: 'date', dateFormat: 'DD.MM.YY' })
    expect(() => masked(file, [-20_000, 0])).toThrow(
      'the date of column "born" in record 1 cannot be written as DD.MM.YY',
    )
  })

  it.each([
    [{ kind: 'date', dateFormat: 'dd.mm.yyyy' }, /the dateFormat "dd.mm.yyyy" of column "born" is wrong/],
    [{ kind: 'numeric', dateFormat: 'YYYY' }, /has a date format, but its kind is numeric/],
    [{ kind: 'date', levels: ['2000-01-01'] }, /is declared date, but has levels/],
  ] as const)('need a consistent schema: %j', (schema, message) => {
    expect(() => read('id,born\n1,2000-01-01\n', schema)).toThrow(message)
  })
})
