import { appendFileSync } from 'node:fs'
import { listenToFileCalls } from './file-calls.fixture.js'

/**
 * Loaded before the program (`node --import`): kills its process just before the n-th call that changes files of a
 * folder, or with `half` in the middle of a write. KILL_AT is `n` or `n half`, KILL_IN the folder.
 */
const [at, half] = (process.env['KILL_AT'] ?? '0').split(' ')
let calls = 0
listenToFileCalls(process.env['KILL_IN'] ?? '', ({ path, data }) => {
  calls += 1
  if (calls !== Number(at)) return
  if (half !== undefined && data !== undefined) appendFileSync(path, data.slice(0, data.length / 2))
  process.kill(process.pid, 'SIGKILL')
  // Waits until the signal arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
