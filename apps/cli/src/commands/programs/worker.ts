import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import * as option from '../../options/options.js'
import { redis } from '../../work/work-options.js'

const help = `
Local workers start on their own, and --launcher slurm starts jobs of a cluster. With --launcher bullmq, start workers on any machine that has the work folder, the file and the output under the same paths:
  sdc mask big.parquet --method noise/additive --columns income --work-folder /shared/work --launcher bullmq --redis redis://queue:6379 -o /shared/masked.parquet
  sdc worker /shared/work --launcher bullmq --redis redis://queue:6379 --workers 4

A worker ends with its run. If a worker is lost, another one takes over its task within 15 seconds. Redis stores a hash of the plan, names of stages and numbers of tasks. Install the package first: npm install @sdc/launch-bullmq`

const flags = {
  launcher: option.choice('<name>', 'name the launcher of the run', ['bullmq', 'slurm']),
  redis,
  workers: option.value('<count>', 'run this many tasks at a time; default 1', option.positiveInteger),
  batch: option.special<string | undefined>(option.text('<name>', 'run the tasks of a Slurm job'), (one) =>
    one.hideHelp(),
  ),
}

export function add(program: Command): void {
  option
    .addFlags(program.command('worker'), flags)
    .argument('<store>', 'work folder of the run')
    .addHelpText('after', help)
    .action(async (store: string, options: option.Given<typeof flags>) => {
      if (options.launcher === 'bullmq') {
        const { workByBullmq } = await import('../../work/bullmq.js')
        await workByBullmq(store, options)
        return
      }
      if (options.launcher === 'slurm') {
        const { workBySlurm } = await import('../../work/slurm.js')
        await workBySlurm(store, options.batch)
        return
      }
      const fix = 'Run sdc mask, reverse-map or measure with --workers N, or add --launcher bullmq.'
      throw new SdcError('BAD_OPTION', 'each run starts its own workers', {}, fix)
    })
}
