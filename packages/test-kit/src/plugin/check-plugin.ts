import { createRegistry, pluginProblems, type Plugin, type Registry } from '@sdc/core'
import { checkAttack } from '../attack/check-attack.js'
import { workerChecks } from '../engine/engine-worker.js'
import { checkMethod } from '../method/check-method.js'
import { checkMetric } from '../metric/check-metric.js'
import { checkService } from '../service/check-service.js'
import { checkTable } from '../table/check-table.js'
import { runCheck, type Check } from '../shared/check.js'
import type { CheckOptions } from '../shared/references.js'

/**
 * Checks a plugin's form, then every method, metric, service, table method and attack of it.
 *
 * @param plugin - The plugin; a value loaded by name may be anything.
 * @param options - Registry of further methods and metrics that it refers to, and an executor for tests in workers.
 * @returns One result for each check.
 */
export async function checkPlugin(
  plugin: Partial<Plugin> | null | undefined,
  options: CheckOptions = {},
): Promise<Check[]> {
  const subject = typeof plugin?.name === 'string' && plugin.name !== '' ? plugin.name : 'plugin'
  const checks = [await runCheck(subject, 'it has the form of a plugin', () => pluginProblems(plugin))]
  if (!checks[0].ok) return checks
  const known = { registry: registryOf(plugin as Plugin, options) }
  for (const method of plugin?.methods ?? []) checks.push(...(await checkMethod(method, known)))
  for (const metric of plugin?.metrics ?? []) checks.push(...(await checkMetric(metric, known)))
  for (const service of plugin?.services ?? []) checks.push(...(await checkService(service)))
  for (const table of plugin?.tables ?? []) checks.push(...(await checkTable(table)))
  for (const attack of plugin?.attacks ?? []) checks.push(...(await checkAttack(attack)))
  checks.push(...(await workerChecks(plugin as Plugin, known.registry, options.executor)))
  return checks
}

/** Registry of the plugin and the plugins that it may refer to. */
function registryOf(plugin: Plugin, { registry }: CheckOptions): Registry {
  const others = (registry?.plugins ?? []).filter(({ name }) => name !== plugin.name)
  return createRegistry()
    .use([...others, plugin])
    .freeze()
}
