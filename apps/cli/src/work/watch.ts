import type { Watch } from '@sdc/release/node'
import { onInterrupt } from '../terminal/interrupted.js'
import { progress, say } from '../terminal/progress.js'

/**
 * Returns a watch that shows a run on the terminal and listens to signals once it can be stopped, and a function that
 * ends it.
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
