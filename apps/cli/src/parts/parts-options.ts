import { Option, type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { positiveInteger } from '../options/options.js'
import { namesParquet } from '../optional/is-parquet.js'
import { memorySize } from './memory-size.js'

/** How a file in parts is worked on. */
export interface PartsOptions {
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

/** What does not go with a file in parts. */
interface Others {
  readonly release?: unknown
  readonly private?: unknown
  readonly groups?: unknown
  readonly fits?: unknown
  readonly limit?: readonly string[]
  readonly failAbove?: readonly string[]
  readonly hierarchy?: readonly string[]
  readonly hierarchies?: unknown
  readonly json?: unknown
  readonly publishParams?: unknown
  readonly quasiIdentifiers?: unknown
  readonly quantile?: unknown
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

/** The options of work in parts; `verb`: what is done. */
export function addPartsOptions(command: Command, verb = 'mask'): Command {
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

/** Whether a file is to be worked on in parts though memory may hold it: it is said by whom, where, or how many. */
export function asksForParts({ out, workers, workFolder, resume, launcher, redis, slurm }: PartsOptions): boolean {
  if (resume === true || namesParquet(out)) return true
  return [workers, workFolder, launcher, redis, slurm].some((asked) => asked !== undefined)
}

/** Refuses an option of a launcher that is not asked for. */
export function refuseOtherLauncher(options: PartsOptions): void {
  for (const [name, launcher] of LAUNCHERS) {
    if (options[name] === undefined || options.launcher === launcher) continue
    const message = `--${name} needs --launcher ${launcher}`
    const fix = `Add --launcher ${launcher}, or remove it.`
    throw new SdcError('BAD_OPTION', message, { parameter: `--${name}` }, fix)
  }
}

/**
 * @param options - What is asked of a file in parts.
 * @param releases - Whether what is made can be released.
 * @throws BAD_OPTION for what cannot be done there.
 */
export function refuseOnParts(options: PartsOptions & Others, releases = false): void {
  refuseOtherLauncher(options)
  const asked = [
    ['--release', releases ? undefined : options.release],
    ['--private', releases && options.release === true ? undefined : options.private],
    ['--groups', options.groups],
    ['--fits', options.fits],
    ['--limit', options.limit?.[0]],
    ['--fail-above', options.failAbove?.[0]],
    ['--hierarchy', options.hierarchy?.[0]],
    ['--hierarchies', options.hierarchies],
    ['--json', options.json],
    ['--publish-params', releases && options.release === true ? undefined : options.publishParams],
    ['--quasi-identifiers', options.quasiIdentifiers],
    ['--quantile', options.quantile],
  ].find(([, value]) => value !== undefined && value !== false)
  if (asked !== undefined) {
    const fix = 'Leave it out, or use a CSV file that fits into memory.'
    throw new SdcError('BAD_OPTION', `${asked[0]} cannot be used with a file masked out of core`, {}, fix)
  }
}
