import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import * as option from '../options/options.js'
import type { Place } from '@sdc/release/node'
import { watchOf } from './watch.js'
import { ownVersion, ownWorker } from './own-worker.js'
import { pluginNames } from '../plugins/registry.js'
import { memorySize } from './memory-size.js'

/** Redis of a run over BullMQ; by default that of the environment, or the standard one of this machine. */
export const redis = option.text('<url>', 'with --launcher bullmq: use Redis at this address')

const launchers = ['local', 'bullmq', 'slurm'] as const

/** Options of work out of core; `verb` names the work. */
export const workFlags = (verb = 'mask') => ({
  memory: option.value('<size>', 'limit the memory of all processes: 500MB, 2GB', memorySize),
  workers: option.value('<count>', `${verb} out of core with this many processes`, option.positiveInteger),
  workFolder: option.text('<folder>', 'keep temporary files here; removed on success, kept on failure'),
  resume: option.flag('resume an interrupted run from its work folder'),
  launcher: option.choice('<name>', 'start workers as local processes, by BullMQ, or by Slurm', launchers),
  redis,
  slurm: option.text('<options>', 'with --launcher slurm: pass these options to sbatch'),
})

type WorkOptions = option.Given<ReturnType<typeof workFlags>>

/** Options that need a launcher. */
const LAUNCHERS = [
  ['redis', 'bullmq'],
  ['slurm', 'slurm'],
] as const

/** Refuses options of a launcher that is not used. */
function refuseOtherLauncher(options: WorkOptions): void {
  for (const [name, launcher] of LAUNCHERS) {
    if (options[name] === undefined || options.launcher === launcher) continue
    const message = `--${name} needs --launcher ${launcher}`
    const fix = `Add --launcher ${launcher}, or remove it.`
    throw new SdcError('BAD_OPTION', message, { parameter: `--${name}` }, fix)
  }
}

/** Runs a flow as options say, in memory or out of core; `plugins` are those of a plan. */
export async function inPlace<R>(
  command: Command,
  options: WorkOptions,
  flow: (place: Place) => Promise<R>,
  plugins: readonly string[] = [],
): Promise<R> {
  refuseOtherLauncher(options)
  const { memory, workers, workFolder, resume } = options
  const { watch, done } = watchOf()
  const place: Place = {
    memory,
    workers,
    outOfCore: options.launcher === 'local',
    workFolder,
    resume,
    launcher: launcherOf(options),
    worker: ownWorker,
    plugins: [...pluginNames(command), ...plugins],
    version: ownVersion(),
    watch,
  }
  try {
    return await flow(place)
  } finally {
    done()
  }
}

/** Returns the launcher; undefined for local processes. */
function launcherOf({ launcher, redis, slurm }: WorkOptions): Place['launcher'] {
  if (launcher === 'bullmq') return async (run) => (await import('./bullmq.js')).launchByBullmq(run.folder, redis)
  if (launcher === 'slurm') return async (run) => (await import('./slurm.js')).launchBySlurm(run, slurm)
  return undefined
}
