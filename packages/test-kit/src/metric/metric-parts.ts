import type { Measurement } from '@sdc/core'
import { runCheck, type Check } from '../shared/check.js'
import { measurementProblems } from './metric-value.js'
import { copyPair, inputOf, measure, overMetricCases, pairOf, type MetricSubject } from './run-metric.js'

/** Checks how a metric combines its parts, also parts without a value. */
export async function partChecks(subject: MetricSubject): Promise<Check[]> {
  const { metric, scenario } = subject
  if (!metric.parts) return []
  return [
    await runCheck(metric.id, 'a part without a value: a value in the range, or null with a reason', () =>
      overMetricCases(subject, [pairOf(scenario)], async (params, pair) => {
        const { parts } = await inputOf(subject, copyPair(pair), params)
        const none: Measurement = { value: null, reason: 'it has none here', used: 0 }
        const problems: string[] = []
        for (const gone of parts.keys()) {
          const others = new Map([...parts].map(([name, part]) => [name, name === gone ? none : part] as const))
          const measured = await measure(subject, pair, params, { parts: others })
          problems.push(...measurementProblems(metric, pair, measured).map((problem) => `without ${gone}: ${problem}`))
        }
        return problems
      }),
    ),
  ]
}
