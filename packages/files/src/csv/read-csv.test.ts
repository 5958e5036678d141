import { SdcError, type CategoricalColumn, type NumericColumn } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { CsvFile } from './csv-file.js'
import { readCsv } from './read-csv.js'

function numbers(file: CsvFile, name: string): number[] {
  const column = file.dataset.column(name)
  expect(column.kind).toBe('numeric')
  return [...(column as NumericColumn).values]
}
function labels(file: CsvFile, name: string): (string | null)[] {
  const column = file.dataset.column(name)
  expect(column.kind).toBe('categorical')
  const { codes, levels } = column as CategoricalColumn
  return [...codes].map((code) => (code < 0 ? null : levels[code]))
}
function reason(file: CsvFile, name: string): string | undefined {
  return (file.dataset.column(name) as CategoricalColumn).notNumeric
}
function failure(text: string, options = {}): SdcError {
  try {
    readCsv(text, options)
  } catch (error) {
    if (error instanceof SdcError) return error
    throw error
  }
  throw new Error('it was read')
}

describe('types', () => {
  it('reads numbers, missing cells and categories', () => {
    const file = readCsv('a,b,c\n1,x,\n2.5,,NA\nNA,y,\n-0,x,NA\n')
    expect(numbers(file, 'a')).toEqual([1, 2.5, Number.NaN, -0])
    expect(labels(file, 'b')).toEqual(['x', null, 'y', 'x'])
    expect(numbers(file, 'c')).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
  })
  it('names the first cell that is not a number', () => {
    expect(reason(readCsv('a,b\n1,1\n2,2\n3,n/a\n4,x\n'), 'b')).toBe('line 4: "n/a" is not a number')
    expect(reason(readCsv('a\n1\n007\n'), 'a')).toBe('line 3: "007" has leading zeros')
    expect(reason(readCsv('a\n12345678901234567890\n'), 'a')).toBe(
      'line 2: 12345678901234567890 is a whole number beyond 2^53',
    )
    expect(reason(readCsv('a\n1e999\n'), 'a')).toBe('line 2: "1e999" is too large for a number')
  })
  it('counts physical lines after line ends within quotes', () => {
    const text = 'a,"b\n2"\r\n"x\ny\r\nz",1\r\n"p\nq",oops\r\n'
    // Header: lines 1–2; record 1: 3–5; record 2: 6–7, its second cell starts on line 7.
    expect(reason(readCsv(text), 'b\n2')).toBe('line 7: "oops" is not a number')
  })
  it('keeps the texts before a column turned categorical', () => {
    const file = readCsv('a\n1.50\n1.5\nNA\n+7\n1e3\nx\n')
    expect(labels(file, 'a')).toEqual(['1.50', '1.5', null, '+7', '1e3', 'x'])
  })
  it('reads quoted numbers as numbers', () => {
    expect(numbers(readCsv('"a"\n"1"\n2\n"NA"\n'), 'a')).toEqual([1, 2, Number.NaN])
  })
  it('accepts any names', () => {
    const file = readCsv('1990,__proto__,constructor,"a,b"\n1,2,3,4\n')
    expect(file.dataset.names).toEqual(['1990', '__proto__', 'constructor', 'a,b'])
    expect(numbers(file, '__proto__')).toEqual([2])
  })
})

describe('schema', () => {
  it('determines the kind', () => {
    const columns = new Map([
      ['a', { kind: 'categorical' }],
      ['b', { kind: 'categorical' }],
    ] as const)
    const file = readCsv('a,b\n1,\n2,\n', { columns })
    expect(labels(file, 'a')).toEqual(['1', '2'])
    expect(reason(file, 'a')).toBeUndefined()
    expect(labels(file, 'b')).toEqual([null, null])
  })
  it('refuses text in a numeric column, with line and column', () => {
    const error = failure('a,b\n1,2\n1,n/a\n', { columns: new Map([['b', { kind: 'numeric' }]]), file: 'x.csv' })
    expect(error.code).toBe('NOT_NUMERIC')
    expect(error.message).toBe('line 3, column "b": "n/a" is not a number')
    expect(error.place).toEqual({ column: 'b', line: 3, file: 'x.csv' })
  })
  it('takes levels in their order and refuses others', () => {
    const columns = new Map([['a', { levels: ['low', 'mid', 'high'], ordered: true }]])
    const column = readCsv('a\nhigh\nlow\n\nhigh\n', { columns }).dataset.column('a') as CategoricalColumn
    expect(column).toMatchObject({ levels: ['low', 'mid', 'high'], ordered: true })
    expect([...column.codes]).toEqual([2, 0, -1, 2])
    const error = failure('a\nlow\nhigh\nhuge\n', { columns })
    expect([error.code, error.place.line]).toEqual(['BAD_PLAN', 4])
    expect(error.message).toContain('"huge"')
  })
  it('accepts codes for missing values, of the file and of a column', () => {
    const file = readCsv('a,b,c\n-9,-9,x\n1,.,.\n', { missing: ['.'], columns: new Map([['a', { missing: ['-9'] }]]) })
    expect(numbers(file, 'a')).toEqual([Number.NaN, 1])
    expect(numbers(file, 'b')).toEqual([-9, Number.NaN])
    expect(labels(file, 'c')).toEqual(['x', null])
  })
  it('refuses contradictions', () => {
    expect(failure('a\n1\n', { columns: new Map([['b', {}]]) }).code).toBe('UNKNOWN_COLUMN')
    expect(failure('a\n1\n', { columns: new Map([['a', { kind: 'numeric', levels: ['1'] }]]) }).code).toBe('BAD_PLAN')
    for (const options of [{ separator: ',,' }, { quote: '' }, { separator: '"' }, { separator: '\n' }]) {
      expect(failure('a\n1\n', options).code).toBe('BAD_OPTION')
    }
  })
})

describe('dialect', () => {
  it.each([',', ';', '\t', '|'])('detects the separator %j', (separator) => {
    const text = [
      ['a', 'b', 'c'],
      ['1', 'x y', '3'],
      ['2', '"p,;|\tq"', '4'],
    ]
      .map((row) => row.join(separator))
      .join('\n')
    const file = readCsv(text)
    expect(file.dialect.separator).toBe(separator)
    expect(labels(file, 'b')).toEqual(['x y', 'p,;|\tq'])
  })
  it('reads a file of one column', () => {
    expect(numbers(readCsv('a\n1\n\n3'), 'a')).toEqual([1, Number.NaN, 3])
    expect(numbers(readCsv('a\r\n1\r\n'), 'a')).toEqual([1])
    // Blank lines at the end are not records.
    expect(numbers(readCsv('a\n1\n\n\n'), 'a')).toEqual([1])
    expect(numbers(readCsv('a\n1\n""\n'), 'a')).toEqual([1, Number.NaN])
  })
  it('detects a decimal comma', () => {
    const file = readCsv('a;b\n3,5;1\n-0,25;2\n')
    expect(file.dialect).toMatchObject({ separator: ';', decimal: ',' })
    expect(numbers(file, 'a')).toEqual([3.5, -0.25])
    expect(numbers(readCsv('a,b\n"3,5",1\n', { decimal: ',' }), 'a')).toEqual([3.5])
  })
  it('detects none if a comma may separate thousands, or points are decimal marks', () => {
    const thousands = readCsv('a;b\n1,234;1\n')
    expect(thousands.dialect.decimal).toBe('.')
    expect(reason(thousands, 'a')).toBe(
      'line 2: "1,234" is not a number (a decimal comma? say decimal: \',\' in the schema)',
    )
    expect(readCsv('a;b\n3,5;1.5\n').dialect.decimal).toBe('.')
  })
  it.each(['\n', '\r\n', '\r'])('detects the line end %j', (newline) => {
    const file = readCsv(['a,b', '1,x', '2,"y"', ''].join(newline))
    expect(file.dialect.newline).toBe(newline)
    expect(labels(file, 'b')).toEqual(['x', 'y'])
  })
  it('reads mixed line ends', () => {
    const file = readCsv('a,b\r\n1,x\n2,"y"\r\n3,"z"\n4,"u\r\nv"\r\n')
    expect(labels(file, 'b')).toEqual(['x', 'y', 'z', 'u\r\nv'])
  })
  it('reads other quotes, and quotes within unquoted text as text', () => {
    expect(labels(readCsv("a,b\n'x,y',1\n'it''s',2\n", { quote: "'" }), 'a')).toEqual(['x,y', "it's"])
    expect(labels(readCsv('a,b\n5" pipe,1\n "x",2\n'), 'a')).toEqual(['5" pipe', '"x"'])
  })
  it('leaves a byte order mark out of the first name', () => {
    expect(readCsv('\uFEFFa,b\n1,2\n').dataset.names).toEqual(['a', 'b'])
  })
})

describe('errors', () => {
  it.each(['', '\n', '\r\n\r\n', '\uFEFF', 'a,b', 'a,b\n', 'a\n\n\n'])('EMPTY_FILE: %j', (text) => {
    expect(failure(text, { file: 'x.csv' }).code).toBe('EMPTY_FILE')
  })
  it.each([
    ['a,b\n1,2\n3\n', 3, 'line 3 has 1 cell, but the header has 2 columns'],
    ['a,b\n1,2,3\n', 2, 'line 2 has 3 cells, but the header has 2 columns'],
    ['a,b\n"x\ny",2\n1,2\n\n3,4\n', 5, 'line 5 is empty, but the header has 2 columns'],
    ['a\n1\n2,3\n', 3, 'line 3 has 2 cells, but the header has 1 column'],
  ])('RAGGED_ROW: %j', (text, line, message) => {
    const error = failure(text)
    expect([error.code, error.place.line, error.message]).toEqual(['RAGGED_ROW', line, message])
  })
  it('refuses repeated and empty names', () => {
    expect(failure('a,b,a\n1,2,3\n')).toMatchObject({ code: 'DUPLICATE_COLUMN', place: { column: 'a', line: 1 } })
    expect(failure('""\n1\n')).toMatchObject({ code: 'FILE', message: 'line 1: column 1 has no name' })
    expect(failure('a,\n1,2\n').message).toBe('line 1: column 2 has no name')
  })
  it.each([
    ['a,b\n1,2\n3,"x\n4,5\n', 3, 'line 3: the quote that opens cell 2 is never closed'],
    ['a,b\n"p\nq","x\n4,5\n', 3, 'line 3: the quote that opens cell 2 is never closed'],
    ['a,b\n1,"x"y\n', 2, 'line 2: text follows the closing quote of cell 2'],
    ['a,b\n"x"y,1\n2,"z"\n', 2, 'line 2: text follows the closing quote of cell 1'],
    ['a,"b\n1,2\n', 1, 'line 1: the quote that opens cell 2 is never closed'],
    ['a,b\r\n1,"x"y\r\n', 2, 'line 2: text follows the closing quote of cell 2'],
  ])('malformed quotes: %j', (text, line, message) => {
    const error = failure(text, { separator: ',' })
    expect([error.code, error.place.line, error.message]).toEqual(['FILE', line, message])
  })
  it('refuses NUL', () => {
    expect(failure('a,b\n1,2\n3,\0\n')).toMatchObject({ code: 'FILE', place: { line: 3 } })
  })
})
