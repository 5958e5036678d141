import { measureRun } from '../limits/measure-run.js'
import type { Measured } from '../measure/measure.js'
import type { MetricPlan } from '../plan/plan.js'
import type { FileState } from '../run/assemble.js'
import type { Ground, RunSample } from './ground.js'

/**
 * Measures the files of a pair against the original, or against the sample of a run.
 *
 * @param ground - The comparison.
 * @param sample - The run; the measurement uses its random stream.
 * @param files - Files of one run; on the sample, or whole.
 * @param metrics - Metrics to measure.
 * @param whole - True where the files are whole.
 * @returns A value for each metric, null with a reason where there is none.
 */
export function measurePair(
  ground: Ground,
  sample: RunSample,
  files: readonly FileState[],
  metrics: readonly MetricPlan[],
  whole: boolean = sample.rows === undefined,
): Promise<Measured[]> {
  const { registry, columns, given, roles, tick } = ground
  const there = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
  return measureRun({
    registry,
    original: whole ? ground.original : sample.original,
    files,
    columns: columns.filter(there),
    given: given.filter(there),
    roles,
    metrics,
    rng: sample.rng.child('measure'),
    prepared: whole ? ground.prepared : sample.prepared,
    tick: (_, doing = '') => tick(doing, 0),
  })
}
