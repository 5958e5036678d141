import { planVersion, type WorkerProgram } from '@sdc/release/tasks'
import { versionText } from '../version.js'

/** Returns the version of this program for a plan. */
export function ownVersion(): string {
  return planVersion(versionText())
}

/** Returns this program as a worker, which loads the plugins of the project that a plan needs. */
export function workerProgram(): WorkerProgram {
  return {
    version: ownVersion(),
    pluginsFor: async (ids) => (await import('@sdc/standard/needed')).neededPlugins(ids),
  }
}

/** Returns the script and arguments of a local worker of this program. */
export function ownWorker(folder: string): { readonly script: string; readonly args: readonly string[] } {
  return { script: process.argv[1], args: ['worker', folder] }
}
