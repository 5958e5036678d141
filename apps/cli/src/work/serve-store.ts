import { wordOptions } from '@sdc/core'
import { serveWorkFolder } from '@sdc/release/tasks'
import { typedOption } from '../options/option-wording.js'
import { workerProgram } from './own-worker.js'

/** Runs the tasks of a work folder that the parent process names, until that process ends. */
export function serveStore(folder: string): Promise<never> {
  wordOptions(typedOption)
  return serveWorkFolder(folder, workerProgram())
}
