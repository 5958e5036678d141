import type { Marks } from '../bytes/marks.js'
import type { Pieces } from '../bytes/pieces.js'
import type { CsvDialect } from '../csv-file.js'

/**
 * Returns the line end of the first line outside quotes. A lone carriage return may be part of a name. It ends lines
 * only if no line feed outside quotes exists, so the file is searched up to the first one.
 *
 * @param of - The file.
 * @param marks - Quote of the file.
 * @returns The line end; without one outside quotes, CR LF if there is one within quotes, else LF.
 */
export function lineEndOf(of: Pieces, marks: Marks): CsvDialect['newline'] {
  const { quote } = marks
  let inside = false
  let before = 0
  let carriageReturn = false
  let crlf = false
  for (const piece of marks.pieces(of)) {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (byte === quote) inside = !inside
      else if (byte === 13) carriageReturn ||= !inside
      else if (byte === 10) {
        if (!inside) return before === 13 ? '\r\n' : '\n'
        crlf ||= before === 13
      }
      before = byte
    }
  }
  return carriageReturn ? '\r' : crlf ? '\r\n' : '\n'
}
