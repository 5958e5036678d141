import { serveTasks } from '@sdc/engine/node'
import { openWorkFolder, type WorkerProgram } from './open-plan.js'

/**
 * Runs the tasks of a work folder that the starting process names, until that process ends.
 *
 * @param folder - The work folder.
 * @param program - Version of the worker, and its plugins.
 * @returns Never; the process ends.
 */
export function serveWorkFolder(folder: string, program?: WorkerProgram): Promise<never> {
  serveTasks(openWorkFolder(folder, program))
  return new Promise(() => undefined)
}
