import { messageText, type Message } from '@sdc/core'
import { flowed } from '@sdc/report/tables'
import { withEncoding } from './encoding.js'
import { held } from './quiet.js'
import { screenOf } from './screen.js'
import { clearStatusLine } from './status-line.js'
import { writeText } from './write-text.js'

/** Prints a message for the person at the terminal, broken to its width; stdout carries data only. */
export function say(message: Message): void {
  const text = held.quiet
    ? quietText(message)
    : flowed(messageText(withEncoding(message)), screenOf({}, process.stderr), '  ')
  if (text === undefined) return
  clearStatusLine()
  writeText(process.stderr, `${text}\n`)
}

/** A method or column that a warning names first. */
const LABEL = String.raw`(?:[a-z-]+/[a-z-]+|column "[^"]*"): `
const BEGINNING = new RegExp(`^(?:${LABEL})?.*?(?=:(?: |$)|$)`, 's')

/**
 * The beginning of a warning, with the method or column it names, up to the colon before details; once for equal
 * beginnings. Nothing of any other message.
 */
function quietText({ kind, text }: Message): string | undefined {
  if (kind !== 'warning') return undefined
  const [beginning] = BEGINNING.exec(text) ?? [text]
  if (held.beginnings.has(beginning)) return undefined
  held.beginnings.add(beginning)
  return messageText({ kind, text: beginning })
}
