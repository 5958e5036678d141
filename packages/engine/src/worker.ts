import { parentPort, workerData } from 'node:worker_threads'
import { isSdcError, type Plugin } from '@sdc/core'
import { workFrom, type PlainWork, type Task } from './jobs/job.js'
import { runJob } from './jobs/run-job.js'
import type { FromWorker } from './jobs/messages.js'

/** One worker of `workerExecutor`: loads the plugins, then runs the tasks it is sent, one after the other. */
const { modules, work: plain } = workerData as { readonly modules: readonly string[]; readonly work: PlainWork }

// A thread's, not a window's: it has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = (message: FromWorker): void => parentPort?.postMessage(message)

/** How long nothing is said of how far a task is: methods tell it thousands of times, and nobody reads so fast. */
const PAUSE = 50
let told = -Infinity

function tell(fraction: number): void {
  const now = performance.now()
  if (now - told < PAUSE) return
  told = now
  say({ type: 'tick', fraction })
}

function failure(error: unknown): Extract<FromWorker, { readonly type: 'failed' }> {
  if (isSdcError(error)) return { type: 'failed', error: error.toJSON() }
  return { type: 'failed', bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

try {
  const loaded: Plugin[] = []
  for (const name of modules) {
    const { default: made } = (await import(name)) as { readonly default: Plugin | readonly Plugin[] }
    loaded.push(...(Array.isArray(made) ? (made as readonly Plugin[]) : [made as Plugin]))
  }
  const work = workFrom(plain, loaded)
  parentPort?.on('message', (task: Task) => {
    runJob(work, task, tell).then(
      (outcome) => say({ type: 'done', outcome }),
      (error: unknown) => say(failure(error)),
    )
  })
  say({ type: 'ready' })
} catch (error) {
  say(failure(error))
}
