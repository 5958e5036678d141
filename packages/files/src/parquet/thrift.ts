/** Thrift's compact protocol with the types of the footer of a Parquet file (parquet.thrift of Apache Parquet). */
import type { ByteWriter } from 'hyparquet-writer'

/**
 * A structure by field numbers. Whole numbers of 32 bits are numbers, those of 64 bits bigints, single bytes an
 * Int8Array; texts are read as bytes.
 */
export type Fields = Readonly<Record<`field_${number}`, unknown>>

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12]

/**
 * Reads a structure.
 *
 * @param bytes - Bytes that begin with it.
 * @returns The structure, without doubles: no structure that is written again has one.
 * @throws RangeError if the bytes end too early, or have another type
 */
export function readFields(bytes: Uint8Array): Fields {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  const byte = (): number => view.getUint8(at++)
  const length = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const next = byte()
      value += (next & 127) * scale
      if (next < 128) return value
    }
  }
  /** Zigzag: 0, −1, 1, −2, … */
  const short = (): number => {
    const value = length()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  const long = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const next = byte()
      value |= BigInt(next & 127) << shift
      if (next < 128) return (value >> 1n) ^ -(value & 1n)
    }
  }
  const skip = (count: number): number => {
    const from = at
    at += count
    if (at > bytes.length) throw new RangeError('a value goes beyond the end')
    return from
  }
  const list = (): unknown[] => {
    const head = byte()
    const count = head >> 4 === 15 ? length() : head >> 4
    const type = head & 15
    const values: unknown[] = []
    while (values.length < count) values.push(type <= FALSE ? byte() === TRUE : valueOf(type))
    return values
  }
  const structure = (): Fields => {
    const fields: Record<`field_${number}`, unknown> = {}
    let id = 0
    for (;;) {
      const head = byte()
      if (head === STOP) return fields
      id = head >> 4 === 0 ? short() : id + (head >> 4)
      fields[`field_${id}`] = valueOf(head & 15)
    }
  }
  const valueOf = (type: number): unknown => {
    if (type === TRUE || type === FALSE) return type === TRUE
    if (type === BYTE) return Int8Array.of(byte())
    if (type === I16 || type === I32) return short()
    if (type === I64) return long()
    if (type === DOUBLE) return void skip(8)
    if (type === LIST) return list()
    if (type === STRUCT) return structure()
    if (type !== BINARY) throw new RangeError(`values of type ${type} are not known`)
    const count = length()
    return bytes.subarray(skip(count), at)
  }
  return structure()
}

/**
 * Writes a structure.
 *
 * @param out - Target.
 * @param fields - The structure; undefined fields are left out.
 */
export function writeFields(out: ByteWriter, fields: Fields): void {
  let last = 0
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const id = Number(name.slice('field_'.length))
    const step = id - last
    last = id
    if (step >= 1 && step <= 15) out.appendUint8((step << 4) | typeOf(value))
    else {
      out.appendUint8(typeOf(value))
      out.appendZigZag(id)
    }
    writeValue(out, value)
  }
  out.appendUint8(STOP)
}

function writeValue(out: ByteWriter, value: unknown): void {
  // The type of a field contains the value of a boolean.
  if (typeof value === 'boolean') return
  if (typeof value === 'number' || typeof value === 'bigint') out.appendZigZag(value)
  else if (value instanceof Int8Array) out.appendUint8(value[0])
  else if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
    out.appendVarInt(bytes.length)
    out.appendBytes(bytes)
  } else if (Array.isArray(value)) {
    const type = value.length === 0 ? BYTE : typeOf(value[0])
    out.appendUint8((Math.min(value.length, 15) << 4) | type)
    if (value.length > 14) out.appendVarInt(value.length)
    for (const one of value) writeValue(out, one)
  } else writeFields(out, value as Fields)
}

function typeOf(value: unknown): number {
  if (typeof value === 'boolean') return value ? TRUE : FALSE
  if (typeof value === 'number') return I32
  if (typeof value === 'bigint') return I64
  if (value instanceof Int8Array) return BYTE
  if (typeof value === 'string' || value instanceof Uint8Array) return BINARY
  return Array.isArray(value) ? LIST : STRUCT
}
