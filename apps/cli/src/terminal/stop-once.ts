/** Listens to Ctrl-C while work can end with what was found. */
export interface StopOnce {
  readonly stopped: () => boolean
  readonly done: () => void
}

/**
 * Makes the first Ctrl-C ask work for an early end, and the second end the process. The work must let events happen.
 *
 * @param asked - Called on the first Ctrl-C.
 * @returns `stopped`, true from the first Ctrl-C on, for the work to ask; and `done`, which ends listening.
 */
export function stopOnce(asked: () => void): StopOnce {
  let isStopped = false
  const interrupted = (signal: NodeJS.Signals): void => {
    if (!isStopped) {
      isStopped = true
      asked()
      return
    }
    done()
    // The line of progress listens, too: the last who does ends the process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  const done = (): void => void process.off('SIGINT', interrupted)
  process.on('SIGINT', interrupted)
  return { stopped: () => isStopped, done }
}
