import type { Dataset, Registry, Rng, Roles } from '@sdc/core'
import { independentDraws, metricColumns, riskLevels, type Measured, type MetricPlan, type Work } from '@sdc/engine'

export interface IndependentInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: Roles
  readonly metrics: readonly MetricPlan[]
  /** The population that the original is a sample of, or an intruder's register of it. */
  readonly population?: Dataset | undefined
  readonly rng: Rng
  /** Results of the metrics' preparation of the original. */
  readonly prepared: Work['prepared']
  readonly tick?: (() => void) | undefined
}

/**
 * Returns the values of metrics in independent data, which have the distributions of the original and no relation to
 * its records.
 *
 * @param input - The original, and the metrics.
 * @returns The mean value over several such files by metric id; null for a metric that does not search for originals,
 *   or has no value.
 */
export async function independentValues(input: IndependentInput): Promise<ReadonlyMap<string, number | null>> {
  const { registry, original, columns, roles, metrics, population, rng } = input
  const fits = metrics.filter(({ use }) => {
    const metric = registry.get('metrics', use)
    return (
      metricColumns(metric, columns, roles, { original, masked: original }).reason === undefined &&
      metric.needs !== 'control' &&
      (metric.needs !== 'population' || population !== undefined)
    )
  })
  const levels = await riskLevels({
    registry,
    original,
    columns,
    given: input.given,
    roles,
    metrics: fits,
    population,
    rng: rng.child('independent data'),
    draws: independentDraws(1, original.rows),
    prepared: input.prepared,
    tick: input.tick,
  })
  const known = new Map(levels.map(({ metric, independent }) => [metric.id, independent] as const))
  return new Map(metrics.map(({ use }) => [use, known.get(use) ?? null] as const))
}

/** Returns the values in independent data that metrics know themselves, by id. */
export function ownIndependent(measured: readonly Measured[]): Map<string, number> {
  return new Map(
    measured.flatMap(({ metric, measurement: { independent } }) =>
      independent === undefined ? [] : [[metric.id, independent] as const],
    ),
  )
}
