import { wordOptions } from '@sdc/core'
import { serveTasks } from '@sdc/engine/node'
import { typedOption } from '../options/option-wording.js'
import { openStore } from './parts-plan.js'

/** Runs the tasks of a work folder that the starting process names, until that process ends. */
export function serveStore(folder: string): Promise<never> {
  wordOptions(typedOption)
  serveTasks(openStore(folder))
  return new Promise(() => undefined)
}
