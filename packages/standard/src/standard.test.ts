import { describe, expect, it } from 'vitest'
import { createRegistry } from '@sdc/core'
import { checkMethod, checkMetric } from '@sdc/test-kit'
import standard from './index.js'

/** The conformance suite on everything that is registered. */
const registry = createRegistry().use(standard).freeze()
const subjects = [
  ...registry.all('methods').map((method) => [method.id, () => checkMethod(method)] as const),
  ...registry.all('metrics').map((metric) => [metric.id, () => checkMetric(metric)] as const),
]

describe('every registered method and metric', () => {
  it.each(subjects)('%s passes the conformance suite', async (_, check) => {
    const checks = await check()
    expect(checks.length).toBeGreaterThan(5)
    expect(checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)).toEqual([])
  })
})
