import { SdcError } from '@sdc/core'

/** Reads numbers and bytes of a file sequentially, and refuses to read beyond its end. */
export interface ByteReader {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Position of the next byte; may be set. */
  at: number
  /** Byte order; may be set. */
  little: boolean
  readonly u8: () => number
  readonly i16: () => number
  readonly u16: () => number
  readonly i32: () => number
  readonly u32: () => number
  /** Unsigned number of eight bytes; refused beyond 2⁵³. */
  readonly u64: () => number
  readonly f64: () => number
  /** The next bytes, not copied. */
  readonly take: (length: number) => Uint8Array
  readonly skip: (length: number) => void
  /** Refuses `count` parts of `size` bytes each that exceed the rest of the file, before memory is allocated. */
  readonly checkLeft: (count: number, size: number, what: string) => void
  /** Returns the error for a damaged file, with the byte. */
  readonly broken: (what: string, at?: number) => SdcError
}

/**
 * Returns a reader of a file.
 *
 * @param bytes - The file.
 * @param file - Name of the file, for messages.
 * @returns The reader, at the first byte, little-endian. Its methods throw FILE with the byte if the file ends early.
 */
export function byteReader(bytes: Uint8Array, file?: string): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const name = file ?? 'the file'
  const broken = (what: string, at: number = reader.at): SdcError => {
    const message = `${name} is damaged at byte ${at}: ${what}`
    const fix = 'Copy or download the file again, or save it anew in its program.'
    return new SdcError('FILE', message, { ...(file !== undefined && { file }) }, fix)
  }
  const step = (length: number): number => {
    const { at } = reader
    if (!(length >= 0) || at < 0 || at + length > bytes.length)
      throw broken(`a part of ${length} bytes does not fit in the ${bytes.length} bytes of the file`)
    reader.at = at + length
    return at
  }
  const reader: ByteReader = {
    bytes,
    view,
    at: 0,
    little: true,
    u8: () => bytes[step(1)],
    i16: () => view.getInt16(step(2), reader.little),
    u16: () => view.getUint16(step(2), reader.little),
    i32: () => view.getInt32(step(4), reader.little),
    u32: () => view.getUint32(step(4), reader.little),
    u64() {
      const value = Number(view.getBigUint64(step(8), reader.little))
      if (value > Number.MAX_SAFE_INTEGER) throw broken(`the number ${value} is too large`, reader.at - 8)
      return value
    },
    f64: () => view.getFloat64(step(8), reader.little),
    take(length) {
      const at = step(length)
      return bytes.subarray(at, at + length)
    },
    skip(length) {
      step(length)
    },
    checkLeft(count, size, what) {
      if (count >= 0 && count * size <= bytes.length - reader.at) return
      throw broken(`${count} ${what} do not fit in the ${bytes.length} bytes of the file`)
    },
    broken,
  }
  return reader
}

/** Returns the bytes before the first zero. */
export function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** Returns the bytes without blanks and zeros at the end. */
export function trimmedEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end--
  return bytes.subarray(0, end)
}
