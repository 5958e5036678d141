import { SdcError, type Store } from '@sdc/core'
import type { Task, TaskOutcome } from '@sdc/engine/partitions'
import { outputName } from './batch.js'
import { endOf, type JobEnd } from './jobs.js'
import type { Slurm } from './slurm-commands.js'

/** Lines of what a job printed that are shown, and letters of each. */
const LINES = 5
const LETTERS = 200

/** With this signal Slurm says that it could not write what a job prints. */
const NO_OUTPUT = 53

/** A job that ended before its tasks. */
export interface EndedJob {
  readonly array: string
  readonly job: number
  /** Whether it ever said that it lives. */
  readonly lived: boolean
  readonly left: readonly Task[]
}

/**
 * What becomes of the tasks that a job left: they are lost, and are started again, unless its node will do no better the next time.
 *
 * @param slurm - Runs commands of Slurm.
 * @param store - The store.
 * @param folder - Its folder, for the sentence.
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

/** Why a worker did not start, where that is to be seen; one that was killed is lost. */
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

/** Of a job that a signal ended Slurm says that it could not be launched, whatever the signal. */
function endWords({ state, reason, status, signal }: JobEnd): string {
  if (signal > 0) return `${state}, signal ${signal}`
  return reason === 'None' ? `${state}, status ${status}` : `${state} (${reason}), status ${status}`
}

/** The last lines of what a job printed; undefined where there is nothing. */
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
