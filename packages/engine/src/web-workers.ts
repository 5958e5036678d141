import { plainWork, type Executor } from './tasks/work.js'
import type { FromWorker } from './tasks/messages.js'
import { whenFreed } from './tasks/sign-of-life.js'
import { openPool, type Thread, type ThreadEvents } from './tasks/worker-pool.js'

export { serveTasks } from './tasks/serve-tasks.js'

/** The part of a browser's `Worker` that is used. */
export interface WebWorker {
  postMessage(message: unknown): void
  terminate(): void
  addEventListener(type: string, hear: (event: WebWorkerEvent) => void): void
}

/** The part of its events that is used: `data` of a message, `message` of an error. */
export interface WebWorkerEvent {
  readonly type: string
  readonly data?: unknown
  readonly message?: string
  preventDefault(): void
}

export interface WebWorkerOptions {
  /** Number of tasks that run at the same time: more than one per core does not help. */
  readonly width: number
  /**
   * Returns a worker whose script calls `serveTasks(self, plugins)` with the plugins of the registry. It may be a
   * waiting one that was started before: it receives the work by a message. The executor ends the worker.
   */
  start(): WebWorker
  /** Signal that ends the run at once, with CANCELLED. */
  readonly signal?: AbortSignal | undefined
  /** Time limit for a worker to load its script and the work, in seconds, before it counts as dead. */
  readonly startWithin?: number | undefined
}

const fix = 'Run it alone to see why; it may need more memory than the browser gives a page.'

/**
 * Runs tasks on workers of a browser. The outcomes equal those of `localExecutor`; the calling thread stays free, even
 * at width 1. Each worker is sent a copy of the columns once; shared memory is used if the page is isolated from
 * others.
 *
 * A browser does not report that a worker has ended. A worker therefore counts as lost after an uncaught error, after
 * an unreadable message, or if it is not ready in time. It also counts as lost if the lock that it holds for its
 * lifetime is free (if there are locks: from a file, from localhost, by https). Its task then fails (WORKER_LOST, with
 * the candidate's name), and another worker replaces it.
 *
 * @param options - Number of workers, and a function that starts one.
 * @returns An executor; close the work that it opens.
 * @throws RangeError if the number of workers is not positive.
 */
export function webWorkerExecutor({ width, start, signal, startWithin = 60 }: WebWorkerOptions): Executor {
  if (!Number.isInteger(width) || width < 1) throw new RangeError(`a whole number of workers, 1 or more, not ${width}`)
  return {
    width,
    open(work) {
      const shared = (globalThis as { readonly crossOriginIsolated?: boolean }).crossOriginIsolated === true
      return openPool(plainWork(work, shared), {
        width,
        start: (events) => watched(start(), events, startWithin),
        signal,
        fix,
      })
    },
  }
}

function watched(worker: WebWorker, { heard, lost }: ThreadEvents, startWithin: number): Thread {
  const lock = `sdc worker ${crypto.randomUUID()}`
  const late = (): void => lost(`it was not ready after ${startWithin} s`)
  // Messages that arrived while this thread was busy are handled before the worker counts as late.
  let timer = setTimeout(() => (timer = setTimeout(late, 100)), startWithin * 1000)
  worker.addEventListener('message', ({ data }) => {
    const message = data as FromWorker
    if (message.type === 'ready') {
      clearTimeout(timer)
      if (message.isLocked) whenFreed(lock, () => lost('it closed, or was ended'))
    }
    heard(message)
  })
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    lost(event.message || 'its script cannot be loaded')
  })
  worker.addEventListener('messageerror', () => lost('its message cannot be read'))
  return {
    // A worker's, not a window's: it has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => worker.postMessage(message.type === 'work' ? { ...message, lock } : message),
    terminate: async () => {
      clearTimeout(timer)
      worker.terminate()
    },
    hold: () => {},
  }
}
