import { describe, expect, it } from 'vitest'
import { createRegistry } from '@sdc/core'
import { checkAttack, checkMethod, checkMetric, checkService, checkTable } from '@sdc/test-kit'
import standard from './index.js'

/** The conformance suite on everything that is registered. */
const registry = createRegistry().use(standard).freeze()
const stochastic = new Set(registry.all('methods').flatMap(({ id, traits }) => (traits.stochastic ? [id] : [])))
const subjects = [
  ...registry.all('methods').map((method) => [method.id, () => checkMethod(method, { registry })] as const),
  ...registry.all('metrics').map((metric) => [metric.id, () => checkMetric(metric, { registry })] as const),
  ...registry.all('services').map((service) => [service.id, () => checkService(service)] as const),
  ...registry.all('tables').map((table) => [table.id, () => checkTable(table)] as const),
  ...registry.all('attacks').map((attack) => [attack.id, () => checkAttack(attack)] as const),
]

describe('everything that is registered', () => {
  it.each(subjects)('%s passes the conformance suite', async (id, check) => {
    const checks = await check()
    expect(checks.length).toBeGreaterThan(5)
    expect(checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)).toEqual([])
    // Every stochastic method is asked for streams of its own.
    const ofStreams = checks.filter(({ name }) => name.endsWith('share their random numbers'))
    expect(ofStreams).toHaveLength(stochastic.has(id) ? 3 : 0)
  })
})
