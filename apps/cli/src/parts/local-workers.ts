import type { Launcher } from '@sdc/engine/partitions'
import { processLauncher } from '@sdc/engine/node'

/** Runs tasks of a store in so many processes of this machine. */
export function localWorkers(folder: string, width: number): Launcher {
  return processLauncher({ script: process.argv[1], args: ['worker', folder], width })
}
