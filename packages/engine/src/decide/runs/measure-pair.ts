import { sameColumn, takeColumn, type Dataset } from '@sdc/core'
import { measureRun } from '../../limits/measure-run.js'
import type { Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import type { FileState } from '../../run/files/assemble.js'
import type { Ground, RunSample } from './ground.js'
import { keptName, keptOf, measuredOf, measurementKey } from './kept.js'

/**
 * Measures the files of a pair against the original, or against the sample of a run. Metrics that an earlier comparison of the
 * same file measured are not repeated. A risk of masked columns with a limit of the user leaves out unmasked quasi-identifiers, as a
 * release does.
 *
 * @param ground - The comparison.
 * @param sample - The run; the measurement uses its random stream.
 * @param files - Files of one run; on the sample, or whole.
 * @param metrics - Metrics to measure.
 * @param whole - True if the files are whole.
 * @returns A value for each metric, null with a reason if there is none.
 */
export async function measurePair(
  ground: Ground,
  sample: RunSample,
  files: readonly FileState[],
  metrics: readonly MetricPlan[],
  whole: boolean = sample.rows === undefined,
): Promise<Measured[]> {
  const original = whole ? ground.original : sample.original
  const open = ground.limited.size === 0 ? [] : ground.sides.keys.filter((name) => isUnmasked(original, files, name))
  const isOfMasked = ({ use }: MetricPlan): boolean => {
    const { kind, of } = ground.registry.get('metrics', use)
    return ground.limited.has(use) && kind === 'risk' && of === 'masked columns'
  }
  const ofMasked = open.length === 0 ? [] : metrics.filter(isOfMasked)
  if (ofMasked.length === 0) return await measureColumns(ground, sample, files, metrics, whole)
  const masked = { ...ground, columns: ground.columns.filter((name) => !open.includes(name)) }
  const some = await measureColumns(masked, sample, files, ofMasked, whole)
  const others = metrics.filter((plan) => !ofMasked.includes(plan))
  const rest = await measureColumns(ground, sample, files, others, whole)
  return metrics.map((plan) => (ofMasked.includes(plan) ? some[ofMasked.indexOf(plan)] : rest[others.indexOf(plan)]))
}

/**
 * Tests whether a quasi-identifier is unchanged in every file: an intruder knows its values, so that they are not
 * disclosed.
 */
function isUnmasked(original: Dataset, files: readonly FileState[], name: string): boolean {
  return files.every(
    ({ data, origin }) =>
      data.names.includes(name) && sameColumn(takeColumn(original.column(name), origin), data.column(name)),
  )
}

async function measureColumns(
  ground: Ground,
  sample: RunSample,
  files: readonly FileState[],
  metrics: readonly MetricPlan[],
  whole: boolean,
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
