import { Queue, QueueEvents, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { asInfo, asWarning, option, SdcError, type Message, type Store } from '@sdc/core'
import type { Launcher, Task, TaskOutcome } from '@sdc/engine/partitions'
import { takeOutcome } from '@sdc/engine/node'
import { checkRedis, shownRedis } from './check-redis.js'
import {
  absence,
  AWAY,
  connectionTo,
  FAILED,
  ignoreErrors,
  LOCK,
  LOOK,
  PREFIX,
  queueName,
  within,
  type QueuedTask,
} from './queue.js'

/** Options of a launcher over BullMQ. */
export interface BullmqLauncherOptions {
  /** Address of Redis. */
  readonly redis: string
  /** Hash of the plan, which names the queue, so that two runs do not mix. */
  readonly plan: string
  /** Store for the results of workers. */
  readonly store: Store
  /** Command that starts a worker, for the message if there is none. */
  readonly command: string
  /** Called with messages about waiting and problems. */
  readonly say: (message: Message) => void
}

/** Time without a worker before a message, and between messages, in milliseconds. */
const UNSERVED = 3000
const AGAIN = 60_000
/** Time between checks of the run, in milliseconds. */
const GLANCE = 1000
/** Largest number of tasks that are queued at a time. */
const BATCH = 1000

/**
 * Runs tasks by BullMQ over Redis, on any machines with workers. Redis holds names of stages and numbers of tasks;
 * results and reasons of failures are in the work folder. Closing the launcher removes all of it from Redis.
 *
 * @param options - Redis, the plan and the work folder.
 * @returns The launcher.
 * @throws BAD_OPTION if Redis is not available or may evict queued tasks.
 */
export async function bullmqLauncher(options: BullmqLauncherOptions): Promise<Launcher> {
  const { redis, plan, store, command, say } = options
  ;(await checkRedis(redis)).warnings.map(asWarning).forEach(say)
  const connection = connectionTo(redis)
  const isAway = absence(connection)
  const shared = { connection, prefix: PREFIX }
  const queue = new Queue<QueuedTask>(queueName(plan), shared)
  // The stream belongs to this run only: it is read from its beginning, so that nothing is missed.
  const events = new QueueEvents(queueName(plan), { ...shared, lastEventId: '0-0' })
  // It works on no task, and detects tasks whose workers are gone, even if no worker is left to do so.
  const watch = new Worker(queueName(plan), null, {
    ...shared,
    autorun: false,
    name: 'driver',
    lockDuration: LOCK,
    stalledInterval: LOOK,
    maxStalledCount: 0,
  })
  ignoreErrors(queue, events, watch)

  const run = crypto.randomUUID().slice(0, 8)
  const waiting = new Map<string, Task>()
  const outcomes: TaskOutcome[] = []
  let heard = (): void => undefined
  const settle = (id: string, how: (task: Task) => Promise<TaskOutcome> | TaskOutcome): void => {
    const task = waiting.get(id)
    if (task === undefined || !waiting.delete(id)) return
    void Promise.resolve(how(task))
      .catch((error: unknown): TaskOutcome => ({ task, state: 'failed', error: error as Error }))
      .then((outcome) => {
        outcomes.push(outcome)
        heard()
        return outcome
      })
  }
  events.on('completed', ({ jobId }) => settle(jobId, (task) => ({ task, state: 'done' })))
  events.on('failed', ({ jobId, failedReason }) => settle(jobId, (task) => failedOutcome(store, task, failedReason)))
  // A dead worker leaves its task to the next one, which only reports it; without a next one, the task is taken back
  // here.
  events.on('stalled', ({ jobId }) => {
    if (!waiting.has(jobId)) return
    queue.remove(jobId).then(
      (removed) => removed === 1 && settle(jobId, (task) => ({ task, state: 'lost', error: new Error(GONE) })),
      () => undefined,
    )
  })

  /** Queues the waiting tasks; tasks that are queued already stay unchanged. */
  const enqueue = async (): Promise<void> => {
    const jobs = [...waiting].map(([jobId, { stage, index }]) => ({
      name: 'task',
      data: { plan, stage, index },
      opts: { jobId, removeOnComplete: true, removeOnFail: true, attempts: 1, stackTraceLimit: 0 },
    }))
    for (let from = 0; from < jobs.length; from += BATCH) await queue.addBulk(jobs.slice(from, from + BATCH))
  }

  let missed = 0
  let unservedSince: number | undefined
  const look = async (): Promise<void> => {
    if (isAway()) {
      const message = `Redis at ${shownRedis(redis)} has not answered for ${AWAY / 1000} s`
      throw new SdcError('WORKER_LOST', message, {}, `Start it again; then continue with ${option('resume')}.`)
    }
    if (connection.status !== 'ready') return
    const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized')
    const queued = Object.values(counts).reduce((sum, count) => sum + count, 0)
    // Twice: the event of a task that has just ended may not have arrived yet.
    missed = queued < waiting.size ? missed + 1 : 0
    if (missed >= 2 && outcomes.length === 0) {
      say(asInfo(`Redis has lost its queue: ${waiting.size - queued} of ${waiting.size} tasks are queued again`))
      await enqueue()
      missed = 0
    }
    if (waiting.size === 0 || !(await isUnserved(queue))) unservedSince = undefined
    else {
      const now = Date.now()
      unservedSince ??= now - GLANCE
      if (now - unservedSince < UNSERVED) return
      say(
        asInfo(
          `no worker is connected: ${waiting.size} tasks wait. Start one on any machine that sees the work folder: ${command}`,
        ),
      )
      unservedSince = now + AGAIN - UNSERVED
    }
  }

  // Removes the remains of a killed run.
  await queue.obliterate({ force: true })
  await events.waitUntilReady()
  await watch.startStalledCheckTimer()
  let launches = 0
  return {
    width: 1,
    async *launch(tasks, { signal }) {
      launches++
      for (const task of tasks) waiting.set(`${run}-${launches}/${task.stage}/${task.index}`, task)
      let left = tasks.length
      const wake = (): void => heard()
      signal?.addEventListener('abort', wake)
      let glanced = Date.now()
      try {
        await enqueue()
        while (left > 0) {
          if (signal?.aborted === true) break
          if (outcomes.length === 0) await nextOrGlance((wakes) => (heard = wakes))
          if (Date.now() - glanced >= GLANCE) {
            await look()
            glanced = Date.now()
          }
          left -= outcomes.length
          yield* outcomes.splice(0)
        }
      } finally {
        signal?.removeEventListener('abort', wake)
        waiting.clear()
        outcomes.length = 0
      }
    },
    async close() {
      if (connection.status === 'ready') await within(3 * LOCK, emptyQueue(queue, connection))
      await within(1000, Promise.all([watch.close(true), events.close(), queue.close()]))
      connection.disconnect()
    },
  }
}

/** Returns true if only the driver is connected; false if a hosted Redis does not list connections. */
async function isUnserved(queue: Queue<QueuedTask>): Promise<boolean> {
  const names = (await queue.getWorkers()).map(({ rawname }) => rawname)
  return names.length > 0 && names.every((name) => name?.endsWith(':w:driver'))
}

const GONE = 'its worker was gone'
const UNSAID = 'it failed, and the work folder does not have the reason'

/** Waits until an event arrives, or the next check is due. */
async function nextOrGlance(listen: (wakes: () => void) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GLANCE)
    listen(resolve)
  })
  clearTimeout(timer)
  listen(() => undefined)
}

/** Returns the outcome of a task whose worker reports that it did not end. */
async function failedOutcome(store: Store, task: Task, reason: string): Promise<TaskOutcome> {
  if (reason !== FAILED) return { task, state: 'lost', error: new Error(reason.replace(/^job stalled.*/, GONE)) }
  const left = await takeOutcome(store, task)
  return left ?? { task, state: 'lost', error: new Error(UNSAID) }
}

/** Stops the queue, waits until no worker is active, and removes all of its data from Redis. */
async function emptyQueue(queue: Queue<QueuedTask>, connection: Redis): Promise<void> {
  await queue.pause()
  // Workers detect that the run is stopped and cancel their tasks: nobody writes results after that.
  while ((await queue.getActiveCount()) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
  await queue.obliterate({ force: true })
  for await (const keys of connection.scanStream({ match: `${PREFIX}:${queue.name}:*`, count: 1000 })) {
    if ((keys as readonly string[]).length > 0) await connection.del(...(keys as readonly string[]))
  }
}
