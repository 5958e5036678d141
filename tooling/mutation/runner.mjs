import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nearestFirst } from './nearest.mjs'

const session = fileURLToPath(new URL('session.mjs', import.meta.url))

/**
 * Runs the tests of a package on one mutant after the other. A test file that takes far longer than on the unchanged
 * sources is stopped, and the mutant counts as killed by it.
 *
 * @param {string} root - The folder of vitest.config.ts.
 * @param {string} packageFolder - The package whose tests run.
 */
export function createRunner(root, packageFolder) {
  const usual = new Map() // Milliseconds of each test file on the unchanged sources.
  let users // Test files that import each source file, directly or not.
  let child

  const start = () =>
    new Promise((resolve, reject) => {
      // A separate process group, so that the runner's workers are stopped with it.
      child = fork(session, [root, packageFolder], { detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
      child.stderr.on('data', () => {})
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`the test runner ended with status ${code}`)))
    })

  const stop = () => {
    if (!child) return
    child.removeAllListeners()
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    child = undefined
  }

  /** Returns the failing test file, or null; `slow` returns the greatest duration of a test file. */
  const ask = async (request, slow) => {
    if (!child) await start()
    return new Promise((resolve, reject) => {
      let timer
      let begun
      const measured = []
      const close = () => {
        clearTimeout(timer)
        if (begun) measured.push([begun.test, Date.now() - begun.at])
      }
      const onExit = () => {
        clearTimeout(timer)
        child = undefined
        resolve({ failed: begun?.test ?? 'the start of the tests', stopped: true, measured })
      }
      const onMessage = (message) => {
        close()
        if (message.begins) {
          begun = { test: message.begins, at: Date.now() }
          timer = setTimeout(() => {
            stop()
            resolve({ failed: message.begins, stopped: true, measured })
          }, slow(message.begins))
          return
        }
        child.off('message', onMessage)
        child.off('exit', onExit)
        if (message.error) reject(new Error(message.error))
        else resolve({ ...message, stopped: false, measured })
      }
      child.on('message', onMessage)
      child.once('exit', onExit)
      child.send(request)
    })
  }

  return {
    /** Runs every test of the package on the unchanged sources. Returns the failing test file, or null. */
    async untouched() {
      const { failed, measured, ...answer } = await ask({}, () => 600_000)
      users = answer.users
      for (const [test, milliseconds] of measured) usual.set(test, milliseconds)
      return failed
    },
    /** @returns {Promise<{ failed: string | null, stopped: boolean }>} The test file that notices the mutant. */
    tryMutant(path, code) {
      const tests = nearestFirst(users[path] ?? [], path, (test) => readFileSync(test, 'utf8'))
      return ask({ path, code, tests }, (test) => 5 * (usual.get(test) ?? 10_000) + 10_000)
    },
    stop,
  }
}
