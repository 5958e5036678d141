import { metricProblems, type Metric } from '@sdc/core'
import { runCheck, type Check } from '../shared/check.js'
import { directionChecks } from './metric-direction.js'
import { fileChecks } from './metric-files.js'
import { metricTickChecks } from './metric-tick.js'
import { valueChecks } from './metric-value.js'
import { parameterChecks } from '../shared/parameters.js'
import { findScenario, metricCases, usableCases, type Scenario } from './run-metric.js'

/**
 * Checks a metric by what its card says of it, on small artificial files masked by more or less noise, with its default
 * parameters and every value of its enumerations. The kind of columns it measures is found by trying.
 */
export async function checkMetric(metric: Metric): Promise<Check[]> {
  const subject = typeof metric?.id === 'string' ? metric.id : 'metric'
  const form = await runCheck(subject, 'its card and parameters have the form of the contract', () =>
    metricProblems(metric ?? {}),
  )
  if (!form.ok) return [form]
  const checks = [form, ...(await parameterChecks(subject, metric.params, []))]
  if (checks.some(({ ok }) => !ok)) return checks
  const cases = metricCases(metric)
  let scenario: Scenario | undefined
  checks.push(
    await runCheck(subject, 'it gives a value for numeric or for categorical columns', async () => {
      const found = await findScenario(metric, cases[0].params)
      if ('kind' in found) scenario = found
      return 'kind' in found
        ? []
        : [`expected a value for one kind of column, got null or an error for all: ${found.join(', ')}`]
    }),
  )
  if (!scenario) return checks
  const run = { metric, scenario, cases: await usableCases(metric, scenario, cases) }
  for (const group of [valueChecks, fileChecks, directionChecks, metricTickChecks]) checks.push(...(await group(run)))
  return checks
}
