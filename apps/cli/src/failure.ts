import { isSdcError, type SdcError } from '@sdc/core'
import { outputError } from './standard-output.js'
import { clearStatusLine } from './status-line.js'

/**
 * Says what was wrong.
 *
 * @param error - What was thrown.
 * @returns The exit status: 2 for bad input, 3 for a limit that is not kept, 1 for a bug.
 */
export function failed(error: unknown): number {
  const told = isSdcError(error) ? error : outputError(error)
  if (told) {
    shout(`sdc: ${describe(told)}`)
    return told.code === 'BEYOND_LIMIT' ? 3 : 2
  }
  shout(`sdc: a bug, please report it:\n${error instanceof Error ? error.stack : String(error)}`)
  return 1
}

/** Said with --quiet, too. */
function shout(text: string): void {
  clearStatusLine()
  process.stderr.write(`${text}\n`)
}

/** `CODE: what was wrong (where). What to do.` */
function describe(error: SdcError): string {
  const { file, line } = error.place
  const where = file ? ` (${file}${line ? `, line ${line}` : ''})` : ''
  return `${error.code}: ${error.message}${error.message.includes(file ?? '\0') ? '' : where}${error.advice ? `\n  ${error.advice}` : ''}`
}
