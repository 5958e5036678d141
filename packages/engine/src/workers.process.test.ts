import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRegistry, dataset, isSdcError, numeric, seededRng } from '@sdc/core'
import { bundledProgram } from '@sdc/testing/bundled-program'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTasks, type Executor, type OpenWork, type Task, type TaskOutcome, type Work } from './tasks/work.js'
import { localExecutor } from './tasks/local-executor.js'
import mortalPlugin from './mortal-plugin.fixture.js'
import { parseStep } from './plan/plan.js'
import plugins from './testing/fake-methods.js'
import type { WorkerOptions } from './workers.js'

/** Threads cannot load TypeScript sources: the workers and the code that starts them are bundled. */
const folder = mkdtempSync(join(tmpdir(), 'sdc-workers-'))
const fake = pathToFileURL(join(folder, 'plugins.js')).href
const mortal = pathToFileURL(join(folder, 'mortal-plugin.js')).href
let workerExecutor: (options: WorkerOptions) => Executor

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const bundle = (source: string, name: string): Promise<string> => bundledProgram(source, join(folder, name))
  await bundle('packages/engine/src/testing/fake-methods.ts', 'plugins.js')
  await bundle('packages/engine/src/mortal-plugin.fixture.ts', 'mortal-plugin.js')
  await bundle('packages/engine/src/worker.ts', 'worker.js')
  const workers = pathToFileURL(await bundle('packages/engine/src/workers.ts', 'workers.js')).href
  workerExecutor = ((await import(/* @vite-ignore */ workers)) as { workerExecutor: typeof workerExecutor }).workerExecutor // oxfmt-ignore
})

afterAll(() => rmSync(folder, { recursive: true }))

const registry = createRegistry().use(plugins).use(mortalPlugin).freeze()
const rng = seededRng('file')
const original = dataset(
  ['a', 'b', 'c', 'd'].map((name) => [name, numeric(Float64Array.from({ length: 120 }, () => rng.normal()))] as const),
)

const work: Work = {
  registry,
  original,
  columns: original.names,
  given: [],
  metrics: ['fake/near', 'fake/distance'].map((use) => ({ use, params: {} })),
  rng: seededRng('workers'),
  prepared: new Map(),
}

/** A task of one step. */
function taskOf(use: string, params: object = {}): Task {
  return { label: use, steps: [parseStep({ use, columns: 'all', params })], replicate: 1 }
}

const run = (executor: Executor, tasks: readonly Task[]): Promise<readonly TaskOutcome[]> =>
  runTasks(executor, work, tasks, () => {})

const sound = [
  taskOf('fake/noise', { share: 0.1 }),
  { ...taskOf('fake/noise', { share: 0.1 }), replicate: 2 },
  taskOf('fake/groups', { k: 3 }),
  { ...taskOf('fake/swap', { window: 5 }), steps: [...taskOf('fake/swap').steps, parseStep('fake/reverse')] },
  // More than the number of records: an error.
  taskOf('fake/groups', { k: 2000 }),
]

describe('workerExecutor', () => {
  it('gives the same outcomes at every width', async () => {
    const here = await run(localExecutor, sound)
    expect(here.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'TOO_FEW_RECORDS',
    ])
    expect(here[0]).not.toEqual(here[1])
    for (const width of [1, 3])
      expect(await run(workerExecutor({ width, modules: [fake, mortal] }), sound)).toEqual(here)
  })

  it('continues if a worker dies: its task has the error, by its name, the others their values', async () => {
    const executor = workerExecutor({ width: 2, modules: [fake, mortal] })
    const [dead, ...others] = await run(executor, [taskOf('mortal/exit'), ...sound])
    expect(dead.error).toMatchObject({ code: 'WORKER_LOST', place: { candidate: 'mortal/exit' } })
    expect(dead.error?.message).toMatch(/mortal\/exit .*exit status 7/)
    expect(others).toEqual(await run(localExecutor, sound))
  })

  it('ends with the name of a plugin whose method throws', async () => {
    const failing = run(workerExecutor({ width: 2, modules: [fake, mortal] }), [taskOf('mortal/throw'), ...sound])
    const error: unknown = await failing.catch((one: unknown) => one)
    expect(isSdcError(error) && error.code).toBe('BAD_PLUGIN')
    expect(isSdcError(error) && error.place).toMatchObject({ plugin: 'mortal', method: 'mortal/throw' })
  })

  it('refuses to start if a plugin is not among the modules, or if a module has no plugin', async () => {
    const missing = run(workerExecutor({ width: 2, modules: [fake] }), sound)
    await expect(missing).rejects.toThrow(/this worker did not load plugin mortal 1.0.0/)
    const nowhere = run(workerExecutor({ width: 2, modules: ['no-such-module'] }), sound)
    await expect(nowhere).rejects.toThrow(/no-such-module/)
    expect(() => workerExecutor({ width: 0, modules: [] })).toThrow(/whole number of workers/)
  })
})

describe('threads of a pool', () => {
  const threadTasks = (count: number): Task[] => Array.from({ length: count }, () => taskOf('mortal/thread'))
  /** Numbers of the threads that ran the tasks; 0 is this one. */
  const threadsOf = (outcomes: readonly TaskOutcome[]): Set<number> =>
    new Set(outcomes.map(({ error }) => Number(error?.message.slice('thread '.length))))
  const openOn = (width: number): OpenWork => workerExecutor({ width, modules: [fake, mortal] }).open(work)
  const none = (): void => {}
  const bytes = (outcomes: readonly TaskOutcome[]): string =>
    JSON.stringify(outcomes, (_, value: unknown) => (value instanceof Map ? [...value] : value))

  it('run one list of tasks after the other, with the same outcomes', async () => {
    const [here, pool] = [openOn(1), openOn(3)]
    const [first, second] = [sound, [taskOf('fake/noise'), ...sound]]
    const expected = [bytes(await here.run(first, none)), bytes(await here.run(second, none))]
    const told: [number, string][] = []
    const ticks: number[] = []
    const got = await pool.run(first, (fraction) => ticks.push(fraction), (place, one) => told.push([place, bytes([one])])) // oxfmt-ignore
    expect([bytes(got), bytes(await pool.run(second, none)), bytes(await pool.run(first, none))]).toEqual([
      ...expected,
      expected[0],
    ])
    expect(told.sort(([a], [b]) => a - b)).toEqual(got.map((one, place) => [place, bytes([one])]))
    expect(ticks.at(-1)).toBe(1)
    expect(ticks.filter((fraction) => !(fraction >= 0 && fraction <= 1))).toEqual([])
    expect(await pool.run([], none)).toEqual([])
    await pool.close()
    await here.close()
  })

  it('are started for tasks only, at most one per task, and reused', async () => {
    const pool = openOn(3)
    expect([...threadsOf(await pool.run(threadTasks(1), none))]).toEqual([0])
    const few = threadsOf(await pool.run(threadTasks(2), none))
    expect(few.size).toBeLessThanOrEqual(2)
    expect(few.has(0)).toBe(false)
    const many = threadsOf(await pool.run(threadTasks(300), none))
    const more = threadsOf(await pool.run(threadTasks(300), none))
    const one = threadsOf(await pool.run(threadTasks(1), none))
    const all = new Set([...few, ...many, ...more, ...one])
    expect(all.size).toBeLessThanOrEqual(3)
    expect(all.has(0)).toBe(false)
    await pool.close()
    await expect(pool.run(threadTasks(2), none)).rejects.toThrow(/closed/)
  })

  it('are replaced if they die, in any run', async () => {
    const pool = openOn(2)
    for (const round of [1, 2]) {
      const outcomes = await pool.run([taskOf('mortal/exit'), ...threadTasks(5)], none)
      const codes = outcomes.map(({ error }) => error?.code)
      expect([round, ...codes]).toEqual([round, 'WORKER_LOST', ...Array<string>(5).fill('TOO_FEW_RECORDS')])
    }
    // Every task ends its thread.
    const exits = Array.from({ length: 3 }, () => taskOf('mortal/exit'))
    const lost = await pool.run(exits, none)
    expect(lost.map(({ error }) => error?.code)).toEqual(Array<string>(3).fill('WORKER_LOST'))
    await pool.close()
  })

  it('are all ended when a run is stopped, and new ones start', async () => {
    const channel = new BroadcastChannel('mortal/endless')
    let heard = 0
    channel.addEventListener('message', () => (heard += 1))
    const pool = openOn(2)
    const stop = new Error('stop')
    const endless = [taskOf('mortal/endless'), ...threadTasks(3)]
    const stopped = pool.run(endless, (fraction) => {
      if (fraction >= 0.75) throw stop
    })
    await expect(stopped).rejects.toBe(stop)
    // One run after the other.
    const going = pool.run(endless, none)
    await expect(pool.run(endless, none)).rejects.toThrow(/one run/)
    const full = new Error('the disk is full')
    const ended = pool.close()
    await expect(going).rejects.toMatchObject({ code: 'CANCELLED' })
    await ended
    const other = openOn(2)
    const broken = other.run(endless, none, () => {
      throw full
    })
    await expect(broken).rejects.toBe(full)
    expect(threadsOf(await other.run(threadTasks(4), none)).has(0)).toBe(false)
    await other.close()
    // Messages sent before the last of them ended have arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toBeGreaterThan(0)
    const before = heard
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(heard).toBe(before)
    channel.close()
  })
})
