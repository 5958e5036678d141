/** Target of progress, such as a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A line of a terminal that is rewritten. */
export interface StatusLine {
  readonly write: (text: string) => void
  readonly clear: () => void
}

const signals = ['SIGINT', 'SIGTERM'] as const

/** Clears the current status line. */
let standing: (() => void) | undefined

/**
 * Returns a line of a terminal that is rewritten. With `listening` it removes itself at a signal; this needs work that
 * lets events run.
 */
export function statusLine(output: ProgressOutput, listening = false): StatusLine {
  let width = 0
  const interrupted = (signal: NodeJS.Signals): void => {
    clear()
    // Other listeners clean up too, and the last of them ends the process with the signal.
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

/** Clears the current status line before other text is printed. */
export function clearStatusLine(): void {
  standing?.()
}

/** Cuts a text to a width, with `…` at its end. */
export function cut(text: string, width: number): string {
  const letters = [...text]
  return letters.length <= width ? text : `${letters.slice(0, Math.max(width - 1, 0)).join('')}…`
}
