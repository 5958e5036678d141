import { SdcError } from '@sdc/core'

/** Decodes bytes of one encoding. */
export interface Decoder {
  /** Name in the Encoding Standard: `utf-8`, `windows-1252`. */
  readonly encoding: string
  readonly decode: (bytes: Uint8Array) => string
}

/** Characters of the bytes 0x80 to 0x9F in windows-1252; five of them are controls. */
const C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Names that the Encoding Standard lacks. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['cp1250', 'windows-1250'],
  ['cp1251', 'windows-1251'],
  ['cp1252', 'windows-1252'],
  ['wlatin1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['latin9', 'iso-8859-15'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['macroman', 'macintosh'],
  ['utf8', 'utf-8'],
])

/**
 * Returns the decoder of an encoding. Node 20 decodes windows-1252 as Latin-1; a table here provides its letters from
 * 0x80 on.
 *
 * @param name - Name of the encoding, in any spelling: `UTF-8`, `CP1252`, `iso8859-2`.
 * @param file - Name of the file, for messages.
 * @returns The decoder; bytes without a character become U+FFFD.
 * @throws BAD_OPTION for an unknown encoding
 */
export function decoderOf(name: string, file?: string): Decoder {
  const plain = name.trim().toLowerCase().replace(/[_ ]/g, '-')
  const encoding = OTHER_NAMES.get(plain) ?? plain.replace(/^iso-?8859-?(\d+)$/, 'iso-8859-$1')
  if (encoding === 'windows-1252') return { encoding, decode: decodeWindows1252 }
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(encoding, { ignoreBOM: true })
  } catch {
    const fix = 'Name another: utf-8, windows-1252, iso-8859-2, windows-1251, …'
    throw new SdcError('BAD_OPTION', `the encoding ${JSON.stringify(name)} is unknown`, { file }, fix)
  }
  return { encoding: decoder.encoding, decode: (bytes) => decoder.decode(bytes) }
}

/** Returns a decoder for files that do not name their encoding: UTF-8 if the bytes are valid, else windows-1252. */
export function guessingDecoder(onGuess?: () => void): Decoder {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return {
    encoding: 'windows-1252',
    decode(bytes) {
      try {
        return utf8.decode(bytes)
      } catch {
        onGuess?.()
        return decodeWindows1252(bytes)
      }
    },
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte >= 0x80 && byte <= 0x9f ? C1[byte - 0x80] : String.fromCharCode(byte)
  return text
}
