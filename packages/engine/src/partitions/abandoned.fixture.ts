/**
 * Program of a test: a worker whose task never ends, and which does not end by itself either, like one that writes by a
 * separate engine. It reports when its task has begun.
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
