import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const
const held: { signal: (typeof signals)[number] } = { signal: 'SIGINT' }

/**
 * Exit status of a run that a signal ended and that cleaned up, as the shell has it for one that the signal killed: 130 for SIGINT,
 * 143 for SIGTERM.
 */
export function interruptedStatus(): number {
  return 128 + constants.signals[held.signal]
}

/**
 * Listens to signals that end the process while work can clean up first. A second one ends the process at once.
 *
 * @param asked - Called on the first signal.
 * @returns A function that ends the listening.
 */
export function onInterrupt(asked: () => void): () => void {
  let isAsked = false
  const stop = (): void => signals.forEach((signal) => void process.off(signal, interrupted))
  const interrupted = (signal: (typeof signals)[number]): void => {
    if (isAsked) {
      stop()
      process.kill(process.pid, signal)
      return
    }
    isAsked = true
    held.signal = signal
    asked()
  }
  signals.forEach((signal) => void process.on(signal, interrupted))
  return stop
}
