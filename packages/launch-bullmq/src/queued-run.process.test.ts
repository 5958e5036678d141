import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { hasRedis, startRedis, type TestRedis } from './redis-server.fixture.js'

let folder = ''
let program = ''
let redis: TestRedis
let expected = ''
const children = new Set<ChildProcess>()

beforeAll(async () => {
  if (!hasRedis) return
  folder = mkdtempSync(join(tmpdir(), 'sdc-queued-'))
  program = await bundledProgram('packages/launch-bullmq/src/run.fixture.ts', join(folder, 'program.mjs'))
  redis = await startRedis()
  expected = hashesOf(await outputOf(start('alone', join(folder, 'alone'))))
  expect(expected).toMatch(/secret_income=\w+ secret_tax=\w+/)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await redis?.stop()
  if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const hashesOf = (output: string): string => /hashes .*/.exec(output)?.[0] ?? `no hashes: ${output}`

function start(role: 'alone' | 'driver' | 'worker', store: string): ChildProcess {
  const child = spawn(process.execPath, [program, role, store, redis.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => child.once('close', () => resolve(output)))
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 25))
}

/** Returns all keys in Redis. */
async function keys(): Promise<readonly string[]> {
  const client = new Redis(redis.url)
  const found = await client.keys('*')
  client.disconnect()
  return found
}

describe.skipIf(!hasRedis)('a run over Redis', () => {
  it('gives the bytes of the run in one process, passes no name of a column to Redis, and leaves nothing there', async () => {
    const client = new Redis(redis.url)
    const monitor = await client.monitor()
    let told = ''
    monitor.on('monitor', (_time: string, args: readonly string[]) => (told += `${args.join(' ')}\n`))
    for (const workers of [1, 2]) {
      const store = join(folder, `of-${workers}`)
      const running = Array.from({ length: workers }, () => start('worker', store))
      expect(hashesOf(await outputOf(start('driver', store)))).toBe(expected)
      expect(await keys()).toEqual([])
      writeFileSync(`${store}-over`, '')
      await Promise.all(running.map((child) => until(() => child.exitCode !== null)))
      expect(running.map(({ exitCode }) => exitCode)).toEqual(running.map(() => 0))
      expect(await keys()).toEqual([])
    }
    monitor.disconnect()
    client.disconnect()
    expect(told).toContain('"stage":"step-2/0/walk"')
    expect(told).not.toMatch(/secret/)
  })

  it('gives the same bytes within 15 s if a worker is killed in the middle of a task', async () => {
    const store = join(folder, 'killed')
    writeFileSync(`${store}-hold-write`, '')
    const worker = start('worker', store)
    const output = outputOf(start('driver', store))
    const seen = join(`${store}-seen`, 'write')
    await until(() => existsSync(seen) && readFileSync(seen, 'utf8') !== '')
    worker.kill('SIGKILL')
    const since = Date.now()
    rmSync(`${store}-hold-write`)
    rmSync(`${store}-seen`, { recursive: true })
    start('worker', store)
    await until(() => existsSync(seen))
    expect(Date.now() - since).toBeLessThan(15_000)
    const said = await output
    expect(hashesOf(said)).toBe(expected)
    expect(await keys()).toEqual([])
    expect(readdirSync(store)).not.toContain('failed')
  })
})
