import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nearestFirst } from './nearest.mjs'

const session = fileURLToPath(new URL('session.mjs', import.meta.url))

/**
 * Runs the tests of a package on one mutant after the other. A test file that takes far longer than it does on the
 * untouched sources is stopped, and the mutant counts as killed by it.
 *
 * @param {string} root the folder of vitest.config.ts
 * @param {string} packageFolder the package whose tests run
 */
export function createRunner(root, packageFolder) {
  const usual = new Map() // test file → milliseconds on the untouched sources
  let users // source file → the test files that import it, directly or not
  let child

  const start = () =>
    new Promise((resolve, reject) => {
      // A group of its own: the runner's workers are stopped with it.
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
      // it has ended by itself
    }
    child = undefined
  }

  /** The test file that fails, or null; `slow` tells how long a test file may take. */
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
    /** Runs every test of the package on the untouched sources. Returns the test file that fails, or null. */
    async untouched() {
      const { failed, measured, ...answer } = await ask({}, () => 600_000)
      users = answer.users
      for (const [test, milliseconds] of measured) usual.set(test, milliseconds)
      return failed
    },
    /** @returns {Promise<{ failed: string | null, stopped: boolean }>} which test file notices the mutant */
    tryMutant(path, code) {
      const tests = nearestFirst(users[path] ?? [], path, (test) => readFileSync(test, 'utf8'))
      return ask({ path, code, tests }, (test) => 5 * (usual.get(test) ?? 10_000) + 10_000)
    },
    stop,
  }
}
