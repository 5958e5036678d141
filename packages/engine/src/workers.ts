import { Worker } from 'node:worker_threads'
import { errorFrom, SdcError } from '@sdc/core'
import {
  failedJob,
  plainWork,
  type Executor,
  type JobOutcome,
  type OpenWork,
  type Task,
  type Work,
} from './jobs/job.js'
import { localExecutor } from './jobs/local-executor.js'
import type { FromWorker } from './jobs/messages.js'

export interface WorkerOptions {
  /** How many tasks run at the same time: at the most one a core is of use. */
  readonly width: number
  /**
   * What every worker imports, as URLs or names that Node resolves from this package: modules whose default export is a
   * plugin or a list of plugins, all that the registry has.
   */
  readonly modules: readonly string[]
}

/**
 * Runs tasks on threads of Node: the same outcomes as `localExecutor`, sooner. A worker that dies fails its own task
 * (WORKER_LOST, with the candidate's name), and another takes its place.
 *
 * A thread costs some tenths of a second to start, most of it for loading the plugins. So threads are started when there
 * is work for them, no more than there are tasks, and kept until the work is closed; a task that is alone before any
 * thread was started is run here.
 *
 * @param options - How many threads, and what they load.
 * @returns Who runs tasks; what it opens must be closed.
 * @throws RangeError where the number of threads is none.
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
          pool ??= openPool(work, width, modules)
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

/** A thread of a pool. */
interface Thread {
  readonly worker: Worker
  /** Whether it has loaded its plugins and waits for tasks. */
  ready: boolean
  /** The place of the task that it runs, and how far it is. */
  place: number | undefined
  fraction: number
  /** What it said when it died. */
  cause: string
}

/** Tasks that are being run. */
interface Run {
  readonly tasks: readonly Task[]
  readonly outcomes: Map<number, JobOutcome>
  /** The place of the next task to hand out. */
  next: number
  tick(fraction: number): void
  done(place: number, outcome: JobOutcome): void
  resolve(outcomes: readonly JobOutcome[]): void
  reject(error: unknown): void
}

function openPool(work: Work, width: number, modules: readonly string[]): OpenWork {
  // The columns are copied to shared memory once, for the threads that take the place of others, too.
  const workerData = { modules, work: plainWork(work) }
  const threads = new Set<Thread>()
  let run: Run | undefined
  let isClosed = false
  let stopping: Promise<unknown> = Promise.resolve()

  const stopAll = (): Promise<unknown> => {
    const all = [...threads].map(({ worker }) => worker.terminate())
    // Not in the set, they are not heard any more.
    threads.clear()
    stopping = Promise.all([stopping, ...all])
    return stopping
  }
  /** The end of the run at once: no thread goes on with what nobody waits for. */
  const fail = async (cause: unknown): Promise<void> => {
    const ended = run
    run = undefined
    await stopAll()
    ended?.reject(cause)
  }
  const told = ({ outcomes, tasks, tick }: Run): void => {
    let sum = outcomes.size
    for (const { place, fraction } of threads) if (place !== undefined) sum += fraction
    tick(sum / tasks.length)
  }
  const keep = (now: Run, place: number, outcome: JobOutcome): void => {
    now.outcomes.set(place, outcome)
    now.done(place, outcome)
    told(now)
    if (now.outcomes.size < now.tasks.length) return
    run = undefined
    // A thread that waits keeps no program from its end.
    for (const { worker } of threads) worker.unref()
    now.resolve(now.tasks.map((_, i) => now.outcomes.get(i) as JobOutcome))
  }
  const handOut = (thread: Thread): void => {
    if (run === undefined || !thread.ready || thread.place !== undefined || run.next >= run.tasks.length) return
    const place = run.next++
    thread.place = place
    thread.fraction = 0
    // A thread's, not a window's: it has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    thread.worker.postMessage(run.tasks[place])
  }

  const hear = (thread: Thread, message: FromWorker): void => {
    if (message.type === 'failed') {
      const { error, bug } = message
      void fail(error ? errorFrom(error) : new Error(`in a worker: ${bug ?? 'unknown'}`))
      return
    }
    if (message.type === 'ready') thread.ready = true
    const { place } = thread
    if (run !== undefined && place !== undefined && message.type === 'tick') {
      thread.fraction = message.fraction
      told(run)
    } else if (run !== undefined && place !== undefined && message.type === 'done') {
      thread.place = undefined
      keep(run, place, message.outcome)
    }
    handOut(thread)
  }
  const lose = ({ place, ready, cause }: Thread, code: number): void => {
    if (run === undefined) return
    const how = cause || `exit status ${code}`
    if (!ready) {
      void fail(new Error(`a worker did not start: ${how}`))
      return
    }
    if (place !== undefined) keep(run, place, lost(run.tasks[place], how))
    if (run !== undefined && run.next < run.tasks.length) start()
  }
  /** What the one who waits throws when told ends the run, as an error of a task does. */
  const guarded = (react: () => void): void => {
    try {
      react()
    } catch (error) {
      void fail(error)
    }
  }
  const start = (): void => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData })
    const thread: Thread = { worker, ready: false, place: undefined, fraction: 0, cause: '' }
    threads.add(thread)
    worker.on('message', (message: FromWorker) => {
      if (threads.has(thread)) guarded(() => hear(thread, message))
    })
    worker.on('error', (error) => (thread.cause = error.message))
    worker.on('exit', (code) => {
      if (threads.delete(thread)) guarded(() => lose(thread, code))
    })
  }

  return {
    run(tasks, tick, done = () => {}) {
      if (isClosed) return Promise.reject(new Error('the work was closed'))
      if (run !== undefined) return Promise.reject(new Error('one run of a work after the other'))
      if (tasks.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        run = { tasks, outcomes: new Map(), next: 0, tick, done, resolve, reject }
        for (const { worker } of threads) worker.ref()
        while (threads.size < Math.min(width, tasks.length)) start()
        threads.forEach(handOut)
      })
    },
    async close() {
      isClosed = true
      if (run !== undefined) void fail(new SdcError('CANCELLED', 'the work was closed before it was done'))
      await stopAll()
    },
  }
}

function lost({ job }: Task, how: string): JobOutcome {
  const [{ label }] = job
  const message = `the worker that ran ${label} ended before it was done: ${how}`
  const advice = 'Compare it alone, with --workers 1, to see why; it may need more memory than there is.'
  return failedJob(job, { code: 'WORKER_LOST', message, place: { candidate: label }, advice })
}
