import { categorical, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { csvContent, decodeText, readCsv } from '../index.js'

const table = 'name;income\nAnn;1\nBéa;2\n'
const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16())
}

const latin1 = new Uint8Array(Buffer.from(table, 'latin1'))
const bytesOf = (pieces: Iterable<Uint8Array>): Buffer =>
  Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece)))

describe('text that is not in UTF-8', () => {
  it.each([
    ['UTF-16, with its mark', utf16(`\uFEFF${table}`, 'le')],
    ['UTF-16 the other way round, with its mark', utf16(`\uFEFF${table}`, 'be')],
    ['UTF-16 without a mark', utf16(table, 'le')],
    ['UTF-16 the other way round, without a mark', utf16(table, 'be')],
  ])('is detected, and written back unchanged: %s', (_, bytes) => {
    const file = readCsv(bytes, { file: 'f.csv' })
    expect(file.dataset.column('name')).toMatchObject({ levels: ['Ann', 'Béa'] })
    expect(bytesOf(csvContent(file, file.dataset)).equals(bytes)).toBe(true)
    expect(decodeText(bytes, 'f.csv').replace('\uFEFF', '')).toBe(table)
  })

  it('is never guessed for one-byte encodings; the error names those to try', () => {
    for (const read of [() => readCsv(latin1, { file: 'f.csv' }), () => decodeText(latin1, 'f.csv')])
      expect(read).toThrow(
        expect.objectContaining({
          code: 'FILE',
          message: expect.stringMatching(/f\.csv, line 3: this is not UTF-8/),
          fix: expect.stringMatching(/encoding.*windows-1252/),
        }),
      )
    expect(decodeText(latin1, 'f.csv', 'latin1')).toBe(table)
  })

  it.each([
    ['windows-1252', '\x80\x9F', '€Ÿ'],
    ['iso-8859-2', '\xB1\xE6', 'ąć'],
    ['iso-8859-15', '\xA4', '€'],
    ['cp1251', '\xCF\xF0', 'Пр'],
    ['koi8-r', '\xF0', 'П'],
    ['shift_jis', '\x93\xFA\xB1', '日ｱ'],
    ['gbk', '\xD6\xD0', '中'],
    ['big5', '\xA4\xA4', '中'],
    ['euc-kr', '\xB0\xA1', '가'],
  ])('is read in %s, and written in it', (encoding, letters, text) => {
    const bytes = new Uint8Array(Buffer.from(`a,b\n${letters},1\n`, 'latin1'))
    const file = readCsv(bytes, { encoding })
    expect(file.dataset.column('a')).toMatchObject({ levels: [text] })
    expect(bytesOf(csvContent(file, file.dataset)).equals(bytes)).toBe(true)
  })

  it('has no byte without a character, and gets no character without a byte', () => {
    const bytes = new Uint8Array(Buffer.from('a\n\x81\n', 'latin1'))
    expect(() => readCsv(bytes, { encoding: 'windows-1252' })).toThrow(/line 2: the byte 0x81 has no character/)
    const file = readCsv(latin1, { encoding: 'windows-1252' })
    const changed = withColumns(file.dataset, new Map([['name', categorical(['Łódź', 'Béa'])]]))
    expect(() => csvContent(file, changed)).toThrow(/column "name": "Ł" has no byte in windows-1252/)
    expect(() => readCsv(latin1, { encoding: 'latin-99' })).toThrow(/the encoding "latin-99" is unknown/)
  })

  it('is not assumed for a text with a few NULs, or a short one', () => {
    expect(decodeText(new Uint8Array([97, 0]), 'f')).toBe('a\0')
    expect(decodeText(new Uint8Array([97, 0, 98, 99]), 'f')).toBe('a\0bc')
  })
})

describe('a file of another format', () => {
  const bytes = (text: string, before = 0): Uint8Array =>
    new Uint8Array(Buffer.from('\0'.repeat(before) + text, 'latin1'))
  it.each([
    ['PK\x03\x04\x14', 0, /Excel/, /file of text/],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 0, /Excel/, /CSV in UTF-8/],
    ['$FL2@(#) SPSS DATA FILE', 0, /SPSS/, /file of text/],
    ['<stata_dta><header>', 0, /Stata/, /file of text/],
    ['\x73\x02\x01\0\x05\0', 0, /Stata/, /file of text/],
    ['SAS FILE', 84, /SAS/, /file of text/],
    ['PAR1\x15\0', 0, /Parquet/, /file of text/],
  ])('is named, with how to convert it: %j', (text, before, message, fix) => {
    const what = { code: 'FILE', message: expect.stringMatching(message), fix: expect.stringMatching(fix) }
    for (const read of [readCsv, decodeText])
      expect(() => (read === readCsv ? readCsv(bytes(text, before), { file: 'f' }) : decodeText(bytes(text, before), 'f'))).toThrow(expect.objectContaining(what)) // oxfmt-ignore
  })

  it('is not assumed for a table that begins with similar letters', () => {
    for (const names of ['PK,age', 'BZ,h', 'RD,X', 'PAR,1', 's,t'])
      expect(readCsv(`${names}\n1,2\n`).dataset.rows).toBe(1)
  })
})
