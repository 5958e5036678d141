import { setTimeout as pause } from 'node:timers/promises'
import { SdcError } from '@sdc/core'
import { BEAT, outputName, scriptOf } from './batch.js'
import { AWAY, isAway, sentenceOf, type CommandOutput, type Slurm } from './slurm-commands.js'

/** Facts shared by all array jobs of a run. */
export interface Submission {
  readonly slurm: Slurm
  /** Name of all jobs of the run. */
  readonly name: string
  /** The work folder. */
  readonly folder: string
  /** Command that starts a worker; the name of the batch follows. */
  readonly command: readonly string[]
  /** Number of jobs of an array that run at a time. */
  readonly width: number
  /** Bytes of a job. */
  readonly memory: number
  /** Further options of sbatch. */
  readonly options: readonly string[]
}

/**
 * Submits an array job.
 *
 * @param submission - Facts shared by all array jobs of the run.
 * @param batch - The batch, and its number of jobs.
 * @param exclude - Excluded nodes.
 * @returns The number of the array.
 * @throws BAD_OPTION if Slurm refuses it, with Slurm's message; WORKER_LOST if Slurm does not answer for minutes.
 */
export async function submit(
  submission: Submission,
  { batch, jobs, signal }: { readonly batch: string; readonly jobs: number; readonly signal?: AbortSignal | undefined },
  exclude: ReadonlySet<string>,
): Promise<string> {
  const script = scriptOf(submission.folder, submission.command, batch)
  for (const end = Date.now() + AWAY; ;) {
    const said = await submission.slurm('sbatch', argsOf(submission, jobs, exclude), script)
    const array = /^\d+/.exec(said.stdout)?.[0]
    if (said.status === 0 && array !== undefined) return array
    // Without the silent nodes no node may be left.
    if (exclude.size > 0 && !isAway(said)) return submit(submission, { batch, jobs, signal }, new Set())
    if (!isAway(said)) throw refusedError(said)
    if (Date.now() > end) throw awayError()
    await pause(BEAT, undefined, { signal }).catch(() => undefined)
    signal?.throwIfAborted()
  }
}

function argsOf(
  { name, folder, width, memory, options }: Submission,
  jobs: number,
  exclude: ReadonlySet<string>,
): string[] {
  const output = `${folder.replaceAll('%', '%%')}/${outputName('%A', '%a')}`
  const left = leftOut(options, exclude)
  return [
    '--parsable',
    '--export=ALL',
    `--job-name=${name}`,
    `--array=0-${jobs - 1}%${width}`,
    '--nodes=1',
    '--ntasks=1',
    '--requeue',
    `--mem=${Math.ceil(memory / 2 ** 20)}M`,
    '--chdir=/',
    `--output=${output}`,
    ...(left === '' ? [] : [`${EXCLUDE}${left}`]),
    ...options.filter((option) => !option.startsWith(EXCLUDE)),
  ]
}

const EXCLUDE = '--exclude='

/** Returns the excluded nodes of jobs: those that the options name, and others. */
export function leftOut(options: readonly string[], others: Iterable<string>): string {
  const named = options.filter((option) => option.startsWith(EXCLUDE)).map((option) => option.slice(EXCLUDE.length))
  return [...named, ...others].join(',')
}

function refusedError(said: CommandOutput): SdcError {
  const fix = 'Pass the required options, as --slurm "--partition=NAME --account=NAME"; sinfo lists the partitions.'
  return new SdcError('BAD_OPTION', `Slurm refuses the jobs of the run: ${sentenceOf(said)}`, {}, fix)
}

export function awayError(): SdcError {
  const message = `Slurm has not answered for ${AWAY / 60_000} minutes`
  return new SdcError('WORKER_LOST', message, {}, 'Continue with --resume.')
}
