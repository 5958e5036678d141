import { Worker } from 'node:worker_threads'
import { plainWork, type Executor, type OpenWork } from './tasks/work.js'
import { localExecutor } from './tasks/local-executor.js'
import type { FromWorker } from './tasks/messages.js'
import { openPool, type Thread, type ThreadEvents } from './tasks/worker-pool.js'

export interface WorkerOptions {
  /** Number of tasks that run at the same time: more than one per core does not help. */
  readonly width: number
  /**
   * Modules that every worker imports, as URLs or names that Node resolves from this package. Their default export is a
   * plugin or a list of plugins; together they are those of the registry.
   */
  readonly modules: readonly string[]
}

const fix = 'Run it alone, on one thread, to see why; it may need more memory than available.'

/**
 * Runs tasks on threads of Node, with the same outcomes as `localExecutor`. A worker that dies fails its own task
 * (WORKER_LOST, with the candidate's name), and another replaces it.
 *
 * A thread takes some tenths of a second to start, mostly for loading the plugins. Threads are therefore started when
 * there is work for them, at most one per task, and kept until the work is closed. If no thread is running, a single
 * task runs on this thread.
 *
 * @param options - Number of threads, and the modules they load.
 * @returns An executor; close the work that it opens.
 * @throws RangeError if the number of threads is not positive.
 */
export function workerExecutor({ width, modules }: WorkerOptions): Executor {
  if (!Number.isInteger(width) || width < 1) throw new RangeError(`a whole number of workers, 1 or more, not ${width}`)
  return {
    width,
    open(work) {
      const here = localExecutor.open(work)
      if (width === 1) return here
      let pool: OpenWork | undefined
      return {
        run(tasks, tick, done) {
          if (pool === undefined && tasks.length < 2) return here.run(tasks, tick, done)
          // The columns are copied to shared memory once, also for the threads that replace others.
          pool ??= openPool(plainWork(work, true), { width, start: (events) => startThread(modules, events), fix })
          return pool.run(tasks, tick, done)
        },
        async close() {
          await pool?.close()
          await here.close()
        },
      }
    },
  }
}

function startThread(modules: readonly string[], { heard, lost }: ThreadEvents): Thread {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { modules } })
  let cause = ''
  worker.on('message', (message: FromWorker) => heard(message))
  worker.on('error', (error) => (cause = error.message))
  worker.on('exit', (code) => lost(cause || `exit status ${code}`))
  return {
    // A thread's, not a window's: it has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  }
}
