import type { Task, TaskOutcome } from './launcher.js'
import { receivedError, sentError, type SentError } from './sent-error.js'
import { getJson, putJson } from './store.js'
import type { Store } from '@sdc/core'

/** Stored outcome of a task. */
interface LeftOutcome {
  readonly state: TaskOutcome['state']
  readonly error: SentError
}

const nameOf = ({ stage, index }: Task): string => `failed/${stage}/${index}.json`

/** Beginning of the names of stored outcomes. */
export const OUTCOMES = 'failed/'

/**
 * Stores the outcome of a task that is not done. Its message may name columns, so it is not sent through the launcher.
 *
 * @param store - Work folder of the run.
 * @param outcome - The outcome, with its error.
 * @throws FILE if it cannot be written.
 */
export async function leaveOutcome(store: Store, { task, state, error }: TaskOutcome): Promise<void> {
  const left: LeftOutcome = { state, error: sentError(error) }
  await putJson(store, nameOf(task), left)
}

/**
 * Reads and removes the outcome that a worker stored for a task.
 *
 * @param store - Work folder of the run.
 * @param task - The task.
 * @returns The outcome; undefined if there is none.
 * @throws FILE if it cannot be read.
 */
export async function takeOutcome(store: Store, task: Task): Promise<TaskOutcome | undefined> {
  const name = nameOf(task)
  if (!(await store.has(name))) return undefined
  const { state, error } = (await getJson(store, name)) as LeftOutcome
  await store.remove(name)
  return { task, state, error: receivedError(error) }
}
