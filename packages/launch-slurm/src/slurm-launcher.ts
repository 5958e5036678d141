import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SdcError, type Message, type Store } from '@sdc/core'
import { putJson, type Launcher } from '@sdc/engine/partitions'
import { OUTCOMES } from '@sdc/engine/node'
import { batchName, BEAT, TRACES, type Batch } from './batch.js'
import { liveJobs, preparesNodes } from './jobs.js'
import { launchedArray } from './launched-array.js'
import { slicesOf, USUAL_JOB } from './slices.js'
import { sentenceOf, slurm as usualSlurm, type Slurm } from './slurm-commands.js'
import { submit, type Submission } from './submit.js'

/** Options of a launcher over Slurm. */
export interface SlurmLauncherOptions {
  /** Work folder, which all nodes see under this path. */
  readonly folder: string
  /** Store in that folder. */
  readonly store: Store
  /** Hash of the plan, which names the jobs, so that two runs do not mix. */
  readonly plan: string
  /** Command that starts a worker on a node; the name of a batch follows. */
  readonly command: readonly string[]
  /** Number of jobs that run at a time. */
  readonly width: number
  /** Bytes that a job may use. */
  readonly memory: number
  /** Further options for sbatch, from `sbatchOptions`. */
  readonly options?: readonly string[] | undefined
  /** Estimated seconds per task, before one was measured. */
  readonly taskSeconds: number
  /** Target length of a job in seconds; by default a minute. */
  readonly jobSeconds?: number | undefined
  /** Called with messages about waiting and problems. */
  readonly say: (message: Message) => void
  /** Runs commands of Slurm; as processes by default. */
  readonly slurm?: Slurm | undefined
}

/** Longest time for a cancelled job to end, in milliseconds. */
const END = 20_000

/**
 * Runs tasks as jobs of Slurm: an array job for each launch, each of its jobs with a run of tasks that take about a
 * minute together. Results are in the work folder. Closing the launcher removes all of its files there and its jobs in
 * Slurm's queue.
 *
 * @param options - The plan, the work folder and the command that starts a worker.
 * @returns The launcher.
 * @throws BAD_OPTION if Slurm is not available here.
 */
export async function slurmLauncher(options: SlurmLauncherOptions): Promise<Launcher> {
  const { folder, store, plan, command, width, memory, jobSeconds = USUAL_JOB, say, slurm = usualSlurm } = options
  const name = `sdc-${plan.slice(0, 16)}`
  const asked = options.options ?? []
  const submission: Submission = { slurm, name, folder, command, width, memory, options: asked }
  for (const tool of ['sbatch', 'squeue', 'scancel', 'scontrol']) {
    const said = await slurm(tool, ['--version'])
    if (said.status === 0) continue
    const message = `Slurm cannot be used here: ${sentenceOf(said)}`
    throw new SdcError('BAD_OPTION', message, {}, 'Start the run on a machine of the cluster that submits jobs.')
  }
  const isPrepared = await preparesNodes(slurm)
  // Removes the remains of a killed run.
  await cancelAll(slurm, name, store, new Set())

  const own = randomBytes(4).toString('hex')
  const silent = new Set<string>()
  let each = options.taskSeconds
  let launches = 0
  return {
    width,
    async *launch(tasks, { signal }) {
      const slices = slicesOf(tasks, { width, each, job: jobSeconds })
      const batch = `${own}-${++launches}`
      await putJson(store, batchName(batch), { slices } satisfies Batch)
      const array = await submit(submission, { batch, jobs: slices.length, signal }, silent)
      const all = { slurm, name, folder, store, array, batch, slices, width, silent, options: asked, isPrepared, say }
      const launched = launchedArray(all)
      const since = Date.now()
      while (launched.isOpen() && !isAborted(signal)) {
        yield* await launched.look()
        if (!launched.isOpen()) break
        // Detects the end of short stages soon, and checks a long one at most once a second.
        const ms = Math.min(1000, Math.max(200, (Date.now() - since) / 10))
        await pause(ms, undefined, { signal }).catch(() => undefined)
      }
      each = launched.secondsEach() ?? each
    },
    close: () => cancelAll(slurm, name, store, silent),
  }
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** Cancels the jobs of a run, waits until they have ended, and removes their files from the work folder. */
async function cancelAll(slurm: Slurm, name: string, store: Store, silent: ReadonlySet<string>): Promise<void> {
  // An unreachable worker detects by this that nobody waits for it.
  await store.remove(TRACES)
  const isThere = async (): Promise<boolean> => {
    const jobs = await liveJobs(slurm, name)
    return [...(jobs?.values() ?? [])].some(({ node }) => !silent.has(node))
  }
  const end = Date.now() + END
  if (await isThere()) {
    await slurm('scancel', ['--quiet', `--name=${name}`])
    while ((await isThere()) && Date.now() < end) await pause(BEAT / 4)
  }
  await store.remove(TRACES)
  await store.remove(OUTCOMES)
}
