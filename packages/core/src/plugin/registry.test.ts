import { describe, expect, it } from 'vitest'
import { isSdcError, type SdcError } from '../base/errors.js'
import { definePlugin, type Plugin } from './plugin.js'
import { attack, plugin, service, table } from './plugin.fixture.js'
import { createRegistry } from './registry.js'

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

  it('holds five sorts of things, each in its own list, all in one space of names', () => {
    const all = definePlugin({
      ...first,
      name: '@x/all',
      services: [service],
      tables: [table],
      attacks: [attack],
    })
    const registry = createRegistry().use(all).freeze()
    expect(registry.all('services')).toEqual([service])
    expect(registry.get('tables', table.id)).toBe(table)
    expect(registry.get('attacks', attack.id)).toBe(attack)
    expect(registry.pluginOf(service.id)).toBe(all)
    for (const [sort, code, one] of [
      ['services', 'UNKNOWN_SERVICE', 'service'],
      ['tables', 'UNKNOWN_TABLE', 'table'],
      ['attacks', 'UNKNOWN_ATTACK', 'attack'],
    ] as const) {
      expect(errorOf(() => registry.get(sort, 'x/none'))).toMatchObject({
        code,
        message: `there is no ${one} "x/none"`,
        place: { [one]: 'x/none' },
      })
      // A name that another sort has is said to be of that sort.
      expect(errorOf(() => registry.get(sort, 'noise/a'))).toMatchObject({
        code,
        message: `noise/a is a method, not a ${one}`,
      })
    }
    expect(errorOf(() => createRegistry().use([first, { ...all, methods: [] }])).code).toBe('ID_CLASH')
    const second = { ...all, name: '@y/attacks', methods: [], metrics: [], services: [], tables: [] }
    expect(errorOf(() => createRegistry().use([all, second])).message).toBe(
      `@y/attacks registers ${attack.id}, which @x/all has registered`,
    )
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
      fix: 'Did you mean swapping/rank-swap? Known: noise/a, noise/b, swapping/rank-swap.',
    })
    expect(errorOf(() => registry.get('methods', 'rank-swap')).fix).toMatch(
      /^Did you mean swapping\/rank-swap\? Known: /,
    )
    expect(errorOf(() => registry.get('methods', 'swaping/rank-swap')).fix).toMatch(
      /^Did you mean swapping\/rank-swap\?/,
    )
    expect(errorOf(() => registry.get('metrics', 'risk/zz'))).toMatchObject({
      code: 'UNKNOWN_METRIC',
      message: 'there is no metric "risk/zz"',
      place: { metric: 'risk/zz' },
      fix: 'Did you mean risk/z? Known: risk/a, risk/z.',
    })
    expect(errorOf(() => registry.get('methods', 'risk/a'))).toMatchObject({
      code: 'UNKNOWN_METHOD',
      message: 'risk/a is a metric, not a method',
    })
    expect(errorOf(() => registry.pluginOf('noise/x'))).toMatchObject({
      code: 'UNKNOWN_METHOD',
      message: 'no plugin registered "noise/x"',
    })
    expect(errorOf(() => createRegistry().get('methods', 'noise/a')).fix).toBe('No plugin registered any.')
    expect(errorOf(() => registry.get('methods', '__proto__')).code).toBe('UNKNOWN_METHOD')
  })

  it('frozen, it takes nothing more and still answers', () => {
    const registry = createRegistry().use(first).freeze()
    expect(errorOf(() => registry.use(second))).toMatchObject({
      code: 'REGISTRY_FROZEN',
      fix: 'Call use() for every plugin before freeze().',
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

  it('refuses an object that is not a plugin, and names all its problems', () => {
    const bad = { ...plugin('@y/bad', ['Noise', 'noise/c']), version: '' }
    expect(errorOf(() => createRegistry().use(bad))).toMatchObject({
      code: 'BAD_PLUGIN',
      place: { plugin: '@y/bad' },
      message: '@y/bad cannot be used: version is missing; Noise: id "Noise" is not of the form family/name',
    })
    expect(errorOf(() => createRegistry().use({ ...first, sdc: '^2' })).message).toBe(
      '@x/noise cannot be used: it is written for contract ^2, this is 1.0.0',
    )
    for (const junk of [
      undefined,
      null,
      'text',
      {},
      { methods: 5 },
      { metrics: {} },
      { methods: [null] },
      { metrics: [undefined, 1] },
      { services: [{}] },
      { tables: 'table' },
      { attacks: [null] },
    ]) {
      expect(errorOf(() => createRegistry().use([junk as unknown as Plugin])).code).toBe('BAD_PLUGIN')
    }
  })
})
