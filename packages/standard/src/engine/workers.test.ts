import { createRegistry, dataset, isSdcError, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { beforeAll, describe, expect, it } from 'vitest'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Threads run what is built, not the sources: they load modules by name. So these tests use the builds throughout, which
 * the test command makes first.
 */
const built = (path: string): string => new URL(`../../../${path}`, import.meta.url).href
type Engine = typeof import('@sdc/engine')
type Workers = typeof import('@sdc/engine/workers')

let engine: Engine
let workers: Workers
let core: typeof import('@sdc/core')
let registry: ReturnType<typeof createRegistry>
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

const file = (): Dataset => {
  const all = census()
  return dataset(['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL'].map((name) => [name, all.column(name)] as const))
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
    for (const width of [1, 2, 3]) {
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
    expect(rows.filter(({ error }) => !error)).toHaveLength(10)
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
