import { SdcError } from '@sdc/core'

/**
 * Makes a `tick` that stops a run, comparison or measurement as soon as the signal is aborted. Until then it passes
 * progress on to `tick`.
 *
 * Methods run in one go on the calling thread. A signal set on that thread is noticed between steps and candidates; one
 * set while progress is reported, at once.
 *
 * @param signal - The signal.
 * @param tick - Receives the progress, from 0 to 1.
 * @returns The function to pass to the run.
 * @throws CANCELLED from the returned function, once the signal is aborted.
 */
export function stopWhenAborted(
  signal: AbortSignal,
  tick?: (fraction: number, doing?: string) => void,
): (fraction: number, doing?: string) => void {
  return (fraction, doing) => {
    if (!signal.aborted) tick?.(fraction, doing)
    if (signal.aborted) throw new SdcError('CANCELLED', 'the run was stopped; nothing was written')
  }
}

/**
 * Function that schedules the next task: at once in Node; a timer elsewhere, which waits for at least a millisecond.
 */
const { setImmediate: soon = setTimeout } = globalThis as { readonly setImmediate?: (then: () => void) => unknown }

/** Waits for the next task, so that events such as a click or a timer are handled. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => soon(resolve))
}
