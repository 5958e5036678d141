import { decoderOf } from '../../encodings/decoder.js'
import { toUtf8 } from '../../encodings/to-utf8.js'
import { gunzipped, isGzip } from '../../gzip/gunzip.js'
import { FORMAT_HEAD } from '../../formats/formats.js'
import { refuseOtherFormat } from '../bytes/other-format.js'
import { headOf, piecesOf, type CsvContent, type Pieces } from '../bytes/pieces.js'

/** Facts about the bytes of a text file. */
export interface TextForm {
  /** Encoding by its name in the Encoding Standard. */
  readonly encoding: string
  /** True if it is compressed by gzip. */
  readonly isPacked: boolean
}

/** A text file converted to UTF-8. */
export interface TextPieces extends TextForm {
  readonly pieces: Pieces
}

/** Number of bytes examined for the encoding of a file without a mark. */
const LOOKED_AT = 64

/**
 * Returns the bytes of a text file in UTF-8. A gzip file is decompressed. UTF-16, and UTF-8 with a mark, are detected
 * by their first bytes. Any other encoding must be named: one-byte encodings cannot be distinguished.
 *
 * @param content - The file.
 * @param options - Name of the file, and encoding if it is neither UTF-8 nor UTF-16.
 * @returns The bytes, and the form of the file.
 * @throws FILE for a file of another format, BAD_OPTION for an unknown encoding
 */
export function textPieces(
  content: CsvContent,
  { file, encoding }: { readonly file?: string | undefined; readonly encoding?: string | undefined },
): TextPieces {
  const own = piecesOf(content, file)
  if (typeof content === 'string') return { pieces: own, encoding: 'utf-8', isPacked: false }
  const isPacked = isGzip(headOf(own, 3).bytes)
  const bytes = isPacked ? gunzipped(own, file) : own
  const head = headOf(bytes, FORMAT_HEAD).bytes
  refuseOtherFormat(head, file)
  const found = encodingOf(head) ?? (encoding === undefined ? 'utf-8' : decoderOf(encoding, file).encoding)
  return { pieces: toUtf8(bytes, found, file), encoding: found, isPacked }
}

/** Encoding by the first bytes of a file: a byte order mark, or a NUL in every second byte. */
function encodingOf(head: Uint8Array): string | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || hasNulsIn(head, 1)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || hasNulsIn(head, 0) ? 'utf-16be' : undefined
}

/** Returns true if each byte at even (0) or odd (1) places is NUL, and none of the others. */
function hasNulsIn(head: Uint8Array, parity: 0 | 1): boolean {
  const looked = head.subarray(0, LOOKED_AT)
  return looked.length >= 4 && looked.every((byte, i) => (byte === 0) === (i % 2 === parity))
}
