import { Redis } from 'ioredis'
import type { Task } from '@sdc/engine/partitions'
import { redisOptions } from './check-redis.js'

/** What every key of ours begins with. */
export const PREFIX = 'sdc'

/** How long a worker holds a task without a sign of life, and how often it is looked whether it gave one, in milliseconds: together a loss is seen within 10 s. */
export const LOCK = 5000
export const LOOK = 2500

/** How long Redis may be away before a run, or a worker, gives it up, in milliseconds. */
export const AWAY = 30_000

/** What a task is, as it travels: no data, no key, no name of a column. */
export interface QueuedTask extends Task {
  /** The hash of the plan. */
  readonly plan: string
}

/** The queue of a plan: runs of two plans never mix. */
export const queueName = (plan: string): string => `parts-${plan}`

/** A connection that comes back by itself, and never gives up a command: who uses it says how long is too long. */
export function connectionTo(url: string): Redis {
  const redis = new Redis({ ...redisOptions(url), maxRetriesPerRequest: null, retryStrategy: () => 500 })
  // That it is away is seen by its status.
  redis.on('error', () => undefined)
  return redis
}

/** Whether a connection was away too long: asked again and again. */
export function absence(redis: Redis, clock: () => number = Date.now): () => boolean {
  let since: number | undefined
  return () => {
    if (redis.status === 'ready') since = undefined
    else since ??= clock()
    return since !== undefined && clock() - since > AWAY
  }
}

/** What is thrown in a worker where a task failed, and its sentence lies in the store. */
export const FAILED = 'failed'

/** Waits so long at most; what takes longer is not waited for. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise((resolve) => (timer = setTimeout(resolve, ms)))
  try {
    await Promise.race([work.catch(() => undefined), end])
  } finally {
    clearTimeout(timer)
  }
}

/** Says nothing of errors of a connection, which without a listener would end the process: that Redis is away is seen by `absence`. */
export function hushed(...emitters: readonly { on(event: 'error', listener: () => void): unknown }[]): void {
  for (const one of emitters) one.on('error', () => undefined)
}
