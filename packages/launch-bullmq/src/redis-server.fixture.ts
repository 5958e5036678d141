import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if a Redis server is installed: tests that need one are skipped otherwise. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** Returns a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Redis server of a test. */
export interface TestRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a Redis server in a folder of its own; it ends with `stop`. */
export async function startRedis(args: readonly string[] = ['--appendonly', 'yes'], at?: number): Promise<TestRedis> {
  const port = at ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'sdc-redis-'))
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(server)
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (/Ready to accept connections/.test(output)) resolve()
    })
    server.once('exit', () => reject(new Error(`redis-server ended: ${output}`)))
  })
}
