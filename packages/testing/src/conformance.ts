import { createRegistry, type Plugin } from '@sdc/core'
import { checkAttack, checkMethod, checkMetric, checkService, checkTable, type Check } from '@sdc/test-kit'
import { describe, expect, it } from 'vitest'

/**
 * Runs the conformance suite on everything that a plugin registers, one test each.
 *
 * @param plugin - The plugin.
 * @param others - Plugins that its methods and metrics refer to.
 */
export function describeConformance(plugin: Plugin, others: readonly Plugin[] = []): void {
  const registry = createRegistry()
    .use([plugin, ...others])
    .freeze()
  const { methods = [], metrics = [], services = [], tables = [], attacks = [] } = plugin
  const subjects: readonly (readonly [id: string, check: () => Promise<readonly Check[]>])[] = [
    ...methods.map((method) => [method.id, () => checkMethod(method, { registry })] as const),
    ...metrics.map((metric) => [metric.id, () => checkMetric(metric, { registry })] as const),
    ...services.map((service) => [service.id, () => checkService(service)] as const),
    ...tables.map((table) => [table.id, () => checkTable(table)] as const),
    ...attacks.map((attack) => [attack.id, () => checkAttack(attack)] as const),
  ]
  // Columns that keep their differences are shifted by the same number.
  const stochastic = new Set(
    methods.flatMap(({ id, traits }) => (traits.stochastic && traits.claims.differences !== true ? [id] : [])),
  )

  describe('the conformance suite', () => {
    it.each(subjects)('is passed by %s', async (id, check) => {
      const checks = await check()
      expect(checks.length).toBeGreaterThan(5)
      expect(checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)).toEqual([])
      // Every stochastic method needs separate streams.
      const ofStreams = checks.filter(({ name }) => name.endsWith('share their random numbers'))
      expect(ofStreams).toHaveLength(stochastic.has(id) ? 3 : 0)
    })
  })
}
