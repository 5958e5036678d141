import { clearStatusLine } from './status-line.js'

/** Whether only what must not be overlooked is said, and what was said of it already. */
const held = { quiet: false, kinds: new Set<string>() }

/**
 * What `--quiet` is: no progress, no notes, and of every kind of warning one line without its details. Errors and what a
 * command prints stay as they are.
 *
 * @param quiet - Whether it is asked for.
 */
export function beQuiet(quiet: boolean): void {
  held.quiet = quiet
  held.kinds.clear()
}

/** Whether `--quiet` is asked for. */
export function isQuiet(): boolean {
  return held.quiet
}

/** A sentence for the person at the terminal, as it is: what is broken to its width is said by `progress.ts`. */
export function say(sentence: string): void {
  const heard = held.quiet ? kindOf(sentence) : sentence
  if (heard === undefined) return
  clearStatusLine()
  process.stderr.write(`${heard}\n`)
}

/** `warning: KIND`, once a kind: what a warning says up to its first colon. Nothing of any other sentence. */
function kindOf(sentence: string): string | undefined {
  if (!/^warnings?: /.test(sentence)) return undefined
  const kind = sentence.split(/:(?: |$)/, 2).join(': ')
  if (held.kinds.has(kind)) return undefined
  held.kinds.add(kind)
  return kind
}
