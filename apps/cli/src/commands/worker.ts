import type { Command } from 'commander'
import { SdcError } from '@sdc/core'

const help = `
It is started by sdc itself where a file is masked in parts by several workers, and waits for tasks.`

/**
 * Adds `sdc worker`.
 *
 * @param program - The program.
 */
export function addWorker(program: Command): void {
  program
    .command('worker')
    .argument('<store>', 'the folder of the run')
    .addHelpText('after', help)
    .action(async (store: string) => {
      if (process.send === undefined) {
        const advice = 'Run sdc mask DATA.parquet --workers N: it starts its workers.'
        throw new SdcError('BAD_OPTION', 'a worker is started by the run that it works for', {}, advice)
      }
      const { serveTasks } = await import('@sdc/scale/node')
      const { openStore } = await import('../parts/parts-plan.js')
      serveTasks(openStore(store))
      await new Promise((resolve) => process.once('disconnect', resolve))
      // Nobody waits for a task of a run that ended, or was killed.
      process.exit()
    })
}
