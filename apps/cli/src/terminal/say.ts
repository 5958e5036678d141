import { messageText, type Message } from '@sdc/core'
import { flowed } from '@sdc/report/tables'
import { withEncoding } from './encoding.js'
import { held } from './quiet.js'
import { screenOf } from './screen.js'
import { clearStatusLine } from './status-line.js'
import { writeText } from './write-text.js'

/** Prints a message on stderr, broken to the width of the terminal; stdout carries data only. */
export function say(message: Message): void {
  const text = held.quiet
    ? quietText(message)
    : flowed(messageText(withEncoding(message)), screenOf({}, process.stderr), '  ')
  if (text === undefined) return
  clearStatusLine()
  writeText(process.stderr, `${text}\n`)
}

/** A method or column at the beginning of a warning. */
const LABEL = String.raw`(?:[a-z-]+/[a-z-]+|column "[^"]*"): `
const BEGINNING = new RegExp(`^(?:${LABEL})?.*?(?=:(?: |$)|$)`, 's')

/**
 * Returns the beginning of a warning, with its method or column, up to the colon before details; undefined for a
 * repeated beginning and for other messages.
 */
function quietText({ kind, text }: Message): string | undefined {
  if (kind !== 'warning') return undefined
  const [beginning] = BEGINNING.exec(text) ?? [text]
  if (held.beginnings.has(beginning)) return undefined
  held.beginnings.add(beginning)
  return messageText({ kind, text: beginning })
}
