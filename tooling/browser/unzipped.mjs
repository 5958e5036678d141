import { inflateRawSync } from 'node:zlib'

/** Returns the files of the page's zip file, by name. */
export function unzipped(bytes) {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('this is not a zip file')
  const files = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)]
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files[bytes.toString('utf8', at + 46, at + 46 + name)] = inflateRawSync(bytes.subarray(from, from + packed))
    at += 46 + name + extra + comment
  }
  return files
}
