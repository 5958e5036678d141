import type { Watch } from '@sdc/release/node'
import { onInterrupt } from '../terminal/interrupted.js'
import { progress, say } from '../terminal/progress.js'

/**
 * The terminal as the watch of a flow. A signal that ends the process is listened to from the moment that the flow can be stopped.
 *
 * @returns The watch, and a function that ends the listening.
 */
export function watchOf(): { readonly watch: Watch; readonly done: () => void } {
  const stop = new AbortController()
  let stopListening: (() => void) | undefined
  const watch: Watch = {
    say,
    progress,
    get signal() {
      stopListening ??= onInterrupt(() => stop.abort())
      return stop.signal
    },
  }
  return { watch, done: () => stopListening?.() }
}
