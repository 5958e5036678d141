import { SdcError } from '@sdc/core'
import { byteReader, type ByteReader } from '../bytes/byte-reader.js'
import { digitOf, fromBase30 } from './base-30.js'

/** Reads the fields of a portable file. */
export interface PortableText {
  /** Returns the next byte without moving. */
  readonly peek: () => number
  readonly byte: () => number
  /** Reads a number; NaN if missing. */
  readonly number: () => number
  /** Reads a non-negative whole number. */
  readonly whole: () => number
  /** Reads a text, not copied. */
  readonly text: () => Uint8Array
  /** Position of the next byte; may be set. */
  at: number
  readonly bytes: Uint8Array
  readonly broken: ByteReader['broken']
}

const LINE = 80
/** Bytes before the table of characters, and of the table. */
const [SPLASH, TABLE] = [200, 256]
const MAGIC = 'SPSSPORT'

/** Characters of the table from position 64 on, without those that ASCII lacks and pairs. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .<(+|&[]!$*);^-/\0,%_>?`:\0@\'="'

/**
 * Opens a reader of a portable file: joins its lines, and translates its characters by the table in its header.
 *
 * @param bytes - The file.
 * @param file - Name of the file, for messages.
 * @returns The reader, after the header.
 * @throws FILE for another file
 */
export function portableText(bytes: Uint8Array, file: string | undefined): PortableText {
  const joined = joinLines(bytes, file)
  const start = SPLASH + TABLE
  translate(joined, joined.slice(SPLASH, start))
  if (String.fromCharCode(...joined.subarray(start, start + MAGIC.length)) !== MAGIC) {
    const message = `${file ?? 'the file'} is not a portable file of SPSS (.por)`
    throw new SdcError('FILE', message, { ...(file !== undefined && { file }) }, 'Name a .por file.')
  }
  const reader = byteReader(joined, file)
  reader.at = start + MAGIC.length
  return fieldsOf(reader)
}

function fieldsOf(reader: ByteReader): PortableText {
  const digits: number[] = []
  const more = (): void => {
    for (let digit = digitOf(joined[reader.at]); digit >= 0; digit = digitOf(joined[reader.at])) {
      digits.push(digit)
      reader.at++
    }
  }
  const { bytes: joined } = reader
  const number = (): number => {
    const { at } = reader
    let first = reader.u8()
    while (first === 0x20) first = reader.u8()
    if (first === 0x2a) {
      reader.skip(1)
      return NaN
    }
    const isNegative = first === 0x2d
    if (!isNegative) reader.at--
    digits.length = 0
    more()
    const whole = digits.length
    if (joined[reader.at] === 0x2e) {
      reader.at++
      more()
    }
    const count = digits.length
    let exponent = whole - count
    const sign = joined[reader.at]
    if (sign === 0x2b || sign === 0x2d) {
      reader.at++
      more()
      const power = digits.splice(count).reduce((sum, digit) => 30 * sum + digit, 0)
      exponent += sign === 0x2b ? power : -power
    }
    if (reader.u8() !== 0x2f || count === 0) throw reader.broken('a number is damaged', at)
    const size = fromBase30(digits, exponent)
    if (size === Infinity) throw reader.broken('a number is too large', at)
    return isNegative ? -size : size
  }
  const whole = (): number => {
    const { at } = reader
    const value = number()
    if (!Number.isSafeInteger(value) || value < 0) throw reader.broken(`${value} is not a number of parts`, at)
    return value
  }
  return {
    peek: () => {
      const byte = reader.u8()
      reader.at--
      return byte
    },
    byte: reader.u8,
    number,
    whole,
    text: () => reader.take(whole()),
    get at() {
      return reader.at
    },
    set at(place) {
      reader.at = place
    },
    bytes: joined,
    broken: reader.broken,
  }
}

/** Joins lines of 80 bytes, whose trailing blanks may be missing. */
function joinLines(bytes: Uint8Array, file: string | undefined): Uint8Array {
  let joined = new Uint8Array(bytes.length + LINE)
  let used = 0
  for (let from = 0; from < bytes.length;) {
    let end = from
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++
    const hasEnd = end < bytes.length
    const length = hasEnd ? Math.max(end - from, LINE) : end - from
    if (used + length > joined.length) {
      if (used + length > 8 * bytes.length + 8 * LINE) throw byteReader(bytes, file).broken('its lines are empty', from)
      const larger = new Uint8Array(2 * (used + length))
      larger.set(joined)
      joined = larger
    }
    joined.fill(0x20, used, used + length)
    joined.set(bytes.subarray(from, end), used)
    used += length
    from = end + (bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? 2 : 1)
  }
  return joined.subarray(0, used)
}

/** Translates bytes to ASCII. A byte that occurs several times in the table has the first meaning. */
function translate(joined: Uint8Array, table: Uint8Array): void {
  const to = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const known = new Set<number>()
  for (let i = 0; i < CHARACTERS.length; i++) {
    const byte = table[64 + i]
    if (byte === undefined || known.has(byte) || CHARACTERS[i] === '\0') continue
    known.add(byte)
    to[byte] = CHARACTERS.charCodeAt(i)
  }
  if (to.every((byte, i) => byte === i)) return
  for (let i = SPLASH + TABLE; i < joined.length; i++) joined[i] = to[joined[i]]
}
