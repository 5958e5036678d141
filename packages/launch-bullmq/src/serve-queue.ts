import { Queue, Worker, type Job } from 'bullmq'
import { SdcError, type Store } from '@sdc/core'
import type { Launcher, Task } from '@sdc/engine/partitions'
import { leaveOutcome } from '@sdc/engine/node'
import { shownRedis } from './check-redis.js'
import {
  absence,
  AWAY,
  connectionTo,
  FAILED,
  ignoreErrors,
  LOCK,
  PREFIX,
  queueName,
  within,
  type QueuedTask,
} from './queue.js'

/** Options of a worker of a queue. */
export interface ServeQueueOptions {
  /** Address of Redis. */
  readonly redis: string
  /** Hash of the plan. */
  readonly plan: string
  /** Store for the results of the plan's tasks. */
  readonly store: Store
  /** Runs the tasks on this machine: in separate processes, so that this one gives its signs of life meanwhile. */
  readonly launcher: Launcher
  /** Returns true after the end of the run. */
  readonly isOver: () => Promise<boolean>
  /** Ends the worker; its tasks are run by another one. */
  readonly signal?: AbortSignal | undefined
}

/** Time between checks for the end of the run, in milliseconds. */
const GLANCE = 500

/**
 * Works on the tasks of a plan from its queue, until the run is over.
 *
 * @param options - The queue, and the launcher of the tasks.
 * @throws BAD_OPTION if Redis is away for half a minute.
 */
export async function serveQueue(options: ServeQueueOptions): Promise<void> {
  const { redis, plan, store, launcher, isOver, signal } = options
  const connection = connectionTo(redis)
  const isAway = absence(connection)
  const work = async ({ data }: Job<QueuedTask>): Promise<void> => {
    const { stage, index } = data
    const why = data.plan === plan ? await runHere(launcher, store, { stage, index }) : 'it belongs to another plan'
    if (why !== undefined) throw new Error(why)
  }
  const shared = { connection, prefix: PREFIX }
  // The driver detects tasks without a worker: a check here would leave a trace in Redis after the end of the run.
  const timing = { lockDuration: LOCK, skipStalledCheck: true, drainDelay: 1 }
  const worker = new Worker(queueName(plan), work, { ...shared, ...timing, concurrency: launcher.width })
  const queue = new Queue(queueName(plan), { ...shared, skipMetasUpdate: true })
  ignoreErrors(worker, queue)
  try {
    for (;;) {
      if (signal?.aborted === true || (await isOver())) break
      if (isAway()) {
        const message = `Redis at ${shownRedis(redis)} has not answered for ${AWAY / 1000} s`
        throw new SdcError('BAD_OPTION', message, {}, 'Start it again, then the worker.')
      }
      // A stopped run pauses its queue: nobody reads the results of its tasks.
      if (connection.status === 'ready' && (await queue.isPaused())) await launcher.close()
      await new Promise((resolve) => setTimeout(resolve, GLANCE))
    }
  } finally {
    // A task that is cancelled here is reported as lost at once.
    const closed = worker.close()
    await launcher.close()
    await within(LOCK, closed)
    await within(1000, queue.close())
    connection.disconnect()
  }
}

/** Runs a task; returns the reason if it did not end. */
async function runHere(launcher: Launcher, store: Store, task: Task): Promise<string | undefined> {
  for await (const outcome of launcher.launch([task], {})) {
    const { state, error } = outcome
    if (state === 'done') return undefined
    if (state === 'lost') return error?.message ?? ''
    await leaveOutcome(store, outcome)
    return FAILED
  }
  return 'its worker was stopped'
}
