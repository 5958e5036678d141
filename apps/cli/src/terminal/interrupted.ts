import { constants } from 'node:os'

const signals = ['SIGINT', 'SIGTERM'] as const
type Signal = (typeof signals)[number]
const held: { signal: Signal } = { signal: 'SIGINT' }

/** Returns the exit status after a signal that ended a run: 130 for SIGINT, 143 for SIGTERM. */
export function interruptedStatus(): number {
  return 128 + constants.signals[held.signal]
}

/**
 * Listens to signals while work can be ended: the first one calls `asked`, the second one ends the process.
 *
 * @returns A function that ends the listening.
 */
export function onInterrupt(asked: () => void, heard: readonly Signal[] = signals): () => void {
  let isAsked = false
  const stop = (): void => heard.forEach((signal) => void process.off(signal, interrupted))
  const interrupted = (signal: Signal): void => {
    if (isAsked) {
      stop()
      process.kill(process.pid, signal)
      return
    }
    isAsked = true
    held.signal = signal
    asked()
  }
  heard.forEach((signal) => void process.on(signal, interrupted))
  return stop
}
