import type * as Core from '@sdc/core'
import type * as Engines from '@sdc/engine'
import type * as EngineWorkers from '@sdc/engine/workers'
import { dataset, isSdcError, numeric, numericValues, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { beforeAll, describe, expect, it } from 'vitest'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Threads run what is built, not the sources: they load modules by name. So these tests use the builds throughout, which
 * the test command makes first.
 */
const built = (path: string): string => new URL(`../../../${path}`, import.meta.url).href
type Engine = typeof Engines
type Workers = typeof EngineWorkers

let engine: Engine
let workers: Workers
let core: typeof Core
let registry: Core.Registry
const standardUrl = built('standard/dist/index.js')
const mortal = new URL('./mortal-plugin.fixture.mjs', import.meta.url).href

beforeAll(async () => {
  expect(existsSync(fileURLToPath(standardUrl)), 'packages are built').toBe(true)
  engine = (await import(/* @vite-ignore */ built('engine/dist/index.js'))) as Engine
  workers = (await import(/* @vite-ignore */ built('engine/dist/workers.js'))) as Workers
  core = (await import(/* @vite-ignore */ built('core/dist/index.js'))) as typeof core
  const { default: standard } = await import(/* @vite-ignore */ standardUrl)
  const { default: plugin } = await import(/* @vite-ignore */ mortal)
  registry = core.createRegistry().use(standard).use(plugin).freeze()
})

/** Some records of the census: what threads do is not of how many there are. */
const file = (): Dataset => {
  const of = (name: string): Core.Column => numeric(numericValues(census(), name).slice(0, 120))
  return dataset(['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL'].map((name) => [name, of(name)] as const))
}

async function compare(executor: Parameters<Engine['compareCandidates']>[0]['executor'], candidates: unknown[]) {
  const comparison = await engine.compareCandidates({
    registry,
    original: file(),
    compare: engine.parseComparePlan({
      columns: 'all',
      candidates,
      then: [[], ['reverse-map/rank']],
      replicates: 2,
    }),
    metrics: [{ use: 'risk/dld', params: {} }],
    rng: core.seededRng('workers'),
    executor,
  })
  const rows = comparison.rows.map(({ label, metrics, chosen, error, replicates }) => {
    return { label, metrics: [...metrics], chosen, replicates, error: error?.message }
  })
  return { rows, verdict: comparison.verdict, warnings: comparison.warnings, comparison }
}

const sound = [
  { use: 'noise/additive', grid: { relativeVariance: [0.1, 0.5] } },
  { use: 'microaggregation/mdav', grid: { k: [3, 10] } },
  { use: 'swapping/rank-swap', grid: { percent: [5] } },
  // More than the file has: a row with an error.
  { use: 'microaggregation/mdav', params: { k: 2000 } },
]

describe('a comparison on threads', () => {
  it('is the same at every width', async () => {
    const here = await compare(engine.localExecutor, sound)
    expect(here.rows.filter(({ error }) => error)).toHaveLength(2)
    expect(here.rows.some(({ chosen }) => chosen)).toBe(true)
    for (const width of [1, 3]) {
      const threads = await compare(workers.workerExecutor({ width, modules: [standardUrl, mortal] }), sound)
      expect({ ...threads, comparison: undefined }).toEqual({ ...here, comparison: undefined })
    }
  })

  it('goes on where a worker dies: its candidate has the error, by its name, the others their values', async () => {
    const { rows, comparison } = await compare(workers.workerExecutor({ width: 2, modules: [standardUrl, mortal] }), [
      { use: 'mortal/exit' },
      ...sound,
    ])
    const dead = comparison.rows.filter(({ use }) => use === 'mortal/exit')
    expect(dead).toHaveLength(2)
    for (const { error } of dead) {
      expect(error).toMatchObject({ code: 'WORKER_LOST', place: { candidate: 'mortal/exit' } })
      expect(error?.message).toMatch(/mortal\/exit .*exit status 7/)
    }
    expect(rows.filter(({ error }) => !error)).toHaveLength(9)
  })

  it('ends with the name of a plugin whose method throws', async () => {
    const failing = compare(workers.workerExecutor({ width: 2, modules: [standardUrl, mortal] }), [
      { use: 'mortal/throw' },
      ...sound,
    ])
    const error: unknown = await failing.catch((one: unknown) => one)
    expect(isSdcError(error) && error.code).toBe('BAD_PLUGIN')
    expect(isSdcError(error) && error.place).toMatchObject({ plugin: 'mortal', method: 'mortal/throw' })
  })

  it('refuses to start where a plugin is not among the modules, or is none', async () => {
    const missing = compare(workers.workerExecutor({ width: 2, modules: [standardUrl] }), sound)
    await expect(missing).rejects.toThrow(/mortal 1.0.0 is not among the plugins/)
    const nowhere = compare(workers.workerExecutor({ width: 2, modules: ['no-such-module'] }), sound)
    await expect(nowhere).rejects.toThrow(/no-such-module/)
    expect(() => workers.workerExecutor({ width: 0, modules: [] })).toThrow(/whole number of workers/)
  })

  it('stops when it is told to', async () => {
    const stop = new core.SdcError('CANCELLED', 'stopped')
    const executor = workers.workerExecutor({ width: 2, modules: [standardUrl, mortal] })
    const stopped = engine.compareCandidates({
      registry,
      original: file(),
      compare: engine.parseComparePlan({ columns: 'all', candidates: sound }),
      rng: core.seededRng(1),
      executor,
      tick() {
        throw stop
      },
    })
    await expect(stopped).rejects.toBe(stop)
  })
})

describe('threads that are kept', () => {
  const modules = [standardUrl, mortal]
  const tasksOf = (...candidates: unknown[]): Engines.Task[] =>
    engine.candidatesOf(registry, engine.parseComparePlan({ columns: 'all', candidates })).map((job) => ({ job }))
  const threadTasks = (count: number): Engines.Task[] =>
    Array.from({ length: count }, () => tasksOf({ use: 'mortal/thread' })[0])
  /** The threads that the tasks were run on, by their numbers; 0 is this one. */
  const threadsOf = (outcomes: readonly Engines.JobOutcome[]): Set<number> =>
    new Set(outcomes.map(({ candidates: [{ error }] }) => Number(error?.message.slice('thread '.length))))
  function openOn(width: number): Engines.OpenWork {
    const compare = engine.parseComparePlan({ columns: 'all', candidates: sound, replicates: 2 })
    const { work } = engine.openComparison({
      registry,
      original: file(),
      compare,
      metrics: [{ use: 'risk/dld', params: {} }],
      rng: core.seededRng('workers'),
    })
    return workers.workerExecutor({ width, modules }).open(work)
  }
  const none = (): void => {}
  const bytes = (outcomes: readonly Engines.JobOutcome[]): string => JSON.stringify(outcomes.map(engine.outcomeJson))

  it('run one list of tasks after the other, and give the same', async () => {
    const [here, pool] = [openOn(1), openOn(3)]
    const [first, second] = [tasksOf(...sound), tasksOf({ use: 'noise/multiplicative' }, ...sound)]
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

  it('are started when there is something for them, no more than tasks, and not anew', async () => {
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

  it('replace one that dies, in any run', async () => {
    const pool = openOn(2)
    for (const round of [1, 2]) {
      const outcomes = await pool.run([...tasksOf({ use: 'mortal/exit' }), ...threadTasks(5)], none)
      const codes = outcomes.map(({ candidates: [{ error }] }) => error?.code)
      expect([round, ...codes]).toEqual([round, 'WORKER_LOST', ...Array<string>(5).fill('TOO_FEW_RECORDS')])
    }
    // Every task is its thread's end.
    const exits = Array.from({ length: 3 }, () => tasksOf({ use: 'mortal/exit' })[0])
    const lost = await pool.run(exits, none)
    expect(lost.map(({ candidates: [{ error }] }) => error?.code)).toEqual(Array<string>(3).fill('WORKER_LOST'))
    await pool.close()
  })

  it('are all gone when a run was stopped, and new ones go on', async () => {
    const channel = new BroadcastChannel('mortal/endless')
    let heard = 0
    channel.addEventListener('message', () => (heard += 1))
    const pool = openOn(2)
    const stop = new Error('stop')
    const endless = [...tasksOf({ use: 'mortal/endless' }), ...threadTasks(3)]
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
    // What was under way when the last of them ended was heard by now.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toBeGreaterThan(0)
    const before = heard
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(heard).toBe(before)
    channel.close()
  })
})
