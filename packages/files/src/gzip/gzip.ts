import { Gzip } from 'fflate'
import { piecesOf, type CsvContent } from '../csv/bytes/pieces.js'

/**
 * Compresses content by gzip while it is read. The bytes depend only on the content; they contain no name or time.
 *
 * @param content - A text, bytes, or pieces of them.
 * @returns The compressed file, as one member; each iteration compresses again.
 */
export function gzipped(content: CsvContent | Iterable<Uint8Array>): Iterable<Uint8Array> {
  return { [Symbol.iterator]: () => compressed(piecesOf(content)) }
}

function* compressed(pieces: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  const made: Uint8Array[] = []
  const gzip = new Gzip({ mtime: 0 }, (bytes) => {
    if (bytes.length > 0) made.push(bytes)
  })
  for (const piece of pieces) {
    // A copy: the compressor keeps unused bytes.
    gzip.push(piece.slice())
    yield* made
    made.length = 0
  }
  gzip.push(new Uint8Array(0), true)
  yield* made
}
