import { SdcError } from '@sdc/core'
import type { CsvOptions } from '../csv-file.js'

/** Part of a file above its header. */
export interface AboveHeader {
  /** Byte order marks and the line that names the separator; they are written back. */
  readonly prefix: string
  readonly above: { readonly bytes: number; readonly lines: number }
  /** Separator named by that line. */
  readonly said: string | undefined
}

const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/i

/**
 * Finds the header below byte order marks, a first line such as `sep=;`, by which spreadsheets name the separator, and
 * the lines to skip.
 *
 * @param head - First bytes of the file.
 * @param options - Number of lines to skip, and name of the file for messages.
 * @returns The part above the header.
 * @throws BAD_OPTION for an invalid number of lines; EMPTY_FILE if no line is left
 */
export function aboveHeader(head: Uint8Array, { skip = 0, file }: Pick<CsvOptions, 'skip' | 'file'>): AboveHeader {
  let marks = 0
  while (head[3 * marks] === 0xef && head[3 * marks + 1] === 0xbb && head[3 * marks + 2] === 0xbf) marks++
  const first = new TextDecoder('utf-8').decode(head.subarray(3 * marks, 3 * marks + 16))
  const [line = '', said] = SEPARATOR_LINE.exec(first) ?? []
  let bytes = 3 * marks + new TextEncoder().encode(line).length
  if (!Number.isInteger(skip) || skip < 0) {
    const message = `${skip} is not a number of lines to skip`
    throw new SdcError('BAD_OPTION', message, { file, parameter: 'skip' }, 'Give a whole number from 0 on.')
  }
  for (let skipped = 0; skipped < skip; skipped++) {
    const end = lineEnd(head, bytes)
    if (end < 0) {
      const message = `${file ?? 'the file'} has nothing below the ${skip} lines to skip`
      throw new SdcError('EMPTY_FILE', message, { file }, 'Skip fewer lines.')
    }
    bytes = end
  }
  const prefix = '\uFEFF'.repeat(marks) + line
  return { prefix, above: { bytes, lines: skip + (line === '' ? 0 : 1) }, said }
}

/** Position after the next line end; −1 if there is none. */
function lineEnd(bytes: Uint8Array, from: number): number {
  for (let i = from; i < bytes.length; i++) {
    if (bytes[i] === 10) return i + 1
    if (bytes[i] === 13) return bytes[i + 1] === 10 ? i + 2 : i + 1
  }
  return -1
}
