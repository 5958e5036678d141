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

/** Bytes of columns that a task works through in a second: a guess, until tasks were seen. */
const SPEED = 5e7

/** Slurm ends a job that takes more than it asked for, and what a run keeps to is planned, not enforced. */
const MARGIN = 1.25

/**
 * Starts the tasks of a store by Slurm.
 *
 * @param folder - The store, with its plan.
 * @param tasks - Its tasks.
 * @param options - Options of sbatch, where they were given.
 * @throws BAD_OPTION where the package is not installed, Slurm is not here, or an option is none of sbatch's that go with a run.
 */
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
    // Two processes: one works, the other one says that it lives.
    memory: MARGIN * (memory + 2 * PROCESS),
    options: slurm.sbatchOptions(options),
    taskSeconds: (partBlocks * BLOCK * columns * 8) / SPEED,
    say,
  })
  say(asInfo(`tasks are started by Slurm, ${workers} ${workers === 1 ? 'job' : 'jobs'} at a time`))
  return launcher
}

/**
 * Works on the tasks of one job of Slurm, by whose environment it knows its number.
 *
 * @param folder - The store.
 * @param batch - The name of the batch.
 * @throws BAD_OPTION where it is not started by Slurm, or the package is not installed.
 */
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
