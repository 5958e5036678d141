import type { Marks } from '../bytes/marks.js'
import type { Pieces } from '../bytes/pieces.js'
import type { CsvDialect } from '../csv-file.js'

/**
 * How the first line outside quotes ends. A lone carriage return may be a part of a name: it ends lines only where no line
 * feed outside quotes does, so that the file is looked at up to the first of these.
 *
 * @param of - The file.
 * @param marks - Its quote.
 * @returns The line end; where there is none outside quotes, CR LF if one stands within, else LF.
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
