const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Cleans up when the process is interrupted (SIGINT, SIGTERM) or exits. Other listeners still run; without one, the
 * process then ends as it would have.
 * @param clean - The cleaning to do first.
 * @returns A function that stops listening.
 */
export function whenInterrupted(clean: () => void): () => void {
  const stop = (): void => {
    signals.forEach((signal) => void process.off(signal, interrupted))
    process.off('exit', clean)
  }
  const interrupted = (signal: NodeJS.Signals): void => {
    clean()
    stop()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  signals.forEach((signal) => void process.on(signal, interrupted))
  process.on('exit', clean)
  return stop
}
