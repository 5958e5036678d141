import { planVersion, type WorkerProgram } from '@sdc/release/tasks'
import { versionText } from '../version.js'

/** Version of this program as a plan has it. */
export function ownVersion(): string {
  return planVersion(versionText())
}

/** This program as a worker: its plugins are those of the project that a plan needs. */
export function workerProgram(): WorkerProgram {
  return {
    version: ownVersion(),
    pluginsFor: async (ids) => (await import('@sdc/standard/needed')).neededPlugins(ids),
  }
}

/** Arguments of a local worker of this program. */
export function ownWorker(folder: string): { readonly script: string; readonly args: readonly string[] } {
  return { script: process.argv[1], args: ['worker', folder] }
}
