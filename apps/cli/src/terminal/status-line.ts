/** Where progress is shown: a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A line of a terminal that is written anew each time. */
export interface StatusLine {
  readonly write: (text: string) => void
  readonly clear: () => void
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** What takes away the line that stands in the terminal at the moment. */
let standing: (() => void) | undefined

/**
 * One line of a terminal, as long as the terminal is wide and no longer. The cursor waits at its beginning, so that what
 * comes next stands over it also where the process ends at once.
 *
 * @param output - The terminal.
 * @param listening - Whether to take the line away when the process is interrupted. A process that listens is told
 *   between two tasks only: so work that is one long task does not, and ends at once with its line.
 * @returns The line.
 */
export function statusLine(output: ProgressOutput, listening = false): StatusLine {
  let width = 0
  const interrupted = (signal: NodeJS.Signals): void => {
    clear()
    // Others who listen clean up too, and the last of them ends the process as it would have ended.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const clear = (): void => {
    if (width > 0) output.write(`${' '.repeat(width)}\r`)
    width = 0
    if (standing === clear) standing = undefined
    signals.forEach((signal) => void process.off(signal, interrupted))
  }
  return {
    write(text) {
      if (listening && width === 0) signals.forEach((signal) => void process.on(signal, interrupted))
      const shown = cut(text, (output.columns ?? 80) - 1)
      output.write(`${shown.padEnd(width)}\r`)
      width = shown.length
      standing = clear
    },
    clear,
  }
}

/** Takes the line away that stands in the terminal, before something else is written there. */
export function clearStatusLine(): void {
  standing?.()
}

/**
 * A text in so much room, its end cut off where it is longer.
 *
 * @param text - One line.
 * @param width - Letters.
 * @returns The text, or its beginning and `…`.
 */
export function cut(text: string, width: number): string {
  const letters = [...text]
  return letters.length <= width ? text : `${letters.slice(0, Math.max(width - 1, 0)).join('')}…`
}
