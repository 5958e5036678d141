import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import type { CsvOptions } from './csv-file.js'
import { readCsv } from './read-csv.js'
import { lineOfRecord } from './record-line.js'
import { writeCsv } from './write-csv.js'

const refusal = (text: string, options: CsvOptions = {}): string => {
  try {
    readCsv(text, options)
    return 'accepted'
  } catch (error) {
    if (isSdcError(error)) return `${error.code} ${error.message}\n${error.fix}`
    throw error
  }
}

describe('a first line that is a record', () => {
  it.each([
    ['numbers', '31,6\n12,2\n'],
    ['mostly numbers', 'north,6,7\nsouth,2,4\n'],
    ['one number over numbers, and no other sign of names', 'north,6\nsouth,2\n'],
    ['numbers and a missing one', 'NA,6\n3,2\n'],
    ['decimal commas', 'x;1,5\ny;2,5\n'],
    ['codes with leading zeros', '0001,0002,a\n0003,0004,b\n'],
  ])('is refused as a header, with a remedy: %s', (_, text) => {
    expect(refusal(text)).toMatch(/^FILE line 1 looks like a record.*\n.*header: false.*header/)
  })

  it.each([
    ['texts over numbers', 'a,b\n1,2\n'],
    ['texts over texts', 'a,b\nx,y\n'],
    ['a year among names over numbers', 'id,region,1990\n1,x,5\n2,y,6\n'],
    ['names with digits', 'x1,x2\n1,2\n'],
  ])('does not resemble names: %s', (_, text) => {
    expect(refusal(text)).toBe('accepted')
  })

  it('is also reported if a name is empty or repeated', () => {
    expect(refusal('a,5,\n1,2,3\n')).toMatch(/column 3 has no name\n.*header: false/)
    expect(refusal('x,y,z,5,5\n1,2,3,4,5\n')).toMatch(/DUPLICATE_COLUMN.*\n.*header: false/)
    expect(refusal('a,a\n1,2\n')).toMatch(/DUPLICATE_COLUMN.*\nRename one of them/)
  })

  it('is accepted as names if declared, or if a schema knows one', () => {
    const years = '1990,1991\n1,2\n3,4\n'
    expect(readCsv(years, { header: true }).dataset.names).toEqual(['1990', '1991'])
    const known = new Map([
      ['1990', {}],
      ['1991', {}],
    ])
    expect(readCsv(years, { columns: known }).dataset.names).toEqual(['1990', '1991'])
  })
})

describe('a file without a header', () => {
  const text = '\uFEFF31;"6"\r\n12;2,50\r\n'

  it('has its first record, and columns c1, c2, …', () => {
    const { dataset, dialect } = readCsv(text, { header: false })
    expect([dataset.names, dataset.rows, dialect.header]).toEqual([['c1', 'c2'], 2, false])
    expect(dataset.column('c2')).toMatchObject({ values: Float64Array.of(6, 2.5) })
  })

  it('is written back unchanged, and without names', () => {
    const file = readCsv(text, { header: false })
    expect(writeCsv(file, file.dataset)).toBe(text)
    const origin = Int32Array.of(1)
    const one = { ...file.dataset, rows: 1, column: () => ({ kind: 'numeric', values: Float64Array.of(1) }) as const }
    expect(writeCsv(file, one, origin)).toBe('\uFEFF1;1\r\n')
  })

  it('uses the schema of its columns by these names, and is ragged by its first line', () => {
    const columns = new Map([['c1', { kind: 'categorical' as const }]])
    expect(readCsv(text, { header: false, columns }).dataset.column('c1')).toMatchObject({ levels: ['31', '12'] })
    expect(refusal('1,2\n3\n', { header: false })).toMatch(/line 2 has 1 cell, but the first line has 2 columns/)
    expect(refusal('1\n', { header: false })).toBe('accepted')
  })
})

describe('lineOfRecord', () => {
  it('counts the lines of quoted texts', () => {
    const text = 'a,b\n1,"x\ny"\n2,z\n'
    expect([0, 1, 2].map((record) => lineOfRecord(text, record))).toEqual([2, 4, undefined])
    expect(lineOfRecord('1,2\n3,4\n', 1, { header: false })).toBe(2)
  })
})

describe('names as other programs write them', () => {
  it('names an unnamed first column `row`, and writes the header back unchanged', () => {
    const text = '"","age","row"\n"1",30,a\n"2",40,b\n'
    const file = readCsv(text)
    expect(file.dataset.names).toEqual(['row_', 'age', 'row'])
    expect(writeCsv(file, file.dataset)).toBe(text)
    expect(readCsv(',x,y\n0,1,2\n').dataset.names).toEqual(['row', 'x', 'y'])
    expect(refusal(',31,6\n1,12,2\n')).toMatch(/FILE/)
    expect(refusal('a,,b\n1,2,3\n')).toMatch(/column 2 has no name/)
  })

  it('ignores blanks around names, numbers, categories and missing values, and writes them back', () => {
    const text = 'age, work , hours, pay\n28, State, 40, 1.50\n31,State,,  NA\n45, Self , 13, 2.25\n'
    const file = readCsv(text)
    expect(file.dataset.names).toEqual(['age', 'work', 'hours', 'pay'])
    expect(file.dataset.column('hours')).toMatchObject({ values: Float64Array.of(40, Number.NaN, 13) })
    expect(file.dataset.column('pay')).toMatchObject({ values: Float64Array.of(1.5, Number.NaN, 2.25) })
    expect(file.dataset.column('work')).toMatchObject({ levels: ['State', 'Self'], codes: Int32Array.of(0, 0, 1) })
    expect(writeCsv(file, file.dataset)).toBe(text)
  })

  it('keeps codes with leading zeros, and schema levels with blanks', () => {
    expect(readCsv('a,b\n1, 007\n').dataset.column('b')).toMatchObject({ levels: ['007'] })
    const columns = new Map([[' b', { levels: [' x', 'y'] }]])
    const file = readCsv('a, b\n1, x\n2, y\n', { columns })
    expect(file.dataset.names).toEqual(['a', ' b'])
    expect(file.dataset.column(' b')).toMatchObject({ codes: Int32Array.of(0, 1) })
  })

  it('becomes categorical if a text follows padded numbers', () => {
    const text = 'a, b\n1, 2\n2, 3.0\n3,2\n4, x\n5,  NA\n'
    const file = readCsv(text)
    expect(file.dataset.column('b')).toMatchObject({ levels: ['2', '3.0', 'x'], codes: Int32Array.of(0, 1, 0, 2, -1) })
    expect(writeCsv(file, file.dataset)).toBe(text)
  })

  it('refuses a line of numbers separated by blanks as fixed width', () => {
    expect(refusal('36143 1 1\n36127 1 9\n')).toMatch(/fixed width.*\n.*widths/)
    expect(refusal('id age sex\n1 30 2\n')).toBe('accepted')
  })
})
