import { Worker } from 'node:worker_threads'
import { errorFrom } from '@sdc/core'
import { failedJob, plainWork, type Executor, type JobOutcome, type PlainWork, type Task } from './jobs/job.js'
import { localExecutor } from './jobs/local-executor.js'
import type { FromWorker } from './jobs/messages.js'

export interface WorkerOptions {
  /** How many jobs run at the same time: at the most one a core is of use. */
  readonly width: number
  /**
   * What every worker imports, as URLs or names that Node resolves from this package: modules whose default export is a
   * plugin or a list of plugins, all that the registry has.
   */
  readonly modules: readonly string[]
}

/**
 * Runs jobs on threads of Node: the same outcomes as `localExecutor`, sooner. A worker that dies fails its own job
 * (WORKER_LOST, with the candidate's name), and another takes its place.
 */
export function workerExecutor({ width, modules }: WorkerOptions): Executor {
  if (!Number.isInteger(width) || width < 1) throw new RangeError(`a whole number of workers, 1 or more, not ${width}`)
  return {
    width,
    open(work) {
      const here = localExecutor.open(work)
      return {
        ...here,
        run(tasks, tick, done) {
          if (width === 1 || tasks.length < 2) return here.run(tasks, tick, done)
          const pool = { work: plainWork(work), modules, width: Math.min(width, tasks.length) }
          return runOnThreads(pool, tasks, tick, done)
        },
      }
    },
  }
}

interface Pool {
  readonly work: PlainWork
  readonly modules: readonly string[]
  readonly width: number
}

function runOnThreads(
  { work, modules, width }: Pool,
  jobs: readonly Task[],
  tick: (fraction: number) => void,
  done?: (place: number, outcome: JobOutcome) => void,
): Promise<readonly JobOutcome[]> {
  return new Promise((resolve, reject) => {
    const outcomes = new Map<number, JobOutcome>()
    const progress = new Float64Array(jobs.length)
    const threads = new Set<Worker>()
    let next = 0
    let ended = false

    const end = (settle: () => void): void => {
      if (ended) return
      ended = true
      for (const thread of threads) void thread.terminate()
      settle()
    }
    const report = (j: number, fraction: number): void => {
      progress[j] = fraction
      try {
        tick(progress.reduce((sum, one) => sum + one, 0) / jobs.length)
      } catch (error) {
        end(() => reject(error))
      }
    }
    const keep = (j: number, outcome: JobOutcome): void => {
      outcomes.set(j, outcome)
      done?.(j, outcome)
      report(j, 1)
      if (outcomes.size === jobs.length) end(() => resolve(jobs.map((_, i) => outcomes.get(i) as JobOutcome)))
    }

    const start = (): void => {
      const thread = new Worker(new URL('./worker.js', import.meta.url), { workerData: { modules, work } })
      threads.add(thread)
      let current: number | undefined
      let ready = false
      let cause = ''
      const more = (): void => {
        current = next < jobs.length ? next++ : undefined
        if (current === undefined) void thread.terminate()
        // A thread's, not a window's: it has no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        else thread.postMessage(jobs[current])
      }
      thread.on('message', (message: FromWorker) => {
        if (ended) return
        if (message.type === 'failed') {
          const { error, bug } = message
          end(() => reject(error ? errorFrom(error) : new Error(`in a worker: ${bug ?? 'unknown'}`)))
        } else if (message.type === 'tick') {
          if (current !== undefined) report(current, message.fraction)
        } else {
          ready = true
          if (message.type === 'done' && current !== undefined) keep(current, message.outcome)
          if (!ended) more()
        }
      })
      thread.on('error', (error) => (cause = error.message))
      thread.on('exit', (code) => {
        threads.delete(thread)
        if (ended || current === undefined) {
          if (!ended && !ready)
            end(() => reject(new Error(`a worker did not start: ${cause || `exit status ${code}`}`)))
          return
        }
        const [{ label }] = jobs[current].job
        const message = `the worker that ran ${label} ended before it was done${cause ? `: ${cause}` : ` (exit status ${code})`}`
        const advice = 'Compare it alone, with --workers 1, to see why; it may need more memory than there is.'
        const error = { code: 'WORKER_LOST', message, place: { candidate: label }, advice } as const
        keep(current, failedJob(jobs[current].job, error))
        if (!ended && next < jobs.length) start()
      })
    }
    for (let w = 0; w < width; w++) start()
  })
}
