import { decoderOf } from './decoder.js'

/** Bytes of the characters of a legacy encoding. */
export interface CodeTable {
  /** Character of each byte; −1 for a byte without one, or the first of two. */
  readonly characters: Int32Array
  /** True if some characters have two bytes. */
  readonly hasPairs: boolean
  /** The byte of a character, or its two bytes as one number; −1 if the encoding lacks it. */
  readonly bytesOf: (character: number) => number
}

const REPLACEMENT = 0xfffd
const tables = new Map<string, CodeTable>()

/**
 * Returns the table of an encoding by decoding every byte, and every pair of bytes if some single bytes have no
 * character.
 *
 * @param encoding - Name in the Encoding Standard.
 * @returns The table, cached for each encoding.
 */
export function codeTable(encoding: string): CodeTable {
  const known = tables.get(encoding)
  if (known) return known
  const { decode } = decoderOf(encoding)
  const bytes = new Map<number, number>()
  const add = (text: string, code: number): number => {
    const character = text.codePointAt(0) ?? REPLACEMENT
    const isOne = text.length === (character > 0xffff ? 2 : 1)
    // Text contains no controls from 0x80 on: the byte belongs to another encoding.
    if (!isOne || character === REPLACEMENT || (character >= 0x80 && character < 0xa0)) return -1
    if (!bytes.has(character)) bytes.set(character, code)
    return character
  }
  const characters = Int32Array.from({ length: 256 }, (_, byte) => add(decode(Uint8Array.of(byte)), byte))
  const leads = MULTIBYTE.has(encoding) ? [...characters.keys()].filter((byte) => characters[byte] < 0) : []
  for (const lead of leads)
    for (let trail = 0x40; trail < 0x100; trail++) add(decode(Uint8Array.of(lead, trail)), (lead << 8) | trail)
  const table = { characters, hasPairs: leads.length > 0, bytesOf: (of: number) => bytes.get(of) ?? -1 }
  tables.set(encoding, table)
  return table
}

/** Encodings with characters of two bytes. */
const MULTIBYTE: ReadonlySet<string> = new Set(['big5', 'euc-jp', 'euc-kr', 'gbk', 'gb18030', 'shift_jis'])
