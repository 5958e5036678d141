import { compress, decompress } from 'lzma1'

/**
 * The workers' script and the example behind it, packed into one text: LZMA finds again what stands far behind, which no host's
 * own compression does, and base 64 is what a document may hold.
 *
 * @param level from 1, which is quick, to 9, which is small
 * @returns the text, and how many of the unpacked bytes are the script
 */
export function pack(script, example, level = 9) {
  const scriptBytes = Buffer.from(script)
  const packed = compress(Buffer.concat([scriptBytes, Buffer.from(example)]), level)
  return { text: Buffer.from(packed).toString('base64'), script: scriptBytes.length }
}

/** What was packed: the workers' script and the example. */
export function unpack({ text, script }) {
  const bytes = Buffer.from(decompress(Buffer.from(text, 'base64')))
  return { script: bytes.subarray(0, script).toString(), example: bytes.subarray(script).toString() }
}
