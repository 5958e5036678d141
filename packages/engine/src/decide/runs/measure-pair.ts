import { measureRun } from '../../limits/measure-run.js'
import type { Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import type { FileState } from '../../run/files/assemble.js'
import type { Ground, RunSample } from './ground.js'
import { keptOf, measuredOf, measurementKey } from './kept.js'

/**
 * Measures the files of a pair against the original, or against the sample of a run. Measurements that an interrupted comparison
 * kept are not repeated.
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
  const key = kept && measurementKey({ registry, columns, given, roles, metrics, rng, original, files })
  const known = key === undefined ? undefined : kept?.get(key)
  if (known?.length === metrics.length)
    return metrics.map(({ use, params }, i) => measuredOf(registry.get('metrics', use), params, known[i]))
  const there = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
  const measured = await measureRun({
    registry,
    original,
    files,
    columns: columns.filter(there),
    given: given.filter(there),
    roles,
    metrics,
    rng,
    prepared: whole ? ground.prepared : sample.prepared,
    tick: (_, doing = '') => tick(doing, 0),
  })
  if (key !== undefined) kept?.set(key, measured.map(keptOf))
  return measured
}
