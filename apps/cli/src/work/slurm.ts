import { resolve } from 'node:path'
import { asInfo, BLOCK, SdcError } from '@sdc/core'
import type * as api from '@sdc/launch-slurm'
import type { Launcher } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import { say } from '../terminal/progress.js'
import { optionalPackage } from '@sdc/release/node'
import { localWorkers, planHash, PROCESS, type FoundRun } from '@sdc/release/tasks'
import { ownWorker } from './own-worker.js'

const loadSlurm = (): Promise<typeof api> =>
  optionalPackage(() => import('@sdc/launch-slurm'), '@sdc/launch-slurm', 'tasks are started by Slurm with')

/** Bytes of columns that a task processes in a second; an assumption until tasks have run. */
const SPEED = 5e7

/** Slurm ends a job that exceeds its memory, and the memory of a run is planned, not enforced. */
const MARGIN = 1.25

/** Starts the tasks of a run by Slurm, with options of sbatch. */
export async function launchBySlurm(
  { folder, partBlocks, columns, workers, memory }: FoundRun,
  options = '',
): Promise<Launcher> {
  const slurm = await loadSlurm()
  const own = resolve(folder)
  const launcher = await slurm.slurmLauncher({
    folder: own,
    store: folderStore(own),
    plan: await planHash(folder),
    command: [process.execPath, process.argv[1], 'worker', own, '--launcher', 'slurm', '--batch'],
    width: workers,
    // Two processes: one works, the other one reports that it is alive.
    memory: MARGIN * (memory + 2 * PROCESS),
    options: slurm.sbatchOptions(options),
    taskSeconds: (partBlocks * BLOCK * columns * 8) / SPEED,
    say,
  })
  say(asInfo(`tasks are started by Slurm, ${workers} ${workers === 1 ? 'job' : 'jobs'} at a time`))
  return launcher
}

/** Works on the tasks of the Slurm job that the environment names. */
export async function workBySlurm(folder: string, batch: string | undefined): Promise<void> {
  const job = Number(process.env.SLURM_ARRAY_TASK_ID ?? Number.NaN)
  if (batch === undefined || !Number.isInteger(job)) {
    const fix = 'Run sdc mask, reverse-map or measure with --launcher slurm: it submits its jobs.'
    throw new SdcError('BAD_OPTION', 'a worker of Slurm is started by a job of its run', {}, fix)
  }
  const slurm = await loadSlurm()
  const launcher = localWorkers(folder, 1, ownWorker)
  const found = await slurm.serveBatch({ store: folderStore(folder), batch, job, launcher })
  if (!found)
    say(asInfo(`the work folder ${folder} has no such tasks any more: the run has ended, or continues without them`))
}
