import { compress } from 'lzma1'

/**
 * The workers' script and the example behind it, packed into one text: LZMA finds again what stands far behind, which no host's
 * own compression does, and base 64 is what a document may hold.
 *
 * @returns the text, and how many of the unpacked bytes are the script
 */
export function pack(script, example) {
  const scriptBytes = Buffer.from(script)
  const packed = compress(Buffer.concat([scriptBytes, Buffer.from(example)]), 9)
  return { text: Buffer.from(packed).toString('base64'), script: scriptBytes.length }
}
