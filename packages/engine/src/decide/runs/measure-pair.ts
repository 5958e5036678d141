import { measureRun } from '../../limits/measure-run.js'
import type { Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import type { FileState } from '../../run/files/assemble.js'
import type { Ground, RunSample } from './ground.js'
import { keptName, keptOf, measuredOf, measurementKey } from './kept.js'

/**
 * Measures the files of a pair against the original, or against the sample of a run. Metrics that an earlier comparison of the
 * same file measured are not repeated.
 *
 * @param ground - The comparison.
 * @param sample - The run; the measurement uses its random stream.
 * @param files - Files of one run; on the sample, or whole.
 * @param metrics - Metrics to measure.
 * @param whole - True where the files are whole.
 * @returns A value for each metric, null with a reason where there is none.
 */
export async function measurePair(
  ground: Ground,
  sample: RunSample,
  files: readonly FileState[],
  metrics: readonly MetricPlan[],
  whole: boolean = sample.rows === undefined,
): Promise<Measured[]> {
  const { registry, columns, given, roles, tick, kept } = ground
  const original = whole ? ground.original : sample.original
  const rng = sample.rng.child('measure')
  const key = kept && measurementKey({ registry, columns, given, roles, rng, original, files })
  const known = new Map((key === undefined ? [] : (kept?.get(key) ?? [])).map((one) => [one.of, one]))
  const missing = known.size === 0 ? metrics : metrics.filter((plan) => !known.has(keptName(plan)))
  if (missing.length === 0 && metrics.length > 0) return metrics.map(knownOf)
  const there = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
  const measured = await measureRun({
    registry,
    original,
    files,
    columns: columns.filter(there),
    given: given.filter(there),
    roles,
    metrics: missing,
    rng,
    prepared: whole ? ground.prepared : sample.prepared,
    tick: (_, doing = '') => tick(doing, 0),
  })
  if (key === undefined) return measured
  for (const [i, one] of measured.entries()) {
    const of = keptName(missing[i])
    known.set(of, keptOf(of, one))
  }
  kept?.set(key, [...known.values()])
  return metrics.map((plan) => measured[missing.indexOf(plan)] ?? knownOf(plan))

  function knownOf(plan: MetricPlan): Measured {
    return measuredOf(registry.get('metrics', plan.use), plan.params, known.get(keptName(plan))!)
  }
}
