/** The script of a worker, for the tests of `webWorkerExecutor` on real threads. */
import { parentPort } from 'node:worker_threads'
import fakePlugin from '@sdc/testing/fake-plugin'
import { serveTasks } from './web-workers.js'

if (parentPort) serveTasks(parentPort, [fakePlugin])
