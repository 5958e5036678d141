import { describe, expect, it } from 'vitest'
import { contractVersion, definePlugin, sorts } from './plugin.js'
import { attack, method, metric, plugin, service, table } from './plugin.fixture.js'
import { pluginProblems } from './plugin-problems.js'

describe('pluginProblems', () => {
  const good = plugin('@x/noise', ['noise/a'])

  it('finds nothing in a good plugin, of whatever sort its members are', () => {
    expect(pluginProblems(good)).toEqual([])
    expect(pluginProblems(plugin('@x/m', [], ['risk/a']))).toEqual([])
    const about = { name: '@x/one', version: '1.0.0', sdc: '^1' }
    for (const one of [{ services: [service] }, { tables: [table] }, { attacks: [attack] }])
      expect(pluginProblems(definePlugin({ ...about, ...one }))).toEqual([])
    expect(sorts).toEqual(['methods', 'metrics', 'services', 'tables', 'attacks'])
  })

  it.each<[object, string]>([
    [{ name: '' }, 'name is missing'],
    [{ version: undefined }, 'version is missing'],
    [{ methods: [] }, 'it has none of methods, metrics, services, tables, attacks'],
    [{ methods: [method('noise/a'), method('noise/a')] }, 'noise/a occurs twice'],
    [{ methods: [method('risk/a')], metrics: [metric('risk/a')] }, 'risk/a occurs twice'],
    [{ attacks: [attack, { ...attack }] }, 'attack/nothing occurs twice'],
    [{ methods: { a: 1 } }, 'methods is not a list'],
    [{ tables: 5 }, 'tables is not a list'],
    [{ methods: [null] }, 'a method is not an object made by defineMethod'],
    [{ metrics: [null] }, 'a metric is not an object made by defineMetric'],
    [{ services: [null] }, 'a service is not an object made by defineService'],
    [{ tables: [null] }, 'a table method is not an object made by defineTableMethod'],
    [{ attacks: [null] }, 'an attack is not an object made by defineAttack'],
    [{ services: [{ ...service, open: 1 }] }, 'services/nothing: open is not a function'],
  ])('%#: what is wrong', (change, problem) => {
    expect(pluginProblems({ ...good, ...change })).toContain(problem)
  })

  it('finds that there is no plugin at all', () => {
    for (const junk of [null, undefined, 'text'])
      expect(pluginProblems(junk as null)).toEqual(['it has no default export made by definePlugin'])
  })

  it('this is contract 1.0.0', () => {
    expect(contractVersion).toBe('1.0.0')
  })

  it.each(['^1', '1', '~1', '^1.0', '~1.0', '1.0', '^1.0.0', '~1.0.0', '1.0.0'])('works with sdc %s', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([])
  })

  it.each(['^2', '^0', '0.9', '^1.1', '~1.1', '1.1', '^1.0.1', '1.0.1', '10'])('refuses sdc %s', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([`it is written for contract ${sdc}, this is 1.0.0`])
  })

  it.each(['', '*', '>=1', 'v1', '^1.x', '1.0.0.0', '^1-beta', ' ^1'])('does not guess at sdc %j', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([`sdc is ${JSON.stringify(sdc)}, not a range such as "^1"`])
  })
})
