import { ByteWriter } from 'hyparquet-writer'
import { describe, expect, it } from 'vitest'
import { readFields, writeFields, type Fields } from './thrift.js'

const bytesOf = (fields: Fields): Uint8Array => {
  const out = new ByteWriter()
  writeFields(out, fields)
  return out.getBytes()
}

describe('structures of Thrift', () => {
  it('have the bytes of the compact protocol', () => {
    // From the text of the protocol: step and type of a field, zigzag numbers, lengths, the long form of a field's
    // number.
    expect([...bytesOf({ field_1: -1, field_3: 'ab', field_4: true, field_20: [1, 2] })]).toEqual([
      0x15, 0x01, 0x28, 0x02, 0x61, 0x62, 0x11, 0x09, 0x28, 0x25, 0x02, 0x04, 0x00,
    ])
  })

  it('are read back as written', () => {
    const fields: Fields = {
      field_1: -(2 ** 31),
      field_2: 2n ** 62n + 1n,
      field_3: -5n,
      field_4: Uint8Array.of(1, 2, 3),
      field_5: Int8Array.of(-8),
      field_6: { field_1: false, field_2: [] },
      field_40: Array.from({ length: 20 }, (_, i) => ({ field_1: i })),
      field_7: 3,
    }
    expect(readFields(bytesOf({ ...fields, field_8: undefined }))).toEqual(fields)
  })

  it('leave out doubles', () => {
    expect(readFields(Uint8Array.of(0x17, 0, 0, 0, 0, 0, 0, 0, 0, 0x15, 2, 0))).toEqual({ field_2: 1 })
  })

  it.each([
    ['that end too early', [0x15]],
    ['with a text beyond the end', [0x18, 9, 1, 0]],
    ['with a list beyond the end', [0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 0x0f, 2]],
    ['with a map', [0x1b, 0]],
  ])('are refused for bytes %s', (_, bytes) => {
    expect(() => readFields(Uint8Array.from(bytes))).toThrow(RangeError)
  })
})
