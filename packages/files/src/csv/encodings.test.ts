import { describe, expect, it } from 'vitest'
import { decodeText, readCsv } from '../index.js'

const table = 'name;income\nAnn;1\nBéa;2\n'
const utf16 = (text: string, order: 'le' | 'be'): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16())
}

describe('what is not in UTF-8', () => {
  it.each([
    ['UTF-16, with its mark', utf16(`\uFEFF${table}`, 'le'), /f\.csv is in UTF-16/],
    ['UTF-16 the other way round, with its mark', utf16(`\uFEFF${table}`, 'be'), /f\.csv is in UTF-16/],
    ['UTF-16 without a mark', utf16(table, 'le'), /f\.csv is in UTF-16/],
    ['UTF-16 the other way round, without a mark', utf16(table, 'be'), /f\.csv is in UTF-16/],
    ['UTF-16 without a mark, ASCII alone', utf16('a,b\n1,2\n', 'le'), /f\.csv is in UTF-16/],
    ['Latin-1', new Uint8Array(Buffer.from(table, 'latin1')), /f\.csv, line 3: this is not UTF-8/],
  ])('is refused, with what to do, as a table and as a document: %s', (_, bytes, message) => {
    const fix = /iconv -f (UTF-16|WINDOWS-1252) -t UTF-8/
    for (const read of [() => readCsv(bytes, { file: 'f.csv' }), () => decodeText(bytes, 'f.csv')])
      expect(read).toThrow(expect.objectContaining({ code: 'FILE', message: expect.stringMatching(message), fix: expect.stringMatching(fix) })) // oxfmt-ignore
  })

  it('is not what has NULs here and there, or is short', () => {
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
    ['\x1f\x8b\x08\0\0', 0, /gzip/, /gunzip/],
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

  it('is not a table that begins with like letters', () => {
    for (const names of ['PK,age', 'BZ,h', 'RD,X', 'PAR,1', 's,t'])
      expect(readCsv(`${names}\n1,2\n`).dataset.rows).toBe(1)
  })
})
