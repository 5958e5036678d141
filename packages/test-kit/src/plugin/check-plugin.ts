import { pluginProblems, type Plugin } from '@sdc/core'
import { checkMethod } from '../method/check-method.js'
import { checkMetric } from '../metric/check-metric.js'
import { runCheck, type Check } from '../shared/check.js'

/**
 * Checks a plugin's form, then every method and metric of it. What was loaded by a name need not be a plugin at all.
 */
export async function checkPlugin(plugin: Partial<Plugin> | null | undefined): Promise<Check[]> {
  const subject = typeof plugin?.name === 'string' && plugin.name !== '' ? plugin.name : 'plugin'
  const checks = [await runCheck(subject, 'it has the form of a plugin', () => pluginProblems(plugin))]
  if (!checks[0].ok) return checks
  for (const method of plugin?.methods ?? []) checks.push(...(await checkMethod(method)))
  for (const metric of plugin?.metrics ?? []) checks.push(...(await checkMetric(metric)))
  return checks
}
