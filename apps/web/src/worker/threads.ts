import { webWorkerExecutor, type WebWorker, type WebWorkerEvent } from '@sdc/engine/web-workers'
import type { Executor } from '@sdc/engine'
import type { PagePort, Reply } from './protocol/messages.js'

/** Workers that run the candidates of a worker's job. */
export interface Threads {
  readonly executor: Executor
  /** Reports that one has ended, with the reason. */
  lost(thread: number, message: string): void
}

/**
 * Returns workers for a worker. The page starts them, since a page opened as a file lets no worker start another. Each
 * has a separate channel; the page ends them together with the worker that requested them.
 *
 * @param page - The page, which starts them.
 * @param width - Number of workers that run at the same time.
 * @returns An executor of candidates.
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
