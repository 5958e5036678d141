import { isSdcError, type SdcError } from '@sdc/core'
import { ExitStatus } from './terminal/exit-status.js'
import { interruptedStatus } from './terminal/interrupted.js'
import { outputError } from './terminal/standard-output.js'
import { clearStatusLine } from './terminal/status-line.js'
import { writeText } from './terminal/write-text.js'
import { typedFlag } from './options/typed-flag.js'

/**
 * Says what was wrong.
 *
 * @param error - What was thrown.
 * @param argv - The arguments, for the flag that the error is about.
 * @returns The exit status: 2 for bad input, 3 for a limit that is not kept or a replay that differs, 130 or 143 for
 *   a signal, 1 for a bug.
 */
export function failed(error: unknown, argv: readonly string[] = []): number {
  if (error instanceof ExitStatus) return error.status
  const told = isSdcError(error) ? error : outputError(error)
  if (told) {
    shout(`sdc: ${describe(told, typedFlag(argv, told))}`)
    if (told.code === 'CANCELLED') return interruptedStatus()
    return told.code === 'BEYOND_LIMIT' || told.code === 'REPLAY_DIFFERS' ? 3 : 2
  }
  shout(`sdc: a bug, please report it:\n${error instanceof Error ? error.stack : String(error)}`)
  return 1
}

/** Said with --quiet, too. */
function shout(text: string): void {
  clearStatusLine()
  writeText(process.stderr, `${text}\n`)
}

/** `CODE: what was wrong (where). What to do.`, where being the flag that was typed, or the file and its line. */
function describe({ code, message, place: { file, line }, fix }: SdcError, flag: string | undefined): string {
  const isNamed = file !== undefined && message.includes(file)
  const inFile = line === undefined || message.includes(`line ${line}`) ? [] : [`line ${line}`]
  const where = [...(flag === undefined ? [] : [flag]), ...(file === undefined || isNamed ? [] : [file]), ...inFile]
  return `${code}: ${message}${where.length > 0 ? ` (${where.join(', ')})` : ''}${fix === '' ? '' : `\n  ${fix}`}`
}
