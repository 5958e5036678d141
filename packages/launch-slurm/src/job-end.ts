import { SdcError, type Store } from '@sdc/core'
import type { Task, TaskOutcome } from '@sdc/engine/partitions'
import { outputName } from './batch.js'
import { endOf, type JobEnd } from './jobs.js'
import type { Slurm } from './slurm-commands.js'

/** Number of shown lines of a job's output, and letters of each. */
const LINES = 5
const LETTERS = 200

/** Signal by which Slurm reports that it could not write a job's output. */
const NO_OUTPUT = 53

/** A job that ended before its tasks. */
export interface EndedJob {
  readonly array: string
  readonly job: number
  /** True if the job ever gave a sign of life. */
  readonly lived: boolean
  readonly left: readonly Task[]
}

/**
 * Returns the outcome of the tasks that a job left: they are lost, and are started again, unless their node would fail
 * again.
 *
 * @param slurm - Runs commands of Slurm.
 * @param store - Store in the work folder.
 * @param folder - The work folder, for the message.
 * @param ended - The job.
 * @returns An outcome for each task that it left.
 */
export async function outcomesOfEnd(
  slurm: Slurm,
  store: Store,
  folder: string,
  { array, job, lived, left }: EndedJob,
): Promise<readonly TaskOutcome[]> {
  const id = `${array}_${job}`
  const end = await endOf(slurm, id)
  const printed = await lastLines(store, outputName(array, job))
  const where = end === undefined || end.node === '' ? id : `${id} on ${end.node}`
  const wrong = end === undefined || lived ? undefined : startError(end, printed, folder)
  if (wrong !== undefined) return [{ task: left[0], state: 'failed', error: wrong }]
  const how = end === undefined ? 'ended' : `ended: ${endWords(end)}`
  const error = new Error(`its job ${where} ${how}${printed === undefined ? '' : `; it printed: ${printed}`}`)
  return left.map((task) => ({ task, state: 'lost', error }))
}

/** Returns the reason why a worker did not start, if it is visible; a killed one is lost. */
function startError(
  { status, signal, node }: JobEnd,
  printed: string | undefined,
  folder: string,
): SdcError | undefined {
  if (signal === NO_OUTPUT && printed === undefined) {
    const message = `node ${node} cannot write into the work folder: ${folder} does not exist there, or is not writable`
    const fix =
      'Name a folder by --work-folder that all nodes share under one path, or leave the node out: --slurm "--exclude=NODE".'
    return new SdcError('BAD_OPTION', message, { file: folder }, fix)
  }
  if (status === 0 || signal !== 0) return undefined
  const message = `a worker cannot start on node ${node}: ${printed ?? `status ${status}`}`
  const fix = 'All nodes need Node and sdc under the same paths as here.'
  return new SdcError('BAD_OPTION', message, {}, fix)
}

/** Describes the end of a job. For any signal, Slurm itself reports that the job could not be launched. */
function endWords({ state, reason, status, signal }: JobEnd): string {
  if (signal > 0) return `${state}, signal ${signal}`
  return reason === 'None' ? `${state}, status ${status}` : `${state} (${reason}), status ${status}`
}

/** Returns the last lines of a job's output; undefined if there are none. */
async function lastLines(store: Store, name: string): Promise<string | undefined> {
  const text = (await store.has(name))
    ? Buffer.from(await store.get(name))
        .toString()
        .trim()
    : ''
  if (text === '') return undefined
  const lines = text.split('\n').slice(-LINES)
  return lines.map((line) => (line.length > LETTERS ? `${line.slice(0, LETTERS)}…` : line)).join('\n')
}
