import { plainWork, type Executor } from './jobs/job.js'
import type { FromWorker } from './jobs/messages.js'
import { whenFreed } from './jobs/sign-of-life.js'
import { openPool, type Thread, type ThreadEvents } from './jobs/worker-pool.js'

export { serveTasks } from './jobs/serve-tasks.js'

/** What is used of a browser's `Worker`. */
export interface WebWorker {
  postMessage(message: unknown): void
  terminate(): void
  addEventListener(type: string, hear: (event: WebWorkerEvent) => void): void
}

/** What is used of its events: `data` of a message, `message` of an error. */
export interface WebWorkerEvent {
  readonly type: string
  readonly data?: unknown
  readonly message?: string
  preventDefault(): void
}

export interface WebWorkerOptions {
  /** How many tasks run at the same time: at the most one a core is of use. */
  readonly width: number
  /**
   * Gives a worker whose script calls `serveTasks(self, plugins)` with the plugins of the registry. It may be one that was
   * started before and waits: it is sent the work by a message. What is given is ended by the executor.
   */
  start(): WebWorker
  /** Ends what runs, at once, with CANCELLED. */
  readonly signal?: AbortSignal | undefined
  /** How long a worker may take to load its script and the work, in seconds, before it counts as dead. */
  readonly startWithin?: number | undefined
}

const fix = 'Try it alone to see why; it may need more memory than the browser gives a page.'

/**
 * Runs tasks on workers of a browser: the same outcomes as `localExecutor`, sooner, and with the thread that asks free, at
 * width 1 too. Each worker is sent a copy of the columns once; shared memory is used where the page is isolated from others.
 *
 * A browser does not say that a worker has ended. So one counts as lost at an error that nobody caught, at a message that
 * cannot be read, when it is not ready in time, and when the lock is free that it holds as long as it lives (where there
 * are locks: from a file, from localhost, by https). Its task fails then (WORKER_LOST, with the candidate's name), and
 * another takes its place.
 *
 * @param options - How many workers, and how one is started.
 * @returns Who runs tasks; what it opens must be closed.
 * @throws RangeError where the number of workers is none.
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
  // What it said while this thread was busy is heard before it counts as late.
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
  worker.addEventListener('messageerror', () => lost('what it said cannot be read'))
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
