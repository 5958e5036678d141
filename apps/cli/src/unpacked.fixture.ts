import { inflateRawSync, inflateSync } from 'node:zlib'

/** Returns the bytes of a file, with the unpacked parts of a ZIP archive or zlib stream. */
export function unpacked(bytes: Buffer): Buffer {
  const parts = [bytes]
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    parts.push(opened(() => inflateRawSync(bytes.subarray(start))))
  }
  for (let at = bytes.indexOf(0x78); at >= 0; at = bytes.indexOf(0x78, at + 1))
    parts.push(opened(() => inflateSync(bytes.subarray(at))))
  return Buffer.concat(parts)
}

/** Returns an empty buffer if the bytes are not packed. */
function opened(open: () => Buffer): Buffer {
  try {
    return open()
  } catch {
    return Buffer.alloc(0)
  }
}

/** Returns the texts that occur in bytes, as UTF-8 or UTF-16. */
export function textsIn(bytes: Buffer, texts: readonly string[]): string[] {
  return texts.filter((text) => {
    const wide = Buffer.from(text, 'utf16le')
    return bytes.includes(text) || bytes.includes(wide) || bytes.includes(Buffer.from(wide).swap16())
  })
}
