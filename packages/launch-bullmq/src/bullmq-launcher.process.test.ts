import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageText, SdcError, type Store } from '@sdc/core'
import { memoryStore, type Launcher, type Task, type TaskOutcome } from '@sdc/engine/partitions'
import { processLauncher } from '@sdc/engine/node'
import { bullmqLauncher } from './bullmq-launcher.js'
import { hasRedis, startRedis, type TestRedis } from './redis-server.fixture.js'
import { serveQueue } from './serve-queue.js'

let redis: TestRedis
let folder = ''
let client: Redis

/**
 * Starts a worker that completes a task by answering, fails the task `failing`, dies on `deadly`, and never ends
 * `endless`.
 */
beforeAll(async () => {
  if (!hasRedis) return
  folder = mkdtempSync(join(tmpdir(), 'sdc-bullmq-'))
  const error = new SdcError('CONSTANT_COLUMN', 'column "secret" has one value', { column: 'secret' }, 'Leave it out.')
  writeFileSync(
    join(folder, 'worker.mjs'),
    `process.on('disconnect', () => process.exit())
    process.on('message', (task) => {
      if (task.stage === 'deadly') process.kill(process.pid, 'SIGKILL')
      else if (task.stage === 'endless') setInterval(() => undefined, 1000)
      else process.send(task.stage === 'failing' ? { ...task, error: ${JSON.stringify(error.toJSON())} } : task)
    })`,
  )
  redis = await startRedis(['--save', '', '--appendonly', 'no'])
  client = new Redis(redis.url)
})
afterAll(async () => {
  client?.disconnect()
  await redis?.stop()
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

const tasksOf = (stage: string, count = 1): readonly Task[] =>
  Array.from({ length: count }, (_, index) => ({ stage, index }))

interface Scene {
  readonly launcher: Launcher
  readonly store: Store
  readonly said: readonly string[]
  /** Starts a worker; it ends with the test. */
  readonly work: () => void
}

async function scene(plan: string, play: (scene: Scene) => Promise<void>): Promise<void> {
  const store = memoryStore()
  const said: string[] = []
  const workers: Promise<void>[] = []
  let isOver = false
  const shared = { redis: redis.url, plan, store }
  const launcher = await bullmqLauncher({
    ...shared,
    command: 'sdc worker here',
    say: (message) => said.push(messageText(message)),
  })
  const work = (): void => {
    const own = processLauncher({ script: join(folder, 'worker.mjs'), args: [], width: 1 })
    workers.push(serveQueue({ ...shared, launcher: own, isOver: () => Promise.resolve(isOver) }))
  }
  try {
    await play({ launcher, store, said, work })
  } finally {
    await launcher.close()
    isOver = true
    await Promise.all(workers)
  }
  expect(await client.keys('*')).toEqual([])
}

async function outcomesOf(launcher: Launcher, tasks: readonly Task[]): Promise<readonly TaskOutcome[]> {
  const outcomes: TaskOutcome[] = []
  for await (const outcome of launcher.launch(tasks, {})) outcomes.push(outcome)
  return outcomes
}

describe.skipIf(!hasRedis)('bullmqLauncher', () => {
  it('starts tasks in less than 30 ms each, and reports each outcome', { timeout: 30_000 }, () =>
    scene('overhead', async ({ launcher, work }) => {
      work()
      await outcomesOf(launcher, tasksOf('first'))
      const since = Date.now()
      const outcomes = await outcomesOf(launcher, tasksOf('empty', 300))
      const each = (Date.now() - since) / 300
      expect(each).toBeLessThan(30)
      if (process.env.SDC_OVERHEAD !== undefined) process.stderr.write(`${each} ms a task\n`)
      expect(outcomes.map(({ task: { index }, state }) => `${index} ${state}`).sort()).toEqual(
        tasksOf('empty', 300)
          .map(({ index }) => `${index} done`)
          .sort(),
      )
    }),
  )

  it('passes on an error of a task by the work folder, and reports a task as lost if its process died', () =>
    scene('errors', async ({ launcher, store, work }) => {
      work()
      const [failed] = await outcomesOf(launcher, tasksOf('failing'))
      expect(failed).toMatchObject({ state: 'failed', error: { code: 'CONSTANT_COLUMN', place: { column: 'secret' } } })
      expect(await store.list('')).toEqual([])
      const [lost] = await outcomesOf(launcher, tasksOf('deadly'))
      expect(lost).toMatchObject({ state: 'lost', error: { message: 'its process ended with SIGKILL' } })
    }))

  it('reports that no worker is there, and queues tasks again that Redis lost', { timeout: 30_000 }, () =>
    scene('forgotten', async ({ launcher, said, work }) => {
      const outcomes = outcomesOf(launcher, tasksOf('empty', 3))
      const until = async (text: string): Promise<void> => {
        while (!said.some((one) => one.includes(text))) await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await until('3 tasks wait. Start one on any machine that sees the work folder: sdc worker here')
      await client.flushall()
      await until('Redis has lost its queue: 3 of 3 tasks are queued again')
      work()
      expect((await outcomes).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    }),
  )

  it('stops running tasks, and leaves nothing, if the run is aborted', { timeout: 30_000 }, () =>
    scene('aborted', async ({ launcher, work }) => {
      work()
      const stop = new AbortController()
      const running = (async () => {
        for await (const { task } of launcher.launch(tasksOf('endless', 5), { signal: stop.signal }))
          throw new Error(`task ${task.index} ended`)
      })()
      const active = async (): Promise<number> => client.llen('sdc:parts-aborted:active')
      while ((await active()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      stop.abort()
      await running
      const since = Date.now()
      await launcher.close()
      expect(Date.now() - since).toBeLessThan(5000)
    }),
  )
})
