import { describe, expect, it } from 'vitest'
import { readSasCatalog } from './read-sas-catalog.js'

const HEADER = 1024
const PAGE = 4096

type Value = number | string | Uint8Array | readonly [number, number]

interface Format {
  readonly name: string
  readonly longName?: string
  readonly pairs: readonly (readonly [Value, string])[]
}

/** Bytes of a number in numeric order: the sign of a positive one inverted, and every bit of a negative one. */
function ordered(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value)
  if (bytes[0] < 0x80) bytes[0] ^= 0x80
  else bytes.forEach((byte, i) => (bytes[i] = byte ^ 0xff))
  return bytes
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

function record(kind: number, body: Uint8Array, little: boolean): Buffer {
  const head = Buffer.alloc(6)
  const view = new DataView(head.buffer, head.byteOffset)
  view.setUint16(0, kind, little)
  view.setUint32(2, body.length, little)
  return Buffer.concat([head, body])
}

function valueBody(value: Value, label: number, little: boolean): Buffer {
  const head = Buffer.alloc(16)
  new DataView(head.buffer, head.byteOffset).setUint32(8, label, little)
  if (typeof value === 'string') return Buffer.concat([head, latin1(value.padEnd(16))])
  if (value instanceof Uint8Array) return Buffer.concat([head, value, value, value, value])
  const ends = (typeof value === 'number' ? [value, value] : value).map(ordered)
  return Buffer.concat([head, ...ends, ...ends])
}

/** A catalog of 32 bits with formats on separate pages, in two parts. */
function catalog(formats: readonly Format[], { little = true, encoding = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(HEADER + PAGE * (1 + 2 * formats.length))
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  latin1('SAS FILE').copy(bytes, 84)
  latin1('CATALOG ').copy(bytes, 156)
  bytes[37] = little ? 1 : 0
  bytes[70] = encoding
  view.setUint32(196, HEADER, little)
  view.setUint32(200, PAGE, little)
  view.setUint32(204, 1 + 2 * formats.length, little)
  for (const [f, { name, longName = '', pairs }] of formats.entries()) {
    const page = 2 + 2 * f
    const entry = HEADER + 100 + 216 * f
    latin1('XLSR').copy(bytes, entry)
    view.setUint32(entry + 4, page, little)
    view.setUint16(entry + 8, 16, little)
    latin1('O001').copy(bytes, entry + 54)
    const named = Buffer.concat([
      Buffer.alloc(2),
      latin1(name.padEnd(8)),
      Buffer.alloc(110),
      latin1(longName.padEnd(32)),
    ])
    const block = Buffer.concat([
      record(3, named, little),
      ...pairs.map(([value], i) => record(4, valueBody(value, pairs.length - 1 - i, little), little)),
      ...pairs
        .map(([, label]) => label)
        .reverse()
        .map((label) => {
          const body = Buffer.alloc(4)
          new DataView(body.buffer, body.byteOffset).setUint16(2, label.length, little)
          return record(5, Buffer.concat([body, latin1(`${label}\0`)]), little)
        }),
    ])
    const parts = [block.subarray(0, 50), block.subarray(50)]
    for (const [p, part] of parts.entries()) {
      const at = HEADER + (page - 1 + p) * PAGE + (p === 0 ? 16 : 40)
      view.setUint32(at, p === 0 ? page + 1 : 0, little)
      view.setUint16(at + 4, p === 0 ? 40 : 0, little)
      view.setUint16(at + 6, part.length, little)
      part.copy(bytes, at + 16)
    }
  }
  return bytes
}

const letterA = Uint8Array.of(0, 0, 0x41, 0xff, 0xff, 0xff, 0xff, 0xff)
const formats: readonly Format[] = [
  {
    name: 'ANSWER',
    pairs: [
      [-7, 'does not apply'],
      [0, 'none'],
      [1.5, 'one and a half'],
      [[5, 9], 'many'],
      [letterA, 'refused'],
    ],
  },
  { name: '$SEX', pairs: [['f', 'female']] },
  { name: 'a_very_l', longName: 'a_very_long_name_of_a_format', pairs: [[1, 'yes']] },
]

describe('catalogs of SAS formats', () => {
  it('have labels by the texts of their values, without ranges', () => {
    for (const little of [true, false]) {
      const { formats: read, withRanges } = readSasCatalog(catalog(formats, { little }))
      expect([...(read.get('ANSWER') ?? [])]).toEqual([
        ['-7', 'does not apply'],
        ['0', 'none'],
        ['1.5', 'one and a half'],
        ['.a', 'refused'],
      ])
      expect([...withRanges]).toEqual(['ANSWER'])
      expect([...(read.get('$SEX') ?? [])]).toEqual([['f', 'female']])
      expect([...read.keys()]).toEqual(['ANSWER', '$SEX', 'A_VERY_LONG_NAME_OF_A_FORMAT'])
    }
  })

  it('have their own encoding, else that of the data set', () => {
    const some: readonly Format[] = [{ name: 'X', pairs: [[1, 'größer']] }]
    const labelOf = (bytes: Uint8Array, usualEncoding?: string): string | undefined =>
      readSasCatalog(bytes, { usualEncoding }).formats.get('X')?.get('1')
    expect(labelOf(catalog(some, { encoding: 62 }))).toBe('größer')
    expect(labelOf(catalog(some), 'windows-1252')).toBe('größer')
    expect(() => labelOf(catalog(some))).toThrow('does not name the encoding')
  })

  it('are refused if a format has endless parts, or parts outside the file', () => {
    const bytes = catalog(formats)
    bytes.writeUInt32LE(2, HEADER + 2 * PAGE + 40)
    bytes.writeUInt16LE(16, HEADER + 2 * PAGE + 44)
    expect(() => readSasCatalog(bytes)).toThrow('parts without end')
    bytes.writeUInt32LE(99, HEADER + 2 * PAGE + 40)
    expect(() => readSasCatalog(bytes)).toThrow('damaged')
  })
})
