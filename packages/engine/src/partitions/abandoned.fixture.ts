/**
 * A program of a test: a worker whose task never ends, and which never ends by itself either, as one does not that writes by an
 * engine of its own. It says when its task has begun.
 */
import { memoryStore } from './tasks/store.js'
import { serveTasks } from './tasks/process-launcher.js'

process.on('exit', () => {
  for (;;);
})
const endless = {
  name: 'endless',
  tasks: () => Promise.resolve(1),
  run: () => {
    process.send?.('begun')
    return new Promise<never>(() => undefined)
  },
}
async function* stages(): AsyncGenerator<(typeof endless)[], void> {
  yield* [[endless]]
}
serveTasks(Promise.resolve({ around: { store: memoryStore() }, stages }))
