import { describe, expect, it } from 'vitest'
import { byteReader } from '../bytes/byte-reader.js'
import { decompressRoss, decompressRuns, type Decompress } from './decompress.js'
import { kindOfByte, letterOfKind } from './missing-letters.js'
import { readSas7bdat } from './read-sas7bdat.js'
import { parseFormat, textOfFormat, timeOf, writtenFormat } from './sas-format.js'

function unpacked(decompress: Decompress, bytes: number[], size: number): string {
  const record = new Uint8Array(size)
  decompress(byteReader(Uint8Array.from(bytes)), 0, bytes.length, record)
  return Buffer.from(record).toString('latin1')
}

const letters = (text: string): number[] => [...Buffer.from(text, 'latin1')]

describe('compressed records', () => {
  it('expands runs', () => {
    expect(unpacked(decompressRuns, [0x82, ...letters('abc'), 0xe1, 0xc0, 0x7a, 0xd0, 0xf0], 3 + 3 + 3 + 2 + 2)).toBe(
      'abc   zzz@@\0\0',
    )
    expect(unpacked(decompressRuns, [0x60, 3, 0x40, 0, 0x78, 0x50, 1, 0x70, 0], 20 + 18 + 18 + 17)).toBe(
      ' '.repeat(20) + 'x'.repeat(18) + '@'.repeat(18) + '\0'.repeat(17),
    )
    const long = 'y'.repeat(66)
    expect(unpacked(decompressRuns, [0x00, 2, ...letters(long)], 66)).toBe(long)
    const longest = 'y'.repeat(4161)
    expect(unpacked(decompressRuns, [0x10, 1, ...letters(longest)], 4161)).toBe(longest)
    expect(unpacked(decompressRuns, [0x91, ...letters('q'.repeat(18))], 18)).toBe('q'.repeat(18))
  })

  it('expands runs and repeats of Ross', () => {
    // Bits: two letters, a run of 5, a repeat of 3 from 4 before, a repeat of 17 from 3 before.
    const bytes = [0b0011_1000, 0, ...letters('ab'), 0x02, 0x63, 0x31, 0, 0x20, 0, 1]
    expect(unpacked(decompressRoss, bytes, 2 + 5 + 3 + 17)).toBe('abccccccccc' + 'c'.repeat(16))
    expect(unpacked(decompressRoss, [0x80, 0, 0x11, 1, 0x78], 1 + 16 + 19)).toBe('x'.repeat(36))
  })

  it('refuses records of another length, unknown codes and repeats from before the record', () => {
    expect(() => unpacked(decompressRuns, [0xf0], 3)).toThrow('has 2 bytes, not 3')
    expect(() => unpacked(decompressRuns, [0xff], 3)).toThrow('more than 3 bytes')
    expect(() => unpacked(decompressRuns, [0x20], 3)).toThrow('unknown code')
    expect(() => unpacked(decompressRuns, [0x8f, 1], 16)).toThrow('damaged at byte')
    expect(() => unpacked(decompressRoss, [0x80, 0, 0x30, 0], 3)).toThrow('before it')
  })
})

describe('formats of SAS', () => {
  it('are read and written in their notation', () => {
    for (const text of ['DATE9.', '8.2', '$CHAR10.', 'COMMA10.2', 'E8601DA10.', 'SEX.', '$SEX.', '12.'])
      expect(textOfFormat(parseFormat(text)!)).toBe(text)
    for (const text of ['%td', 'A6', 'F8', '']) expect(parseFormat(text)).toBeUndefined()
    expect(parseFormat('E8601DA10.')).toEqual({ name: 'E8601DA', width: 10, decimals: 0 })
  })

  it('are dates, moments, times or numbers by name', () => {
    const times = ['DATE9.', 'yymmddn8.', 'DATETIME20.', 'TIME8.', 'YEAR4.', 'MONYY7.', 'QTR1.', '8.'].map((text) =>
      timeOf(parseFormat(text)!),
    )
    expect(times).toEqual(['date', 'date', 'datetime', 'time', undefined, undefined, undefined, undefined])
  })

  it('are kept if SAS has them, and else replaced', () => {
    const written = (...about: Parameters<typeof writtenFormat>): string | undefined =>
      textOfFormat(writtenFormat(...about))
    expect(written('DDMMYY10.', 'date', 'number')).toBe('DDMMYY10.')
    expect(written('EDATE10', 'date', 'number')).toBe('DATE9.')
    expect(written('%tc', 'datetime', 'number')).toBe('DATETIME20.')
    expect(written('SEX.', undefined, 'number')).toBe('SEX.')
    expect(written('F8.2', undefined, 'number')).toBe('F8.2')
    expect(written('PCT8.1', undefined, 'number')).toBeUndefined()
    expect(written('$SEX.', undefined, 'number')).toBeUndefined()
    // Masked dates that became numbers are not dates.
    expect(written('DATE9.', undefined, 'number')).toBeUndefined()
  })
})

describe('missing numbers of SAS', () => {
  it('have kinds by letters or their positions', () => {
    expect([0xff, 0x2e, 1, 0x41, 0x5a, 0x5f, 2, 27, 0].map(kindOfByte)).toEqual([
      '',
      '',
      '',
      '.a',
      '.z',
      '._',
      '.a',
      '.z',
      '._',
    ])
    expect(['', '.a', '._', '-9'].map((kind) => String.fromCharCode(letterOfKind(kind)))).toEqual(['.', 'A', '_', '.'])
  })
})

describe('files that are not a data set', () => {
  it('are refused with their format', () => {
    const bytes = new Uint8Array(1024)
    expect(() => readSas7bdat(bytes, { file: 'x.sas7bdat' })).toThrow('x.sas7bdat is not a SAS data set')
    bytes.set(letters('SAS FILE'), 84)
    bytes.set(letters('CATALOG '), 156)
    expect(() => readSas7bdat(bytes)).toThrow('a SAS file of type CATALOG')
    expect(() => readSas7bdat(new Uint8Array(10))).toThrow('damaged')
  })
})
