import { parentPort, workerData } from 'node:worker_threads'
import type { Plugin } from '@sdc/core'
import { serveTasks } from './tasks/serve-tasks.js'

/** One worker of `workerExecutor`: loads the plugins, then runs the tasks it is sent. */
const { modules } = workerData as { readonly modules: readonly string[] }

if (parentPort) {
  serveTasks(parentPort, async () => {
    const loaded: Plugin[] = []
    for (const name of modules) {
      const { default: made } = (await import(name)) as { readonly default: Plugin | readonly Plugin[] }
      loaded.push(...(Array.isArray(made) ? (made as readonly Plugin[]) : [made as Plugin]))
    }
    return loaded
  })
}
