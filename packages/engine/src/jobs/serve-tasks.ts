import { isSdcError, type Plugin } from '@sdc/core'
import { workFrom, type Work } from './job.js'
import type { FromWorker, ToWorker } from './messages.js'
import { runJob } from './run-job.js'
import { holdLock } from './sign-of-life.js'

/** Where a worker hears and speaks: `self` of a web worker, a `MessagePort`, or `parentPort` of Node. */
export interface TaskPort {
  postMessage(message: unknown): void
  addEventListener(type: string, hear: (event: { readonly type: string; readonly data?: unknown }) => void): void
}

/** How long nothing is said of how far a task is: methods tell it thousands of times, and nobody reads so fast. */
const PAUSE = 50

/**
 * The worker's side of `workerExecutor` and `webWorkerExecutor`: waits for the work, then runs the tasks that it is sent,
 * one after the other. What else comes by the same port is not for it, so that one script can play several parts.
 *
 * @param port - Where it hears and speaks; it is listened to at once, before the plugins are there.
 * @param plugins - All that the registry of the one who sends has, or what loads them.
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
      guarded(async () => say({ type: 'done', outcome: await runJob(open, message.task, tick) }))
    }
  })
}

function failure(error: unknown): Extract<FromWorker, { readonly type: 'failed' }> {
  if (isSdcError(error)) return { type: 'failed', error: error.toJSON() }
  return { type: 'failed', bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
