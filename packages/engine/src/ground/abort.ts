import { SdcError } from '@sdc/core'

/**
 * Makes a `tick` that stops a run, comparison or measurement as soon as the signal is aborted: it then throws
 * CANCELLED. Until then it passes progress on to `tick`.
 *
 * Methods run in one go on the calling thread. A signal set on that thread is noticed between steps and candidates, one
 * set while progress is reported at once.
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

/** Node has a next task at once; a timer waits for a millisecond there, which the metrics of a small file do not take. */
const { setImmediate: soon = setTimeout } = globalThis as { readonly setImmediate?: (then: () => void) => unknown }

/** Lets events happen (a click, a timer) before what comes next. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => soon(resolve))
}
