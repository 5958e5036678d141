import { isSdcError, type Plugin } from '@sdc/core'
import type { FromWorker, ToWorker } from './messages.js'
import { runTask } from './run-task.js'
import { holdLock } from './sign-of-life.js'
import { workFrom, type Work } from './work.js'

/** Port of a worker: `self` of a web worker, a `MessagePort`, or `parentPort` of Node. */
export interface TaskPort {
  postMessage(message: unknown): void
  addEventListener(type: string, hear: (event: { readonly type: string; readonly data?: unknown }) => void): void
}

/** Milliseconds between two progress messages: methods report progress thousands of times. */
const PAUSE = 50

/**
 * Runs the worker's side of `workerExecutor` and `webWorkerExecutor`: waits for the work, then runs the tasks it
 * receives, one after the other. Other messages on the port are ignored, so that one script can serve several purposes.
 *
 * @param port - Port to listen and send on; listening starts at once, before the plugins are loaded.
 * @param plugins - All plugins of the sender's registry, or a function that loads them.
 */
export function serveTasks(port: TaskPort, plugins: readonly Plugin[] | (() => Promise<readonly Plugin[]>)): void {
  // A worker's, not a window's: it has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const say = (message: FromWorker): void => port.postMessage(message)
  const guarded = (act: () => Promise<void>): void => void act().catch((error: unknown) => say(failure(error)))

  let told = -Infinity
  const tick = (fraction: number): void => {
    const now = performance.now()
    if (now - told < PAUSE) return
    told = now
    say({ type: 'tick', fraction })
  }

  let work: Work | undefined
  port.addEventListener('message', ({ data }) => {
    const message = data as ToWorker | undefined
    if (message?.type === 'work') {
      guarded(async () => {
        work = workFrom(message.work, typeof plugins === 'function' ? await plugins() : plugins)
        say({ type: 'ready', isLocked: message.lock !== undefined && (await holdLock(message.lock)) })
      })
    } else if (message?.type === 'task' && work !== undefined) {
      const open = work
      guarded(async () => say({ type: 'done', outcome: await runTask(open, message.task, tick) }))
    }
  })
}

function failure(error: unknown): Extract<FromWorker, { readonly type: 'failed' }> {
  if (isSdcError(error)) return { type: 'failed', error: error.toJSON() }
  return { type: 'failed', bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
