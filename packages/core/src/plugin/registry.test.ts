import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isSdcError, type SdcError } from '../base/errors.js'
import { defineMethod, type MaskingMethod } from '../method/method.js'
import { defineMetric, type Metric } from '../metric/metric.js'
import { contractVersion, definePlugin, type Plugin } from './plugin.js'
import { pluginProblems } from './plugin-problems.js'
import { createRegistry } from './registry.js'

const card = { title: 'T', summary: 'S.', formula: 'f', source: [{ where: 'this test' }] }

const method = (id: string): MaskingMethod =>
  defineMethod({
    ...card,
    id,
    traits: { accepts: ['numeric', 'ordered', 'nominal'], missing: 'keep', scope: 'column' },
    params: z.object({}),
    apply: () => ({ files: [] }),
  })

const metric = (id: string): Metric =>
  defineMetric({
    ...card,
    id,
    kind: 'risk',
    better: 'lower',
    unit: '%',
    range: [0, 100],
    recordsOf: 'masked',
    needsOrigin: false,
    atIdentity: null,
    params: z.object({}),
    measure: () => ({ value: 0, used: 0 }),
  })

const plugin = (name: string, methods: readonly string[], metrics: readonly string[] = []): Plugin =>
  definePlugin({
    name,
    version: '0.1.0',
    sdc: '^2',
    methods: methods.map(method),
    metrics: metrics.map(metric),
  })

function errorOf(run: () => unknown): SdcError {
  try {
    run()
  } catch (error) {
    if (isSdcError(error)) return error
    throw error
  }
  return expect.fail('nothing was thrown')
}

describe('createRegistry', () => {
  const first = plugin('@x/noise', ['noise/b', 'noise/a'], ['risk/z'])
  const second = plugin('@x/swap', ['swapping/rank-swap'], ['risk/a'])

  it('holds the methods and metrics of all its plugins, sorted by id, and who owns them', () => {
    const registry = createRegistry().use(first).use([second])
    expect(registry.all('methods').map(({ id }) => id)).toEqual(['noise/a', 'noise/b', 'swapping/rank-swap'])
    expect(registry.all('metrics').map(({ id }) => id)).toEqual(['risk/a', 'risk/z'])
    expect(registry.plugins).toEqual([first, second])
    expect(registry.get('methods', 'noise/a')).toBe(first.methods?.[1])
    expect(registry.get('metrics', 'risk/a')).toBe(second.metrics?.[0])
    expect(registry.pluginOf('risk/z')).toBe(first)
    expect(registry.pluginOf('swapping/rank-swap')).toBe(second)
  })

  it('is a value: two of them know nothing of each other', () => {
    createRegistry().use(first)
    expect(createRegistry().all('methods')).toEqual([])
  })

  it('unknown names: suggestion, and the list', () => {
    const registry = createRegistry().use([first, second])
    expect(errorOf(() => registry.get('methods', 'rank-swp'))).toMatchObject({
      code: 'UNKNOWN_METHOD',
      message: 'there is no method "rank-swp"',
      place: { method: 'rank-swp' },
      advice: 'Known: noise/a, noise/b, swapping/rank-swap.',
    })
    expect(errorOf(() => registry.get('methods', 'rank-swap')).advice).toMatch(
      /^Did you mean swapping\/rank-swap\? Known: /,
    )
    expect(errorOf(() => registry.get('methods', 'swaping/rank-swap')).advice).toMatch(
      /^Did you mean swapping\/rank-swap\?/,
    )
    expect(errorOf(() => registry.get('metrics', 'risk/zz'))).toMatchObject({
      code: 'UNKNOWN_METRIC',
      message: 'there is no metric "risk/zz"',
      place: { metric: 'risk/zz' },
      advice: 'Did you mean risk/z? Known: risk/a, risk/z.',
    })
    expect(errorOf(() => registry.get('methods', 'risk/a')).code).toBe('UNKNOWN_METHOD')
    expect(errorOf(() => registry.pluginOf('noise/x'))).toMatchObject({
      code: 'UNKNOWN_METHOD',
      message: 'there is no method or metric "noise/x"',
    })
    expect(errorOf(() => createRegistry().get('methods', 'noise/a')).advice).toBe('No plugin registered any.')
    expect(errorOf(() => registry.get('methods', '__proto__')).code).toBe('UNKNOWN_METHOD')
  })

  it('frozen, it takes nothing more and still answers', () => {
    const registry = createRegistry().use(first).freeze()
    expect(errorOf(() => registry.use(second))).toMatchObject({
      code: 'REGISTRY_FROZEN',
      advice: 'Call use() for every plugin before freeze().',
    })
    expect(registry.freeze()).toBe(registry)
    expect(registry.all('methods')).toHaveLength(2)
  })

  it('refuses an id that another plugin has, and the same plugin twice, and keeps what it had', () => {
    const registry = createRegistry().use(first)
    const clash = plugin('@y/other', ['noise/new', 'noise/a'])
    expect(errorOf(() => registry.use(clash))).toMatchObject({
      code: 'ID_CLASH',
      message: '@y/other registers noise/a, which @x/noise has registered',
      place: { plugin: '@y/other' },
    })
    expect(errorOf(() => registry.use(first)).code).toBe('ID_CLASH')
    expect(registry.all('methods').map(({ id }) => id)).toEqual(['noise/a', 'noise/b'])
    expect(registry.plugins).toEqual([first])
    // A method and a metric share one space of names.
    expect(errorOf(() => registry.use(plugin('@y/z', ['risk/z']))).code).toBe('ID_CLASH')
  })

  it('refuses what is no plugin, naming everything that is wrong', () => {
    const bad = { ...plugin('@y/bad', ['Noise', 'noise/c']), sdc: '^2' }
    expect(errorOf(() => createRegistry().use(bad))).toMatchObject({
      code: 'BAD_PLUGIN',
      place: { plugin: '@y/bad' },
      message:
        '@y/bad cannot be used: it is written for sdc ^2, this is 1.0.0; Noise: id "Noise" is not of the form family/name',
    })
    for (const junk of [
      undefined,
      null,
      'text',
      {},
      { methods: 5 },
      { metrics: {} },
      { methods: [null] },
      { metrics: [undefined, 1] },
    ]) {
      expect(errorOf(() => createRegistry().use([junk as unknown as Plugin])).code).toBe('BAD_PLUGIN')
    }
  })
})

describe('pluginProblems', () => {
  const good = plugin('@x/noise', ['noise/a'])

  it('finds nothing in a good plugin', () => {
    expect(pluginProblems(good)).toEqual([])
    expect(pluginProblems(plugin('@x/m', [], ['risk/a']))).toEqual([])
  })

  it.each<[object, string]>([
    [{ name: '' }, 'name is missing'],
    [{ version: undefined }, 'version is missing'],
    [{ methods: [] }, 'it has neither methods nor metrics'],
    [{ methods: [method('noise/a'), method('noise/a')] }, 'noise/a is there twice'],
    [{ methods: [method('risk/a')], metrics: [metric('risk/a')] }, 'risk/a is there twice'],
    [{ methods: { a: 1 } }, 'methods and metrics are not lists'],
    [{ methods: [null] }, 'a method is not an object made by defineMethod'],
  ])('%#: what is wrong', (change, problem) => {
    expect(pluginProblems({ ...good, ...change })).toEqual([problem])
  })

  it('this is contract 1.0.0', () => {
    expect(contractVersion).toBe('1.0.0')
  })

  it.each(['^1', '1', '~1', '^1.0', '~1.0', '1.0', '^1.0.0', '~1.0.0', '1.0.0'])('works with sdc %s', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([])
  })

  it.each(['^2', '^0', '0.9', '^1.1', '~1.1', '1.1', '^1.0.1', '1.0.1', '10'])('refuses sdc %s', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([`it is written for sdc ${sdc}, this is 1.0.0`])
  })

  it.each(['', '*', '>=1', 'v1', '^1.x', '1.0.0.0', '^1-beta', ' ^1'])('does not guess at sdc %j', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([`sdc is ${JSON.stringify(sdc)}, not a range such as "^1"`])
  })
})
