import { randomBytes } from 'node:crypto'
import { putJson, type Launcher } from '@sdc/engine/partitions'
import type { Store } from '@sdc/core'
import { leaveOutcome } from '@sdc/engine/node'
import { BEAT, batchIn, batchName, beatName } from './batch.js'

/** Options of a worker in a job of Slurm. */
export interface ServeBatchOptions {
  readonly store: Store
  /** The name of the batch. */
  readonly batch: string
  /** The number of the job in its array. */
  readonly job: number
  /** Runs the tasks on this machine: in a process of its own, so that this one gives its signs of life while it works. */
  readonly launcher: Launcher
}

/**
 * Works on the tasks of one job, and records in the work folder that it is alive.
 *
 * @param options - The batch, and the function that runs a task.
 * @returns True if there was such a job: the run may have ended, or continue without it.
 * @throws FILE if the work folder cannot be read or written.
 */
export async function serveBatch({ store, batch, job, launcher }: ServeBatchOptions): Promise<boolean> {
  const tasks = (await batchIn(store, batch))?.slices[job]
  if (tasks === undefined) return false
  const own = randomBytes(4).toString('hex')
  const stop = new AbortController()
  let beats = 0
  const beat = async (): Promise<void> => {
    // Where the run is over nothing is written any more: its store may be gone.
    if (await store.has(batchName(batch))) await putJson(store, beatName(batch, job), `${own} ${++beats}`)
    else {
      stop.abort()
      await launcher.close()
    }
  }
  let last = beat()
  const timer = setInterval(() => {
    last = last.then(beat).catch(() => undefined)
  }, BEAT)
  try {
    await last
    for await (const outcome of launcher.launch(tasks, { signal: stop.signal })) {
      if (outcome.state === 'done' || stop.signal.aborted) continue
      await leaveOutcome(store, outcome)
      if (outcome.state === 'failed') break
    }
  } finally {
    clearInterval(timer)
    await last.catch(() => undefined)
    await launcher.close()
  }
  return true
}
