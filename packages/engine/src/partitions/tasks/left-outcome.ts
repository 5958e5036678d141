import type { Task, TaskOutcome } from './launcher.js'
import { receivedError, sentError, type SentError } from './sent-error.js'
import { getJson, putJson } from './store.js'
import type { Store } from '@sdc/core'

/** What becomes of a task, as it lies in the store. */
interface LeftOutcome {
  readonly state: TaskOutcome['state']
  readonly error: SentError
}

const nameOf = ({ stage, index }: Task): string => `failed/${stage}/${index}.json`

/** All that `leaveOutcome` leaves begins so. */
export const OUTCOMES = 'failed/'

/**
 * Leaves in the store what became of a task that is not done. Its sentence may name columns, and so does not travel by whoever starts
 * tasks.
 *
 * @param store - The store.
 * @param outcome - What became of it, with the error.
 * @throws FILE where it cannot be written.
 */
export async function leaveOutcome(store: Store, { task, state, error }: TaskOutcome): Promise<void> {
  const left: LeftOutcome = { state, error: sentError(error) }
  await putJson(store, nameOf(task), left)
}

/**
 * Takes out of the store what a worker left of a task.
 *
 * @param store - The store.
 * @param task - The task.
 * @returns What became of it; undefined where nothing was left.
 * @throws FILE where it cannot be read.
 */
export async function takeOutcome(store: Store, task: Task): Promise<TaskOutcome | undefined> {
  const name = nameOf(task)
  if (!(await store.has(name))) return undefined
  const { state, error } = (await getJson(store, name)) as LeftOutcome
  await store.remove(name)
  return { task, state, error: receivedError(error) }
}
