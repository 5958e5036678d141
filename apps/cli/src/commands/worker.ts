import { Option, type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { positiveInteger } from '../options/options.js'
import { redisOption } from '../parts/parts-options.js'

const help = `
Where a file is masked, mapped back or measured in parts by workers of this machine, the command starts them itself, and with --launcher slurm as jobs of a cluster. With --launcher bullmq they run on any machine that sees the store, the file and the place of the output under the same paths:
  sdc mask big.parquet --method noise/additive --columns income --work-folder /shared/work --launcher bullmq --redis redis://queue:6379 -o /shared/masked.parquet
  sdc worker /shared/work --launcher bullmq --redis redis://queue:6379 --workers 4

A worker ends when the run is over. One that is lost is noticed within 15 seconds, and another one does its task. Redis learns a hash of the plan, names of stages and numbers of tasks; needed: npm install @sdc/launch-bullmq`

interface WorkerOptions {
  readonly launcher?: 'bullmq' | 'slurm'
  readonly batch?: string
  readonly redis?: string
  readonly workers?: number
}

/**
 * Adds `sdc worker`.
 *
 * @param program - The program.
 */
export function addWorker(program: Command): void {
  program
    .command('worker')
    .argument('<store>', 'the folder of the run')
    .addOption(new Option('--launcher <name>', 'who starts its tasks').choices(['bullmq', 'slurm']))
    .addOption(redisOption())
    .option('--workers <count>', 'how many tasks this machine runs at a time; by default 1', positiveInteger)
    .addOption(new Option('--batch <name>', 'the tasks of a job of Slurm').hideHelp())
    .addHelpText('after', help)
    .action(async (store: string, options: WorkerOptions) => {
      if (options.launcher === 'bullmq') {
        const { workByBullmq } = await import('../parts/bullmq.js')
        await workByBullmq(store, options)
        return
      }
      if (options.launcher === 'slurm') {
        const { workBySlurm } = await import('../parts/slurm.js')
        await workBySlurm(store, options.batch)
        return
      }
      const fix =
        'Run sdc mask, reverse-map or measure with --workers N: it starts its workers; or add --launcher bullmq.'
      throw new SdcError('BAD_OPTION', 'a worker is started by the run that it works for', {}, fix)
    })
}
