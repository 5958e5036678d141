// The script of a worker, for the tests of `webWorkerExecutor` on real threads: the builds, since threads load no sources.
import { parentPort } from 'node:worker_threads'
import { serveTasks } from '../../../engine/dist/web-workers.js'
import standard from '../../dist/index.js'

serveTasks(parentPort, standard)
