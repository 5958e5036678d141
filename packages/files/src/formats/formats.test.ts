import { describe, expect, it } from 'vitest'
import { formatOf, foundFormat } from './formats.js'
import { formatOfName } from './output-format.js'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

describe('formatOf', () => {
  it.each([
    ['parquet', 'PAR1\x15\x04'],
    ['sav', '$FL2@(#) SPSS'],
    ['zsav', '$FL3@(#) SPSS'],
    ['dta', '<stata_dta><header>'],
    ['dta', '\x69\x02\x01\0'],
    ['dta', '\x73\x01\x01\0'],
    ['sas7bdat', `${' '.repeat(84)}SAS FILE${' '.repeat(64)}DATA    `],
    ['sas7bcat', `${' '.repeat(84)}SAS FILE${' '.repeat(64)}CATALOG `],
    ['xpt', 'HEADER RECORD*******LIBRARY HEADER RECORD'],
    ['por', `${`${'x'.repeat(80)}\r\n`.repeat(5)}${'x'.repeat(56)}SPSSPORTA8/2018`],
    ['xlsx', 'PK\x03\x04\x14\0'],
    ['csv', 'a,b\n1,2\n'],
    ['csv', '\x1f\x8b\x08\0'],
    ['csv', '\xff\xfea\0,\0'],
    ['csv', ''],
    // Texts that begin like old Stata files.
    ['csv', 'income,age\n1,2\n'],
    [undefined, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    [undefined, `PK\x03\x04${' '.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`],
    [undefined, 'SQLite format 3\0'],
    [undefined, 'X\n\0\0\0\x03'],
  ])('detects %s', (format, text) => {
    expect(formatOf(bytes(text))).toBe(format)
  })

  it('says how to convert a file that cannot be read', () => {
    expect(foundFormat(bytes('RDX3\n'))).toMatchObject({ what: 'an R workspace (.RData)', fix: /write\.csv/ })
  })
})

describe('formatOfName', () => {
  it.each([
    ['out.csv', { format: 'csv', hasSeparators: true, compressed: false }],
    ['out.TSV', { format: 'csv', separator: '\t', hasSeparators: true, compressed: false }],
    ['a.b/out.tab.gz', { format: 'csv', separator: '\t', hasSeparators: true, compressed: true }],
    ['out.txt', { format: 'csv', compressed: false }],
    ['out', { format: 'csv', compressed: false }],
    ['folder.sav/out', { format: 'csv', compressed: false }],
    ['.hidden', { format: 'csv', compressed: false }],
    ['-', { format: 'csv', compressed: false }],
    [undefined, { format: 'csv', compressed: false }],
    ['out.gz', { format: 'csv', compressed: true }],
    ['out.parquet', { format: 'parquet', compressed: false }],
    ['C:\\data\\out.sav', { format: 'sav', compressed: false }],
    ['out.zsav', { format: 'zsav', compressed: false }],
    ['out.dta', { format: 'dta', compressed: false }],
    ['out.xpt', { format: 'xpt', compressed: false }],
    ['out.xlsx', { format: 'xlsx', compressed: false }],
  ])('reads %s', (name, form) => {
    expect(formatOfName(name)).toEqual({ separator: undefined, ...form })
  })

  it('uses the requested format for any name', () => {
    expect(formatOfName('out.foo', 'sav')).toEqual({ format: 'sav', separator: undefined, compressed: false })
    expect(formatOfName(undefined, 'tsv')).toEqual({
      format: 'csv',
      separator: '\t',
      hasSeparators: true,
      compressed: false,
    })
  })

  it.each([
    ['out.sas7bdat', 'sdc does not write SAS files (.sas7bdat)'],
    ['out.por', 'SPSS portable'],
    ['out.xls', 'before 2007'],
    ['out.foo', '.foo is not a format that sdc knows'],
    ['out.sav.gz', 'only text is compressed by gzip'],
  ])('refuses %s', (name, message) => {
    expect(() => formatOfName(name)).toThrow(message)
  })

  it('refuses a requested format that cannot be written', () => {
    expect(() => formatOfName('out.csv', 'por')).toThrow('there is no format "por" to write')
  })
})
