import type { WorkerPort } from './messages.js'

/**
 * A worker whose script is not there yet, as if it were: it gets what it was told meanwhile, in its order, as soon as it begins.
 *
 * @param started - Starts it, when its script is there.
 * @returns The worker. Where it cannot be started, its `onerror` says so; where it is ended before, it never begins.
 */
export function laterWorker(started: Promise<() => WorkerPort>): WorkerPort {
  let real: WorkerPort | undefined
  let ended = false
  const told: (readonly [message: unknown, transfer: readonly Transferable[]])[] = []
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message, transfer = []) {
      if (real === undefined) told.push([message, transfer])
      else real.postMessage(message, transfer)
    },
    terminate() {
      ended = true
      real?.terminate()
    },
  }
  const begin = (start: () => WorkerPort): void => {
    if (ended) return
    real = start()
    real.onmessage = (event) => port.onmessage?.(event)
    real.onerror = (event) => port.onerror?.(event)
    for (const [message, transfer] of told.splice(0)) real.postMessage(message, transfer)
  }
  started.then(begin).catch((error: unknown) => {
    if (!ended) port.onerror?.({ message: error instanceof Error ? error.message : String(error) })
  })
  return port
}
