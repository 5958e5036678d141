import { serveTasks } from '@sdc/scale/node'
import { openStore } from './parts-plan.js'

/** Runs the tasks of a store that the process is told of by the run that started it, until that run is gone. */
export function serveStore(folder: string): Promise<never> {
  serveTasks(openStore(folder))
  return new Promise(() => undefined)
}
