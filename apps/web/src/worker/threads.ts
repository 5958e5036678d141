import { webWorkerExecutor, type WebWorker, type WebWorkerEvent } from '@sdc/engine/web-workers'
import type { Executor } from '@sdc/engine'
import type { PagePort, Reply } from './protocol/messages.js'

/** The workers that run the candidates of a worker's job. */
export interface Threads {
  readonly executor: Executor
  /** The page says that one has ended, and why. */
  lost(thread: number, message: string): void
}

/**
 * Workers for a worker, which the page starts: a page that was opened from a file lets no worker start another. Each is
 * spoken with by a channel of its own; the page ends them with the worker that asked for them.
 *
 * @param page - Who starts them.
 * @param width - How many run at the same time.
 * @returns What runs candidates on them.
 */
export function threadsOf(page: PagePort, width: number): Threads {
  const hearing = new Map<number, (event: WebWorkerEvent) => void>()
  let last = 0
  const tell = (message: Reply, transfer: readonly Transferable[] = []): void => page.postMessage(message, transfer)
  const start = (): WebWorker => {
    const thread = ++last
    const { port1, port2 } = new MessageChannel()
    tell({ id: 0, type: 'thread', thread, port: port2 }, [port2])
    return {
      postMessage: (message) => port1.postMessage(message),
      terminate() {
        port1.close()
        hearing.delete(thread)
        tell({ id: 0, type: 'thread ended', thread })
      },
      addEventListener(type, hear) {
        if (type === 'error') hearing.set(thread, hear)
        else port1.addEventListener(type, (event) => hear(event as unknown as WebWorkerEvent))
        port1.start()
      },
    }
  }
  return {
    executor: webWorkerExecutor({ width, start }),
    lost: (thread, message) => hearing.get(thread)?.({ type: 'error', message, preventDefault: () => {} }),
  }
}
