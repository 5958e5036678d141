import { Option, type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { positiveInteger } from '../options/options.js'
import type { Place } from '@sdc/release/node'
import { watchOf } from './watch.js'
import { ownVersion, ownWorker } from './own-worker.js'
import { pluginNames } from '../plugins/registry.js'
import { memorySize } from './memory-size.js'

/** Options of work out of core. */
export interface WorkOptions {
  readonly out?: string | undefined
  readonly seed?: string | undefined
  readonly memory?: number | undefined
  readonly workers?: number | undefined
  readonly workFolder?: string | undefined
  readonly resume?: boolean | undefined
  readonly launcher?: 'local' | 'bullmq' | 'slurm' | undefined
  readonly redis?: string | undefined
  readonly slurm?: string | undefined
}

/** The Redis of a run over BullMQ: given, or that of the environment, or the usual one of this machine. */
export function redisOption(): Option {
  return new Option('--redis <url>', 'with --launcher bullmq: use Redis at this address')
}

/** Who starts tasks elsewhere: the option without which the other one means nothing. */
const LAUNCHERS = [
  ['redis', 'bullmq'],
  ['slurm', 'slurm'],
] as const

/** Adds the options of work out of core; `verb` names the work. */
export function addWorkOptions(command: Command, verb = 'mask'): Command {
  return command
    .option('--memory <size>', 'limit the memory of all processes: 500MB, 2GB', memorySize)
    .option('--workers <count>', `${verb} out of core with this many processes`, positiveInteger)
    .option('--work-folder <folder>', 'keep temporary files here; removed on success, kept on failure')
    .option('--resume', 'resume an interrupted run from its work folder')
    .addOption(
      new Option('--launcher <name>', 'start workers as local processes, by BullMQ, or by Slurm').choices([
        'local',
        'bullmq',
        'slurm',
      ]),
    )
    .addOption(redisOption())
    .option('--slurm <options>', 'with --launcher slurm: pass these options to sbatch')
}

/** Refuses an option of a launcher that is not asked for. */
function refuseOtherLauncher(options: WorkOptions): void {
  for (const [name, launcher] of LAUNCHERS) {
    if (options[name] === undefined || options.launcher === launcher) continue
    const message = `--${name} needs --launcher ${launcher}`
    const fix = `Add --launcher ${launcher}, or remove it.`
    throw new SdcError('BAD_OPTION', message, { parameter: `--${name}` }, fix)
  }
}

/**
 * Runs a flow in the place that options name.
 *
 * @param command - The command, with its plugins.
 * @param options - The options.
 * @param flow - The flow.
 * @param plugins - Further plugins: of a plan.
 * @returns The result of the flow.
 * @throws what the flow throws; BAD_OPTION for an option of another launcher.
 */
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

/** The launcher that options name; undefined for local processes. */
function launcherOf({ launcher, redis, slurm }: WorkOptions): Place['launcher'] {
  if (launcher === 'bullmq') return async (run) => (await import('./bullmq.js')).launchByBullmq(run.folder, redis)
  if (launcher === 'slurm') return async (run) => (await import('./slurm.js')).launchBySlurm(run, slurm)
  return undefined
}
