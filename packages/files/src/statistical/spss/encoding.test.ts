import { describe, expect, it } from 'vitest'
import { decoderOfFile } from './encoding.js'

const decoded = (
  said: string | undefined,
  page: number | undefined,
  bytes: readonly number[],
  asked?: string,
): string => decoderOfFile(asked, said, page, 'x.sav').decode(Uint8Array.from(bytes))

describe('decoderOfFile', () => {
  it.each([
    ['UTF-8', 1252, [0xc3, 0xa4], 'ä'],
    ['windows-1252', undefined, [0x80], '€'],
    [undefined, 1250, [0xb3], 'ł'],
    [undefined, 28_592, [0xb3], 'ł'],
    [undefined, 65_001, [0xc3, 0xa4], 'ä'],
    [undefined, 932, [0x93, 0xfa], '日'],
    [undefined, 874, [0xa1], 'ก'],
  ] as const)('prefers the name to the code page: %s, %s', (said, page, bytes, text) => {
    expect(decoded(said, page, bytes)).toBe(text)
  })

  it('prefers the encoding of the user to both', () => {
    expect(decoded('UTF-8', 65_001, [0xe4], 'latin1')).toBe('ä')
    expect(() => decoderOfFile('klingon', 'UTF-8', undefined, 'x.sav')).toThrow('the encoding "klingon" is unknown')
  })

  it.each([
    [undefined, undefined, 'x.sav does not name the encoding of its texts'],
    [undefined, 2, 'x.sav does not name the encoding of its texts'],
    [undefined, 437, 'x.sav names an unknown encoding of its texts, "cp437"'],
    ['EBCDIC-US', undefined, 'x.sav names an unknown encoding of its texts, "EBCDIC-US"'],
  ] as const)('reads ASCII without a known encoding, and requires one beyond: %s, %s', (said, page, message) => {
    expect(decoded(said, page, [0x61, 0x7a])).toBe('az')
    expect(() => decoded(said, page, [0x61, 0xe4])).toThrow(message)
  })
})
