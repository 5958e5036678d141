import { seededRng } from '@sdc/core'
import { measureFiles } from '@sdc/engine'
import { runCheck, type Check } from '../shared/check.js'
import { close, shown } from './metric-files.js'
import { measurementProblems } from './metric-value.js'
import { copyPair, measureOnce, overMetricCases, pairOf, type MetricSubject } from './run-metric.js'
import { registryWith } from '../engine/engine-registry.js'

/**
 * Runs the metric as its users do: by its id, through the engine, which passes its columns, parts and prepared work.
 */
export async function engineMetricChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario, options } = subject
  return [
    await runCheck(metric.id, 'the engine measures the same by it', () =>
      overMetricCases(subject, [pairOf(scenario)], async (params, pair) => {
        const files = {
          ...copyPair(pair),
          registry: registryWith('metrics', metric, options),
          metrics: [{ use: metric.id, params: structuredClone(params) as Readonly<Record<string, unknown>> }],
          rng: seededRng('conformance'),
        }
        const [{ measurement }] = await measureFiles(files)
        const problems = measurementProblems(metric, pair, measurement)
        const [one, other] = [await measureOnce(subject, pair, params), await measureOnce(subject, pair, params, 2)]
        // If its own draws change its value, another stream gives another value.
        if (problems.length > 0 || one.value !== other.value || close(one.value, measurement.value)) return problems
        return [`expected the value of the metric alone, ${shown(one)}, through the engine, got ${shown(measurement)}`]
      }),
    ),
  ]
}
