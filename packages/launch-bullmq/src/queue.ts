import { Redis } from 'ioredis'
import type { Task } from '@sdc/engine/partitions'
import { redisOptions } from './check-redis.js'

/** Prefix of every key of the project. */
export const PREFIX = 'sdc'

/**
 * Time that a worker holds a task without a sign of life, and time between checks, in milliseconds: a loss is detected
 * within 10 s.
 */
export const LOCK = 5000
export const LOOK = 2500

/** Time without Redis after which a run or a worker gives up, in milliseconds. */
export const AWAY = 30_000

/** Task as it is queued: no data, no key, no name of a column. */
export interface QueuedTask extends Task {
  /** Hash of the plan. */
  readonly plan: string
}

/** Returns the name of the queue of a plan: runs of two plans never mix. */
export const queueName = (plan: string): string => `parts-${plan}`

/** Opens a connection that reconnects by itself, and never gives up a command: the caller decides when to give up. */
export function connectionTo(url: string): Redis {
  const redis = new Redis({ ...redisOptions(url), maxRetriesPerRequest: null, retryStrategy: () => 500 })
  // Its absence is visible in its status.
  redis.on('error', () => undefined)
  return redis
}

/** Returns true if a connection was lost for too long; called repeatedly. */
export function absence(redis: Redis, clock: () => number = Date.now): () => boolean {
  let since: number | undefined
  return () => {
    if (redis.status === 'ready') since = undefined
    else since ??= clock()
    return since !== undefined && clock() - since > AWAY
  }
}

/** Error that a worker throws for a failed task, whose message is in the work folder. */
export const FAILED = 'failed'

/** Waits for some work, at most the given time. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise((resolve) => (timer = setTimeout(resolve, ms)))
  try {
    await Promise.race([work.catch(() => undefined), end])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Ignores errors of a connection, which without a listener would end the process: `absence` detects that Redis is away.
 */
export function ignoreErrors(...emitters: readonly { on(event: 'error', listener: () => void): unknown }[]): void {
  for (const one of emitters) one.on('error', () => undefined)
}
