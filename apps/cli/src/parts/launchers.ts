import type { Launcher } from '@sdc/engine/partitions'
import { launchByBullmq } from './bullmq.js'
import { sizeText, usualMemory } from './cut.js'
import { localWorkers } from './local-workers.js'
import { launchBySlurm, type SlurmTasks } from './slurm.js'
import type { PartsOptions } from './parts-options.js'

/** A run, as far as who runs its tasks must know it. */
export interface LaunchedRun extends SlurmTasks {
  readonly rows: number
  /** How many tasks most of its stages have. */
  readonly tasks: number
  /** How many of them may run at a time, and bytes of each beside its process. */
  readonly workers: number
  readonly memory: number
}

type Launch = Pick<PartsOptions, 'launcher' | 'redis' | 'slurm' | 'memory'>

const widthOf = ({ workers, tasks }: LaunchedRun): number => Math.min(workers, tasks)

/** How a run is cut, and by whom it is worked on: `300000 records in 5 parts, 2 processes, 2000 MB`. */
export function cutText(run: LaunchedRun, { launcher, memory = usualMemory() }: Launch): string {
  const { rows, tasks } = run
  const width = widthOf(run)
  const who =
    launcher === 'bullmq' || launcher === 'slurm'
      ? `${sizeText(run.memory)} a task`
      : `${width} ${width === 1 ? 'process' : 'processes'}, ${sizeText(memory)}`
  return `${rows} ${rows === 1 ? 'record' : 'records'} in ${tasks} ${tasks === 1 ? 'part' : 'parts'}, ${who}`
}

/** From so many records on one worker, too, is a process of its own: it looks for garbage more rarely than this one, and that is worth its start. */
const APART = 2_000_000

/**
 * Who runs the tasks of a store.
 *
 * @param folder - The store, with its plan.
 * @param run - The run.
 * @param options - Who is asked for.
 * @returns The launcher; undefined where this process runs them itself: few records by one worker.
 * @throws BAD_OPTION where who is asked for is not there.
 */
export async function launcherOf(folder: string, run: LaunchedRun, options: Launch): Promise<Launcher | undefined> {
  if (options.launcher === 'bullmq') return launchByBullmq(folder, options.redis)
  if (options.launcher === 'slurm') return launchBySlurm(folder, run, options.slurm)
  const width = widthOf(run)
  const isApart = width > 1 || run.rows >= APART
  return isApart ? localWorkers(folder, width) : undefined
}
