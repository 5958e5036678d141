import {
  numericValues,
  resolveParams,
  SdcError,
  unknownColumn,
  type Dataset,
  type Measurement,
  type Metric,
  type Registry,
  type Rng,
} from '@sdc/core'
import { nextTask } from './abort.js'
import { checkNames } from './columns.js'
import type { MetricPlan } from './plan.js'

export interface MeasureFilesInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly masked: Dataset
  /** The original's record of every masked record, −1 where it is unknown. */
  readonly origin: Int32Array
  /** The columns to measure. */
  readonly columns: readonly string[]
  readonly given?: readonly string[] | undefined
  /** What to measure; every registered metric where it is not said. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

/** A value with the metric it belongs to, so that it is never shown without its unit. */
export interface Measured {
  readonly metric: Metric
  readonly params: unknown
  readonly measurement: Measurement
}

/** The metrics of a plan, checked, with their parameters; throws UNKNOWN_METRIC and BAD_PARAMETER. */
export function chooseMetrics(
  registry: Registry,
  asked: readonly MetricPlan[] | undefined,
): { metric: Metric; params: unknown }[] {
  const plans = asked ?? registry.metrics().map(({ id }) => ({ use: id, params: {} }))
  return plans.map(({ use, params }) => {
    const metric = registry.metric(use)
    return { metric, params: resolveParams(metric.params, params, { metric: use }) }
  })
}

/** Measures a masked file against its original. Metrics get the columns in the order of the original file. */
export async function measureFiles(input: MeasureFilesInput): Promise<Measured[]> {
  const { registry, original, masked, origin, rng } = input
  const given = input.given ?? []
  checkNames(original, [...input.columns, ...given])
  const columns = original.names.filter((name) => input.columns.includes(name))
  for (const name of [...columns, ...given]) {
    if (!masked.names.includes(name))
      throw new SdcError(
        'UNKNOWN_COLUMN',
        `the masked file has no column "${name}"`,
        { column: name },
        unknownColumn(name, masked.names).advice,
      )
    numericValues(original, name)
    numericValues(masked, name)
  }
  if (columns.length === 0)
    throw new SdcError('NO_COLUMNS', 'there is no column to measure', {}, 'Name columns that both files have.')
  if (origin.length !== masked.rows)
    throw new SdcError(
      'LENGTH_MISMATCH',
      `the masked file has ${masked.rows} records, their origins are ${origin.length}`,
    )
  const chosen = chooseMetrics(registry, input.metrics)
  const measured: Measured[] = []
  for (const [m, { metric, params }] of chosen.entries()) {
    const tick = (fraction: number): void => input.tick?.((m + fraction) / chosen.length)
    await nextTask()
    tick(0)
    const measurement = await metric.measure({
      original,
      masked,
      origin,
      columns,
      given,
      params,
      rng: rng.child(metric.id),
      tick,
    })
    checkMeasurement(metric, measurement)
    measured.push({ metric, params, measurement })
  }
  return measured
}

/** A metric that gives a number that is none has a bug: it must not reach a report. */
function checkMeasurement(metric: Metric, { value, reason }: Measurement): void {
  if (value === null ? !reason : !Number.isFinite(value)) throw new Error(`${metric.id} gave ${value} without a reason`)
}
