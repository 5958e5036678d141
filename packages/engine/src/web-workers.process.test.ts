import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createRegistry, dataset, numeric, seededRng } from '@sdc/core'
import { bundledProgram } from '@sdc/testing/bundled-program'
import fakePlugin from '@sdc/testing/fake-plugin'
import { serveTasks, webWorkerExecutor, type WebWorker, type WebWorkerEvent } from './web-workers.js'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Executor, Task, TaskOutcome, Work } from './tasks/work.js'
import { localExecutor } from './tasks/local-executor.js'
import { parseStep } from './plan/plan.js'

const registry = createRegistry().use(fakePlugin).freeze()
const rng = seededRng('file')
const original = dataset(
  ['a', 'b', 'c'].map((name) => [name, numeric(Float64Array.from({ length: 200 }, () => rng.normal()))] as const),
)
const work: Work = {
  registry,
  original,
  columns: original.names,
  given: [],
  metrics: ['fake/near', 'fake/distance'].map((use) => ({ use, params: {} })),
  rng: seededRng('web workers'),
  prepared: new Map(),
}
const steps = [
  { use: 'fake/noise', params: { share: 0.1 } },
  { use: 'fake/noise', params: { share: 0.5 } },
  { use: 'fake/swap', params: { window: 5 } },
  // More than the number of records: an error of the task.
  { use: 'fake/groups', params: { k: 2000 } },
]
const tasks = steps.map((step): Task => {
  return { label: step.use, steps: [parseStep({ ...step, columns: 'all' })], replicate: 1 }
})

async function run(executor: Executor): Promise<readonly TaskOutcome[]> {
  const open = executor.open(work)
  try {
    return await open.run(tasks, () => {})
  } finally {
    await open.close()
  }
}
const bytes = (outcomes: readonly TaskOutcome[]): string =>
  JSON.stringify(outcomes, (_, value: unknown) => (value instanceof Map ? [...value] : value))

type Hear = (event: WebWorkerEvent) => void

/** A fake worker: its side runs on this thread, and messages are copied, as between threads. */
class FakeWorker implements WebWorker {
  readonly sent: { readonly type: string }[] = []
  isEnded = false
  readonly #heard = new Map<string, Hear[]>()
  #serve: ((event: { readonly type: string; readonly data?: unknown }) => void) | undefined

  constructor(readonly deaf = false) {
    const say = (data: unknown): void => this.happens('message', { data: structuredClone(data) })
    serveTasks({ postMessage: say, addEventListener: (_, hear) => (this.#serve = hear) }, [fakePlugin])
  }

  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message)
    this.sent.push(data as { type: string })
    if (!this.deaf) setTimeout(() => this.isEnded || this.#serve?.({ type: 'message', data }))
  }

  terminate(): void {
    this.isEnded = true
  }

  addEventListener(type: string, hear: Hear): void {
    this.#heard.set(type, [...(this.#heard.get(type) ?? []), hear])
  }

  /** Calls the listeners, as the browser does. */
  happens(type: string, event: { readonly data?: unknown; readonly message?: string } = {}): void {
    if (this.isEnded) return
    for (const hear of this.#heard.get(type) ?? []) hear({ type, preventDefault() {}, ...event })
  }

  count(type: string): number {
    return this.sent.filter((message) => message.type === type).length
  }
}

/** Fake workers, which are kept for inspection; the first one dies of `cause` when it gets its first task. */
function fakes(cause?: (worker: FakeWorker) => void): { readonly all: FakeWorker[]; start(): FakeWorker } {
  const all: FakeWorker[] = []
  return {
    all,
    start() {
      const worker = new FakeWorker()
      if (cause && all.length === 0) {
        const { postMessage } = worker
        worker.postMessage = (message) => {
          if ((message as { type: string }).type === 'task') setTimeout(() => cause(worker))
          else postMessage.call(worker, message)
        }
      }
      all.push(worker)
      return worker
    },
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('webWorkerExecutor', () => {
  it('gives the same outcomes at every width, and sends the work to each worker once', async () => {
    const here = bytes(await run(localExecutor))
    expect(here).toMatch(/TOO_FEW_RECORDS/)
    for (const width of [1, 9]) {
      const { all, start } = fakes()
      expect(bytes(await run(webWorkerExecutor({ width, start })))).toBe(here)
      expect(all).toHaveLength(Math.min(width, tasks.length))
      expect(all.map((worker) => worker.count('work'))).toEqual(all.map(() => 1))
      expect(all.reduce((sum, worker) => sum + worker.count('task'), 0)).toBe(tasks.length)
      expect(all.every(({ isEnded }) => isEnded)).toBe(true)
    }
  })

  it('gives the same outcomes on real threads with the same interface', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sdc-web-workers-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const script = await bundledProgram('packages/engine/src/serve-tasks.fixture.ts', join(folder, 'serve-tasks.mjs'))
    const start = (): WebWorker => {
      const worker = new Worker(script)
      const events: Record<string, string> = { message: 'message', error: 'error', messageerror: 'messageerror' }
      return {
        // A thread's, not a window's: it has no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        postMessage: (message) => worker.postMessage(message),
        terminate: () => void worker.terminate(),
        addEventListener: (type, hear) =>
          worker.on(events[type], (data: unknown) => hear({ type, data, preventDefault() {} })),
      }
    }
    expect(bytes(await run(webWorkerExecutor({ width: 2, start })))).toBe(bytes(await run(localExecutor)))
  })

  const deaths: readonly (readonly [string, RegExp, (worker: FakeWorker) => void])[] = [
    ['throws', /out of memory/, (worker) => worker.happens('error', { message: 'out of memory' })],
    ['says what cannot be read', /cannot be read/, (worker) => worker.happens('messageerror')],
  ]
  it.each(deaths)('continues if a worker %s: its task has the error, by its name', async (_, how, cause) => {
    const { all, start } = fakes(cause)
    const outcomes = await run(webWorkerExecutor({ width: 1, start }))
    expect(outcomes[0].error).toMatchObject({ code: 'WORKER_LOST', place: { candidate: 'fake/noise' } })
    expect(outcomes[0].error?.message).toMatch(how)
    const expected = await run(localExecutor)
    expect(bytes(outcomes.slice(1))).toBe(bytes(expected.slice(1)))
    expect(all).toHaveLength(2)
    expect(all[0].isEnded).toBe(true)
  })

  it('continues if a worker ends silently, which its lock reports', async () => {
    const held = new Set<string>()
    const waiting = new Map<string, () => void>()
    // The first request gets the lock, the second waits, as in a browser.
    const request = (name: string, granted: () => unknown): Promise<void> => {
      if (held.has(name)) waiting.set(name, () => void granted())
      else {
        held.add(name)
        void granted()
      }
      return Promise.resolve()
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const { all, start } = fakes((worker) => {
      const { lock } = worker.sent[0] as unknown as { readonly lock: string }
      waiting.get(lock)?.()
    })
    const outcomes = await run(webWorkerExecutor({ width: 1, start }))
    expect(outcomes.map(({ error }) => error?.code)).toEqual(['WORKER_LOST', undefined, undefined, 'TOO_FEW_RECORDS'])
    expect(all).toHaveLength(2)
    expect(waiting.size).toBe(2)
  })

  it('ends if a worker does not start', async () => {
    const late = run(webWorkerExecutor({ width: 2, start: () => new FakeWorker(true), startWithin: 0.01 }))
    await expect(late).rejects.toThrow(/did not start: it was not ready after 0.01 s/)
    const broken = webWorkerExecutor({
      width: 1,
      start() {
        const worker = new FakeWorker(true)
        setTimeout(() => worker.happens('error'))
        return worker
      },
    })
    await expect(run(broken)).rejects.toThrow(/did not start: its script cannot be loaded/)
    expect(() => webWorkerExecutor({ width: 0, start: () => new FakeWorker() })).toThrow(/whole number of workers/)
  })

  it('stops at once on its signal, with all workers', async () => {
    const stop = new AbortController()
    // While the run lasts, whatever the speed of the others: the first worker never does its task.
    const { all, start } = fakes(() => stop.abort())
    const running = run(webWorkerExecutor({ width: 2, start, signal: stop.signal }))
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(all.map(({ isEnded }) => isEnded)).toEqual([true, true])
    await expect(run(webWorkerExecutor({ width: 2, start, signal: stop.signal }))).rejects.toMatchObject({
      code: 'CANCELLED',
    })
    expect(all).toHaveLength(2)
  })
})
