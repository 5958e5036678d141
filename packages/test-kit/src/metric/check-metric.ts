import { metricProblems, type Metric } from '@sdc/core'
import { runCheck, type Check } from '../shared/check.js'
import { directionChecks } from './metric-direction.js'
import { fileChecks } from './metric-files.js'
import { orderChecks } from './metric-order.js'
import { metricTickChecks } from './metric-tick.js'
import { valueChecks } from './metric-value.js'
import { parameterChecks } from '../shared/parameters.js'
import { engineMetricChecks } from './engine-metric.js'
import type { CheckOptions } from '../shared/references.js'
import { partChecks } from './metric-parts.js'
import { prepareChecks } from './metric-prepare.js'
import { metricPlanChecks } from './metric-plan.js'
import { sessionChecks } from './metric-session.js'
import { findScenario, metricCases, usableCases, type Scenario } from './run-metric.js'

/**
 * Checks a metric against its card, on small artificial files masked by more or less noise, with its default parameters
 * and every value of its enumerations, then through the engine.
 *
 * @param metric - The metric.
 * @param options - Registry of its parts; a metric with parts needs it.
 * @returns One result for each check.
 */
export async function checkMetric(metric: Metric, options: CheckOptions = {}): Promise<Check[]> {
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
    await runCheck(subject, 'it gives a value for columns of each kind that it accepts', async () => {
      const found = await findScenario({ metric, options }, cases[0].params)
      if (typeof found !== 'string') scenario = found
      const kinds = metric.accepts.length > 1 ? metric.accepts : []
      const each = await Promise.all(kinds.map((kind) => findScenario({ metric, options }, cases[0].params, [kind])))
      const reasons = [found, ...each].filter((one) => typeof one === 'string')
      return reasons.map((reason) => `expected a value (accepts), got null or an error for ${reason}`)
    }),
  )
  if (!scenario) return checks
  const run = { metric, scenario, options, cases: await usableCases({ metric, options, scenario }, cases) }
  for (const group of [
    valueChecks,
    fileChecks,
    orderChecks,
    directionChecks,
    partChecks,
    prepareChecks,
    sessionChecks,
    metricTickChecks,
    metricPlanChecks,
    engineMetricChecks,
  ])
    checks.push(...(await group(run)))
  return checks
}
