import { SdcError } from '@sdc/core'
import { notUtf8, STRANGE, type Marks } from '../bytes/marks.js'
import { wrongByte } from '../bytes/utf8.js'
import type { CellScanner } from './cell-scanner.js'

/**
 * Refuses a cell that is not UTF-8.
 *
 * @param scanner - Scanner of the cell.
 * @param bytes - Bytes of the cell.
 * @param from - Start of its text.
 * @param to - End of its text, exclusive.
 * @param marks - Separator and quote: their substitute bytes are accepted; there are none if both are ASCII.
 * @param file - Name of the file.
 * @throws FILE with the line, which may be after the first line of the cell
 */
export function checkText(
  scanner: Pick<CellScanner, 'line'>,
  bytes: Uint8Array,
  from: number,
  to: number,
  { strange }: Pick<Marks, 'strange'>,
  file: string | undefined,
): void {
  const wrong = wrongByte(bytes, from, to, strange ? STRANGE : undefined)
  if (wrong < 0) return
  let { line } = scanner
  for (let i = from; i < wrong; i++) if (bytes[i] === 10) line++
  if (bytes[wrong] !== 0) throw notUtf8(line, file)
  const message = `line ${line} holds a NUL character: this is not a text file in UTF-8`
  throw new SdcError('FILE', message, { file, line }, 'Save it as CSV in UTF-8.')
}
