import { describe, expect, it } from 'vitest'
import { decodeText, readCsv } from './index.js'

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
    const advice = /iconv -f (UTF-16|WINDOWS-1252) -t UTF-8/
    for (const read of [() => readCsv(bytes, { file: 'f.csv' }), () => decodeText(bytes, 'f.csv')])
      expect(read).toThrow(expect.objectContaining({ code: 'FILE', message: expect.stringMatching(message), advice: expect.stringMatching(advice) })) // oxfmt-ignore
  })

  it('is not what has NULs here and there, or is short', () => {
    expect(decodeText(new Uint8Array([97, 0]), 'f')).toBe('a\0')
    expect(decodeText(new Uint8Array([97, 0, 98, 99]), 'f')).toBe('a\0bc')
  })
})
