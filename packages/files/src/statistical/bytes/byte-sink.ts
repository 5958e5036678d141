/** Collects bytes, numbers in little-endian order. */
export interface ByteSink {
  readonly length: number
  /** Appends ASCII. */
  readonly ascii: (text: string) => void
  readonly u8: (value: number) => void
  readonly u16: (value: number) => void
  readonly u32: (value: number) => void
  readonly i32: (value: number) => void
  readonly u64: (value: number) => void
  readonly f64: (value: number) => void
  /** Appends bytes. */
  readonly put: (bytes: Uint8Array) => void
  /** Appends bytes, cut or padded with blanks. */
  readonly blanks: (bytes: Uint8Array, length: number) => void
  /** Appends a text in UTF-8, and zeros up to `length` bytes: at least one. */
  readonly field: (text: string, length: number) => void
  /** The bytes so far, not copied. */
  readonly bytes: () => Uint8Array
}

/** Returns an empty sink. */
export function byteSink(): ByteSink {
  let bytes = new Uint8Array(4096)
  let view = new DataView(bytes.buffer)
  let length = 0
  const encoder = new TextEncoder()
  const grow = (by: number): number => {
    const at = length
    length += by
    if (length > bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * bytes.length))
      larger.set(bytes)
      bytes = larger
      view = new DataView(bytes.buffer)
    }
    return at
  }
  return {
    get length() {
      return length
    },
    ascii(text) {
      const at = grow(text.length)
      for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
    },
    u8: (value) => {
      const at = grow(1)
      bytes[at] = value
    },
    u16: (value) => {
      const at = grow(2)
      view.setUint16(at, value, true)
    },
    u32: (value) => {
      const at = grow(4)
      view.setUint32(at, value, true)
    },
    i32: (value) => {
      const at = grow(4)
      view.setInt32(at, value, true)
    },
    u64: (value) => {
      const at = grow(8)
      view.setBigUint64(at, BigInt(value), true)
    },
    f64: (value) => {
      const at = grow(8)
      view.setFloat64(at, value, true)
    },
    put(part) {
      const at = grow(part.length)
      bytes.set(part, at)
    },
    blanks(part, size) {
      const at = grow(size)
      bytes.fill(0x20, at, at + size)
      bytes.set(part.subarray(0, size), at)
    },
    field(text, size) {
      const at = grow(size)
      encoder.encodeInto(text, bytes.subarray(at, at + size - 1))
    },
    bytes: () => bytes.subarray(0, length),
  }
}
