import { serveTasks, webWorkerExecutor, type TaskPort } from '@sdc/engine/web-workers'
import masking from '@sdc/standard/records'
import type { PagePort } from './messages.js'
import { serve } from './serve.js'
import { startWorker } from './start-worker.js'

/**
 * The script of every worker. Those that the page starts answer its questions; those that such a worker starts run single
 * candidates of a comparison, and are called so.
 */
const port = globalThis as unknown as PagePort &
  TaskPort & { readonly name?: string; readonly navigator?: { readonly hardwareConcurrency?: number } }

if (port.name === 'task') serveTasks(port, masking)
else {
  const width = Math.max(1, port.navigator?.hardwareConcurrency ?? 1)
  serve(port, webWorkerExecutor({ width, start: () => startWorker('task') }))
}
