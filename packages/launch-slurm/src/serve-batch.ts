import { randomBytes } from 'node:crypto'
import { putJson, type Launcher } from '@sdc/engine/partitions'
import type { Store } from '@sdc/core'
import { leaveOutcome } from '@sdc/engine/node'
import { BEAT, batchIn, batchName, beatName } from './batch.js'

/** Options of a worker in a job of Slurm. */
export interface ServeBatchOptions {
  readonly store: Store
  /** Name of the batch. */
  readonly batch: string
  /** Number of the job in its array. */
  readonly job: number
  /** Runs the tasks on this machine: in a separate process, so that this one gives its signs of life meanwhile. */
  readonly launcher: Launcher
}

/**
 * Works on the tasks of one job, and gives signs of life in the work folder.
 *
 * @param options - The batch, and the launcher of the tasks.
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
    // Writes nothing after the end of the run: its work folder may be removed.
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
