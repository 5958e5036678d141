import { isSdcError, type SdcError } from '@sdc/core'
import { ExitStatus } from './terminal/exit-status.js'
import { interruptedStatus } from './terminal/interrupted.js'
import { outputError } from './terminal/standard-output.js'
import { clearStatusLine } from './terminal/status-line.js'
import { writeText } from './terminal/write-text.js'
import { typedFlag } from './options/typed-flag.js'

/**
 * Prints an error and returns the exit status: 2 bad input, 3 exceeded limit or different replay, 130 or 143 signal, 1
 * bug.
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

/** Prints a text, also with --quiet. */
function shout(text: string): void {
  clearStatusLine()
  writeText(process.stderr, `${text}\n`)
}

/** Formats an error: `CODE: message (flag, or file and line)`, then the fix. */
function describe({ code, message, place: { file, line }, fix }: SdcError, flag: string | undefined): string {
  const isNamed = file !== undefined && message.includes(file)
  const inFile = line === undefined || message.includes(`line ${line}`) ? [] : [`line ${line}`]
  const where = [...(flag === undefined ? [] : [flag]), ...(file === undefined || isNamed ? [] : [file]), ...inFile]
  return `${code}: ${message}${where.length > 0 ? ` (${where.join(', ')})` : ''}${fix === '' ? '' : `\n  ${fix}`}`
}
