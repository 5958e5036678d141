import { screenOf } from './screen.js'

/** Escape sequences of our own colours and weights. */
const PAINT = '\\u001B\\[(?:1|2|22|31|33|39)m'
const obeyed = new RegExp(`(${PAINT})|\\r(\\n)|[^\\P{Control}\\n\\t]|\\p{Bidi_Control}`, 'gu')
const escaped = /[^\P{Control}\n]|\p{Bidi_Control}/gu

/**
 * Replaces control characters by �, since names and values may move the cursor or reverse a line. Our own colours can
 * stay.
 */
export function shownText(text: string, hasColour = false): string {
  return text.replace(obeyed, (_, paint?: string, end?: string) => end ?? (hasColour && paint ? paint : '\uFFFD'))
}

/** Writes a text for people; all texts of the command line pass through here. */
export function writeText(stream: NodeJS.WriteStream, text: string): void {
  stream.write(shownText(text, screenOf({}, stream).colour))
}

/** Writes JSON, whose strings have escapes for control characters. */
export function writeJson(stream: NodeJS.WriteStream, value: unknown): void {
  const text = JSON.stringify(value, null, 2)
  stream.write(`${text.replace(escaped, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`)
}

/** Returns a function that prepares pieces of a file for printing: bytes for a pipe, safe text for a terminal. */
export function pieceFor({ isTTY }: NodeJS.WriteStream): (piece: string | Uint8Array) => string | Uint8Array {
  if (!isTTY) return (piece) => piece.slice()
  const decoder = new TextDecoder()
  return (piece) => shownText(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
}
