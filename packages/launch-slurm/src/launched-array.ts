import { asInfo, type Message, type Store } from '@sdc/core'
import { getJson, taskIsDone, type Task, type TaskOutcome } from '@sdc/engine/partitions'
import { takeOutcome } from '@sdc/engine/node'
import { BEAT, beatName, startName, TRACES } from './batch.js'
import { outcomesOfEnd } from './job-end.js'
import { liveJobs, waitingMessage, type Job } from './jobs.js'
import { AWAY, type Slurm } from './slurm-commands.js'
import { awayError, leftOut } from './submit.js'

/** An array job that was submitted. */
interface Launched {
  readonly slurm: Slurm
  readonly name: string
  readonly folder: string
  readonly store: Store
  readonly array: string
  readonly batch: string
  readonly slices: readonly (readonly Task[])[]
  /** Number of its jobs that run at a time. */
  readonly width: number
  /** Nodes that became silent: they are added, and removed if no other node is left. */
  readonly silent: Set<string>
  /** Options of sbatch. */
  readonly options: readonly string[]
  /** True if nodes may be prepared for a job, which counts as running meanwhile. */
  readonly isPrepared: boolean
  readonly say: (message: Message) => void
}

/** A job of the array with remaining tasks. */
interface OpenJob {
  readonly job: number
  readonly left: Task[]
  /** Time when it was first seen running, by this clock, in milliseconds. */
  since?: number
  /** True if its worker has given a sign of life. */
  lived: boolean
  /** Last sign of its worker or its script, and number of checks in a row that found the same one. */
  sign?: unknown
  unheard: number
  /** Number of checks in a row in which Slurm did not know it. */
  missed: number
  /** True if it was waiting at the last answer of Slurm. */
  waits: boolean
}

/**
 * Number of checks without a new sign of life before a job is given up: ten seconds; a minute until its script starts,
 * if nodes are prepared.
 */
const SILENT = 5
const UNBORN = 30
/**
 * States in which a job occupies a node. A job that Slurm could not start on a dead node, or that ended there, waits
 * for the node to become ready, which never happens.
 */
const ON_NODE = new Set(['RUNNING', 'COMPLETING'])
/** Number of checks that do not find a job before it counts as ended: its files may become visible late. */
const GONE = 2
/** Time before the first message on waiting jobs, and between messages, in milliseconds. */
const QUIET = 3000
const AGAIN = 30_000

/**
 * Returns the outcomes of the tasks of an array job, check by check.
 *
 * @param launched - The array job.
 * @returns Functions that check the job, and measured seconds for each task.
 */
export function launchedArray(launched: Launched): {
  readonly isOpen: () => boolean
  readonly look: () => Promise<readonly TaskOutcome[]>
  readonly secondsEach: () => number | undefined
} {
  const { slurm, name, folder, store, array, batch, slices, width, silent, options, isPrepared, say } = launched
  const open = new Map<string, OpenJob>(
    slices.map((slice, job) => [
      `${array}_${job}`,
      { job, left: [...slice], lived: false, unheard: 0, missed: 0, waits: false },
    ]),
  )
  const begun = Date.now()
  let looked = 0
  let heard = begun
  let saidAt = begun + QUIET - AGAIN
  let said = ''
  /** Start of the time in which no job runs while nodes are excluded. */
  let waiting: number | undefined
  let seconds = 0
  let done = 0

  /** Reads the outcomes of a job's tasks from the work folder; a job runs them one after the other. */
  const settled = async ({ left, since }: OpenJob): Promise<readonly TaskOutcome[]> => {
    const outcomes: TaskOutcome[] = []
    while (left.length > 0) {
      const [task] = left
      const isDone = await taskIsDone({ store }, task.stage, task.index)
      const outcome = isDone ? { task, state: 'done' as const } : await takeOutcome(store, task)
      if (outcome === undefined) break
      outcomes.push(outcome)
      left.shift()
    }
    done += outcomes.length
    if (left.length === 0) seconds += (Date.now() - (since ?? begun)) / 1000
    return outcomes
  }

  /** Passes the excluded nodes for waiting jobs to Slurm. */
  const changed = async (...more: readonly string[]): Promise<void> => {
    await slurm('scontrol', ['update', `JobId=${array}`, `ExcNodeList=${leftOut(options, silent)}`, ...more])
  }

  const endOfJob = ({ job, lived }: OpenJob, left: readonly Task[]): Promise<readonly TaskOutcome[]> =>
    outcomesOfEnd(slurm, store, folder, { array, job, lived, left })

  const givenUp = async (id: string, one: OpenJob, { state, node }: Job): Promise<readonly TaskOutcome[]> => {
    const left = one.left.splice(0)
    // A site may clean up for long after a worker that did not start: its node was not silent.
    const ended = state === 'COMPLETING' ? await endOfJob(one, left) : []
    if (ended.some((outcome) => outcome.state === 'failed')) return ended
    silent.add(node)
    say(asInfo(`job ${id} on ${node} does not respond: its tasks start again elsewhere`))
    await slurm('scancel', ['--quiet', id])
    // A job on a dead node counts as running until Slurm detects the dead node, which may take minutes.
    await changed(`ArrayTaskThrottle=${slices.length}`)
    const error = new Error(`node ${node} did not respond`)
    return left.map((task) => ({ task, state: 'lost', error }))
  }

  const signOf = async (one: OpenJob, traces: ReadonlySet<string>): Promise<unknown> => {
    const [beat, start] = [beatName(batch, one.job), startName(batch, one.job)]
    one.lived ||= traces.has(beat)
    if (one.lived) return getJson(store, beat)
    return traces.has(start) ? `started ${String(await store.get(start))}` : undefined
  }

  /** Judges a job without an outcome in the work folder by the queue and its signs of life. */
  const watched = async (
    id: string,
    one: OpenJob,
    job: Job | undefined,
    traces: ReadonlySet<string>,
  ): Promise<readonly TaskOutcome[]> => {
    if (job === undefined) {
      return ++one.missed < GONE ? [] : endOfJob(one, one.left.splice(0))
    }
    one.missed = 0
    one.waits = job.state === 'PENDING'
    if (!ON_NODE.has(job.state)) {
      one.unheard = 0
      return []
    }
    one.since ??= Date.now()
    const sign = await signOf(one, traces)
    const isUnborn = sign === undefined && isPrepared && job.state === 'RUNNING'
    if (sign !== one.sign) one.unheard = 0
    else if (++one.unheard >= (isUnborn ? UNBORN : SILENT)) return givenUp(id, one, job)
    one.sign = sign
    return []
  }

  /** Uses silent nodes again if jobs have waited for others in vain: those may be dead too, and these alive again. */
  const readmitted = async (jobs: readonly Job[]): Promise<void> => {
    const waits = silent.size > 0 && jobs.length > 0 && jobs.every(({ state }) => state === 'PENDING')
    waiting = waits ? (waiting ?? Date.now()) : undefined
    if (waiting === undefined || Date.now() - waiting < AGAIN) return
    waiting = undefined
    say(asInfo(`jobs cannot get nodes other than ${[...silent].join(', ')}: they may run there again`))
    silent.clear()
    await changed()
  }

  const sayWaiting = (jobs: readonly Job[]): void => {
    const words = waitingMessage(jobs)
    const now = Date.now()
    // Jobs without a reason for waiting will run soon.
    if (words === undefined || words === said || now - saidAt < AGAIN) return
    say(asInfo(words))
    said = words
    saidAt = now
  }

  return {
    isOpen: () => open.size > 0,
    secondsEach: () => (done === 0 ? undefined : seconds / done),
    async look() {
      const outcomes: TaskOutcome[] = []
      const now = Date.now()
      const isTime = now - looked >= BEAT
      if (isTime) looked = now
      const jobs = isTime ? await liveJobs(slurm, name) : undefined
      if (jobs !== undefined) heard = Date.now()
      else if (Date.now() - heard > AWAY) throw awayError()
      // Listing a folder refreshes the files written by other machines; a test for one file may give an old answer.
      const traces = new Set(jobs === undefined ? [] : await store.list(TRACES))
      let near = 0
      for (const [id, one] of open) {
        // Among thousands of waiting jobs, the next ones may have started since Slurm answered.
        if (!one.waits || near++ < width) outcomes.push(...(await settled(one)))
        if (one.left.length > 0 && jobs !== undefined) outcomes.push(...(await watched(id, one, jobs.get(id), traces)))
        if (one.left.length === 0) open.delete(id)
      }
      if (jobs !== undefined) {
        const left = [...jobs.values()].filter(({ id }) => open.has(id))
        sayWaiting(left)
        await readmitted(left)
      }
      return outcomes
    },
  }
}
