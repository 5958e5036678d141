import type { JobOutcome, OpenWork, Task } from './job.js'
import { taskId } from './task-id.js'

/** Outcomes of tasks that were run before, by the names of the tasks. */
export interface OutcomeStore {
  get(id: string): JobOutcome | undefined
  /** Keeps an outcome; what it throws, or is rejected with, ends the work. */
  put(id: string, outcome: JobOutcome): void | Promise<void>
  close(): void | Promise<void>
}

/**
 * Work that runs only what the store does not have, and hands every new outcome to the store as soon as it is there: who
 * runs the same tasks again with the same store gets the same outcomes, wherever the first run was broken off.
 *
 * The loss of a worker is not kept: it tells of the machine, not of the task, which is tried again next time.
 *
 * @param open - What runs the others.
 * @param store - Of this work: same file, same root of random numbers, same metrics.
 * @param idOf - The name of a task.
 * @returns The work; closing it closes `open`, and leaves the store to its owner.
 */
export function storedWork(open: OpenWork, store: OutcomeStore, idOf: (task: Task) => string = taskId): OpenWork {
  return {
    async run(tasks, tick, done) {
      const ids = tasks.map(idOf)
      const outcomes = new Map<string, JobOutcome>()
      const places = new Map<string, number[]>()
      for (const [place, id] of ids.entries()) places.set(id, [...(places.get(id) ?? []), place])
      const keep = (id: string, outcome: JobOutcome): void => {
        outcomes.set(id, outcome)
        for (const place of places.get(id) ?? []) done?.(place, outcome)
      }
      const missing: string[] = []
      for (const id of places.keys()) {
        const held = store.get(id)
        if (held) keep(id, held)
        else missing.push(id)
      }
      const known = places.size - missing.length
      if (known > 0) tick(known / places.size)
      const failed: unknown[] = []
      const writing = new Set<Promise<void>>()
      const put = (id: string, outcome: JobOutcome): void => {
        const written = store.put(id, outcome)
        if (!(written instanceof Promise)) return
        writing.add(written)
        written.then(
          () => writing.delete(written),
          (error: unknown) => void failed.push(error),
        )
      }
      const watched = (fraction: number): void => {
        if (failed.length > 0) throw failed[0]
        tick((known + fraction * missing.length) / places.size)
      }
      const rest = missing.map((id) => tasks[(places.get(id) as number[])[0]])
      await open.run(rest, watched, (i, outcome) => {
        if (!isLost(outcome)) put(missing[i], outcome)
        keep(missing[i], outcome)
      })
      await Promise.all(writing)
      return ids.map((id) => outcomes.get(id) as JobOutcome)
    },
    close: () => open.close(),
  }
}

/**
 * A store in memory: for a front end without files, and for tests.
 *
 * @returns An empty store.
 */
export function memoryStore(): OutcomeStore {
  const held = new Map<string, JobOutcome>()
  return { get: (id) => held.get(id), put: (id, outcome) => void held.set(id, outcome), close: () => {} }
}

function isLost({ candidates }: JobOutcome): boolean {
  return candidates.some(({ error }) => error?.code === 'WORKER_LOST')
}
