import { SdcError } from '@sdc/core'
import type { Pieces } from '../bytes/pieces.js'
import { lettersOfByte } from '../bytes/utf8.js'

/**
 * Separator and quote between the cells of a fixed-width file in memory: control characters that text does not contain.
 */
export const FIXED_SEPARATOR = '\x1f'
export const FIXED_QUOTE = '\x1e'

const SEPARATOR = 0x1f
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Facts about the file for messages. */
export interface FixedFile {
  readonly file: string | undefined
  /** Number of lines above. */
  readonly linesAbove: number
}

/**
 * Inserts separators between the columns of a fixed-width file.
 *
 * @param pieces - The file in UTF-8.
 * @param widths - Width of each column in letters.
 * @param of - Its name and the lines above, for messages.
 * @returns The file with separators. Throws RAGGED_ROW with the line for a line of another length; empty lines pass.
 */
export function cutLines(pieces: Pieces, widths: readonly number[], of: FixedFile): Pieces {
  return { [Symbol.iterator]: () => cut(pieces, widths, of) }
}

function* cut(pieces: Pieces, widths: readonly number[], { file, linesAbove }: FixedFile): Generator<Uint8Array, void> {
  const total = widths.reduce((sum, width) => sum + width, 0)
  let line = linesAbove + 1
  let letters = 0
  let column = 0
  let end = widths[0]
  let mayEnd = false
  const endLine = (): void => {
    if (letters !== total && letters > 0) throw otherLength(letters, total, line, file)
    line++
    letters = 0
    column = 0
    end = widths[0]
  }
  for (const piece of pieces) {
    const made = new Uint8Array(2 * piece.length + 1)
    let at = 0
    for (const byte of piece) {
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        // CR LF is one line end.
        if (!(byte === LINE_FEED && mayEnd)) endLine()
        mayEnd = byte === CARRIAGE_RETURN
        made[at++] = byte
        continue
      }
      mayEnd = false
      const more = lettersOfByte(byte)
      if (more > 0 && letters === end && column < widths.length - 1) {
        made[at++] = SEPARATOR
        column++
        end += widths[column]
      }
      letters += more
      made[at++] = byte
    }
    yield made.subarray(0, at)
  }
  endLine()
}

function otherLength(letters: number, total: number, line: number, file: string | undefined): SdcError {
  const message = `line ${line} has ${letters} letters, but the columns have ${total} together`
  return new SdcError('RAGGED_ROW', message, { file, line }, 'Correct the widths, or fill the line with blanks.')
}
