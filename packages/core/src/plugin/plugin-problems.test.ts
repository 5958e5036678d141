import { describe, expect, it } from 'vitest'
import { contractVersion, definePlugin, type Plugin } from './plugin.js'
import { attack, method, metric, plugin, service, table } from './plugin.fixture.js'
import { pluginProblems, sorts } from './plugin-problems.js'

describe('pluginProblems', () => {
  const good = plugin('@x/noise', ['noise/a'])

  it('finds nothing in a good plugin, of whatever sort its members are', () => {
    expect(pluginProblems(good)).toEqual([])
    expect(pluginProblems(plugin('@x/m', [], ['risk/a']))).toEqual([])
    const about = { name: '@x/one', version: '1.0.0', sdc: '^2' }
    for (const one of [{ services: [service] }, { tables: [table] }, { attacks: [attack] }])
      expect(pluginProblems(definePlugin({ ...about, ...one }))).toEqual([])
    expect(sorts).toEqual(['methods', 'metrics', 'services', 'tables', 'attacks'])
  })

  it.each<[object, string]>([
    [{ name: '' }, 'name is missing'],
    [{ version: undefined }, 'version is missing'],
    [{ methods: [] }, 'it has none of methods, metrics, services, tables, attacks'],
    [{ methods: [method('noise/a'), method('noise/a')] }, 'noise/a is there twice'],
    [{ methods: [method('risk/a')], metrics: [metric('risk/a')] }, 'risk/a is there twice'],
    [{ attacks: [attack, { ...attack }] }, 'attack/nothing is there twice'],
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

  it('this is contract 2.0.0', () => {
    expect(contractVersion).toBe('2.0.0')
  })

  it.each(['^2', '2', '~2', '^2.0', '~2.0', '2.0', '^2.0.0', '~2.0.0', '2.0.0'])('works with sdc %s', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([])
  })

  it.each(['^3', '^0', '0.9', '^2.1', '~2.1', '2.1', '^2.0.1', '2.0.1', '20'])('refuses sdc %s', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([`it is written for contract ${sdc}, this is 2.0.0`])
  })

  it.each(['^1', '1', '~1.2', '1.0.0'])('tells the author of a plugin for sdc %s what to change', (sdc) => {
    const old = { columns: 'numeric', keepsRows: true, keepsMeans: true, columnwise: true }
    const [problem, ...rest] = pluginProblems({
      ...good,
      sdc,
      methods: [{ ...method('noise/a'), traits: old }],
    } as never)
    expect(rest).toEqual([])
    expect(problem).toBe(
      `it is written for contract ${sdc}, this is 2.0.0: traits and claims have other names, methods and metrics say ` +
        'which kinds of columns they accept; change sdc to "^2" and follow what is listed then',
    )
    // What is listed then: the new name of every trait.
    const traits = pluginProblems({ ...good, methods: [{ ...method('noise/a'), traits: old }] } as unknown as Plugin)
    expect(traits).toEqual([
      "noise/a: trait columns is of the first contract, now say accepts: ['numeric'], ['ordered', 'nominal'] or all three",
      "noise/a: trait keepsRows is of the first contract, now say records: 'same', 'subset' or 'synthetic'",
      'noise/a: trait keepsMeans is of the first contract, now say claims: { means }',
      "noise/a: trait columnwise is of the first contract, now say scope: 'column'",
    ])
  })

  it.each(['', '*', '>=2', 'v2', '^2.x', '2.0.0.0', '^2-beta', ' ^2'])('does not guess at sdc %j', (sdc) => {
    expect(pluginProblems({ ...good, sdc })).toEqual([`sdc is ${JSON.stringify(sdc)}, not a range such as "^2"`])
  })
})
