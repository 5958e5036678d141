import type { ByteReader } from '../bytes/byte-reader.js'

/** Fills `record` with the decompressed bytes[from … from + length). */
export type Decompress = (reader: ByteReader, from: number, length: number, record: Uint8Array) => void

/** Output of a decompression; refuses to write beyond the record. */
function output(reader: ByteReader, record: Uint8Array) {
  let used = 0
  const take = (count: number): number => {
    if (used + count > record.length) throw reader.broken(`a record has more than ${record.length} bytes`)
    used += count
    return used - count
  }
  return {
    fill(value: number, count: number): void {
      const at = take(count)
      record.fill(value, at, at + count)
    },
    copy: (bytes: Uint8Array): void => record.set(bytes, take(bytes.length)),
    /** Repeats bytes from `distance` before, which may overlap the output. */
    repeat(distance: number, count: number): void {
      const at = take(count)
      if (distance > at) throw reader.broken('a compressed record refers to bytes before it')
      for (let i = at; i < at + count; i++) record[i] = record[i - distance]
    },
    finish(): void {
      if (used !== record.length) throw reader.broken(`a record has ${used} bytes, not ${record.length}`)
    },
  }
}

/** Runs of equal bytes (SASYZCRL). */
export const decompressRuns: Decompress = (reader, from, length, record) => {
  const { fill, copy, finish } = output(reader, record)
  reader.at = from
  const end = from + length
  while (reader.at < end) {
    const control = reader.u8()
    const low = control & 15
    const long = (): number => low * 256 + reader.u8()
    switch (control >> 4) {
      case 0:
        copy(reader.take(64 + long()))
        break
      case 1:
        copy(reader.take(4096 + 64 + long()))
        break
      case 4: {
        const count = 18 + long()
        fill(reader.u8(), count)
        break
      }
      case 5:
        fill(0x40, 17 + long())
        break
      case 6:
        fill(0x20, 17 + long())
        break
      case 7:
        fill(0, 17 + long())
        break
      case 8:
      case 9:
      case 10:
      case 11:
        copy(reader.take((control & 63) + 1))
        break
      case 12:
        fill(reader.u8(), low + 3)
        break
      case 13:
        fill(0x40, low + 2)
        break
      case 14:
        fill(0x20, low + 2)
        break
      case 15:
        fill(0, low + 2)
        break
      default:
        throw reader.broken(`a compressed record has the unknown code ${control}`, reader.at - 1)
    }
  }
  finish()
}

/**
 * Ross Data Compression (SASYZCR2): single bytes, runs, and repeats of earlier bytes, distinguished by preceding bits.
 */
export const decompressRoss: Decompress = (reader, from, length, record) => {
  const { fill, copy, repeat, finish } = output(reader, record)
  reader.at = from
  const end = from + length
  let bits = 0
  let mask = 0
  while (reader.at < end) {
    mask >>= 1
    if (mask === 0) {
      bits = (reader.u8() << 8) | reader.u8()
      mask = 0x8000
      if (reader.at >= end) break
    }
    if ((bits & mask) === 0) {
      copy(reader.take(1))
      continue
    }
    const control = reader.u8()
    const [code, low] = [control >> 4, control & 15]
    if (code === 0) fill(reader.u8(), low + 3)
    else if (code === 1) {
      const count = low + (reader.u8() << 4) + 19
      fill(reader.u8(), count)
    } else {
      const distance = low + 3 + (reader.u8() << 4)
      repeat(distance, code === 2 ? reader.u8() + 16 : code)
    }
  }
  finish()
}
