import type { Slurm } from './slurm-commands.js'

/** Job of an array in Slurm's queue. */
export interface Job {
  /** `12_3`. */
  readonly id: string
  /** `RUNNING`, `PENDING`, … */
  readonly state: string
  readonly reason: string
  readonly node: string
}

/** States of a job that has not ended. */
const LIVE = new Set([
  'PENDING',
  'CONFIGURING',
  'RUNNING',
  'COMPLETING',
  'SUSPENDED',
  'STOPPED',
  'STAGE_OUT',
  'REQUEUED',
  'REQUEUE_FED',
  'REQUEUE_HOLD',
  'RESIZING',
  'RESV_DEL_HOLD',
  'SIGNALING',
  'SPECIAL_EXIT',
])

/** Reason of a job that waits only for the launcher's own limit of running jobs. */
const OURS = 'JobArrayTaskLimit'

/**
 * Returns the jobs of a run that have not ended.
 *
 * @param slurm - Runs squeue.
 * @param name - Name of the jobs.
 * @returns The jobs by number; undefined if Slurm does not answer.
 */
export async function liveJobs(slurm: Slurm, name: string): Promise<ReadonlyMap<string, Job> | undefined> {
  const format = '%i|%T|%r|%N'
  const said = await slurm('squeue', ['--noheader', '--array', `--name=${name}`, `--format=${format}`])
  if (said.status !== 0) return undefined
  return new Map(
    jobsIn(said.stdout)
      .filter(({ state }) => LIVE.has(state))
      .map((job) => [job.id, job]),
  )
}

/** Returns the jobs that squeue lists, as `%i|%T|%r|%N`. */
export function jobsIn(text: string): readonly Job[] {
  return text
    .split('\n')
    .map((line) => line.trim().split('|'))
    .filter(({ length }) => length === 4)
    .map(([id, state, reason, node]) => ({ id, state, reason, node }))
}

/** End of a job. */
export interface JobEnd {
  readonly state: string
  readonly reason: string
  readonly node: string
  readonly status: number
  readonly signal: number
}

/**
 * Returns the end of a job, as long as Slurm remembers it: without accounting some minutes.
 *
 * @param slurm - Runs scontrol.
 * @param id - The number of the job.
 * @returns The end; undefined if it is unknown.
 */
export async function endOf(slurm: Slurm, id: string): Promise<JobEnd | undefined> {
  const said = await slurm('scontrol', ['--oneliner', 'show', 'job', id])
  return said.status === 0 ? endIn(said.stdout) : undefined
}

/** Reads the first line of `scontrol --oneliner show job`. */
export function endIn(text: string): JobEnd | undefined {
  const [line] = text.split('\n')
  const field = (name: string): string | undefined => new RegExp(`(?:^| )${name}=(\\S*)`).exec(line)?.[1]
  const state = field('JobState')
  const [status, signal] = (field('ExitCode') ?? '0:0').split(':').map(Number)
  if (state === undefined) return undefined
  return { state, reason: field('Reason') ?? 'None', node: field('NodeList') ?? '', status, signal }
}

/**
 * Returns true if a cluster may prepare a node for a job, which counts as running meanwhile.
 *
 * @param slurm - Runs scontrol.
 * @returns True if its configuration names a program for that, or is unknown.
 */
export async function preparesNodes(slurm: Slurm): Promise<boolean> {
  const said = await slurm('scontrol', ['show', 'config'])
  const named = /^Prolog(?:Slurmctld)?(?:\[\d+\])? *= *(?!\(null\))\S/m
  return said.status !== 0 || named.test(said.stdout)
}

/**
 * Returns a message on waiting jobs.
 *
 * @param jobs - The jobs.
 * @returns `Slurm runs 2 jobs, 3 wait: Resources`; nothing if jobs wait only because of the limit on running ones.
 */
export function waitingMessage(jobs: Iterable<Job>): string | undefined {
  const all = [...jobs]
  const waiting = all.filter(({ state }) => state === 'PENDING')
  const running = all.length - waiting.length
  const reasons = new Set(waiting.map(({ reason }) => reason).filter((reason) => reason !== OURS && reason !== 'None'))
  if (reasons.size === 0) return undefined
  const why = [...reasons].sort().join(', ')
  return `Slurm runs ${running} ${running === 1 ? 'job' : 'jobs'}, ${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'}: ${why}`
}
