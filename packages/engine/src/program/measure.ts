import { SdcError, sameColumn, type Dataset, type Ids, type Interval, type Measurement, type Metric } from '@sdc/core'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import type { FileSchema } from '../plan/plan.js'
import { matchByKey, matchByPosition } from '../measure/match.js'
import { measureRun } from '../limits/measure-run.js'
import type { Measured } from '../measure/measure.js'
import { columnIn } from '../bind/in-place.js'
import { rootRng } from '../run/root-rng.js'
import { schemaOf } from './file-schema.js'
import type { Masked } from './mask.js'
import { registryOf } from './registered.js'
import type { FileOptions, MetricChoices, NamedMetric, OtherFiles, WithRegistry } from './step-types.js'
import { metricIn, metricPlanOf, valuesIn } from './steps.js'
import { checkDataset } from './check-dataset.js'

/** Settings of a measurement of two files. */
export interface MeasureSettings extends FileOptions, OtherFiles {
  /** Columns to measure; by default the masked ones, or those that differ between the files. */
  readonly columns?: readonly string[] | undefined
  /**
   * Unmasked columns whose relation to them is measured; by default those that the masking conditioned on, or a
   * schema's.
   */
  readonly given?: readonly string[] | undefined
  /** Original record of every masked record, from 0; −1 if unknown. */
  readonly origin?: Int32Array | undefined
  /** Column of record ids in both files; without it and without `origin`, record i comes from record i. */
  readonly key?: string | undefined
}

/** A number, or the reason why there is none. */
type ValueOrReason =
  | { readonly value: number; readonly reason?: undefined }
  | { readonly value: null; readonly reason: string }

/** Measurement of two files by a metric. */
export type MeasuredValue = ValueOrReason & {
  readonly id: string
  readonly metric: Metric
  /** Unit of `value`, usually `%`. */
  readonly unit: string
  /** 95 % confidence interval of the value, if known. */
  readonly interval?: Interval | undefined
  /** Measured columns. */
  readonly columns: readonly string[]
  /** Complete measurement: by column, by record, tables, warnings. */
  readonly measurement: Measurement
  /** Value of each file, if `value` is the mean over several. */
  readonly files?: readonly (number | null)[] | undefined
}

/**
 * Measures disclosure risk and information loss of a masked file.
 *
 * @param original - The original file.
 * @param masked - A result of `mask`, which has the columns and the origin of its records; or any other file.
 * @param metrics - Metrics, or pairs of a metric and its parameters.
 * @param settings - The columns and records, if they are not known.
 * @returns A value for each metric, in their order: `const [risk, loss] = await measure(original, masked, [dbrlMetric,
 *   ilScoreMetric])`.
 * @throws SdcError: NO_COLUMNS, UNKNOWN_COLUMN, LENGTH_MISMATCH, BAD_PARAMETER, UNKNOWN_METRIC if a metric combines
 *   others that are not given.
 */
export function measure<const T extends readonly unknown[]>(
  original: Dataset,
  masked: Dataset | Masked,
  metrics: MetricChoices<T>,
  settings?: MeasureSettings,
): Promise<{ readonly [K in keyof T]: MeasuredValue }>
/**
 * Measures by metrics that are named by their ids.
 *
 * @param original - The original file.
 * @param masked - The masked file.
 * @param metrics - Ids, or pairs of an id and parameters; the type checker rejects an unknown id if the registry is
 *   `@sdc/standard`.
 * @param settings - Settings with the registry that has the metrics.
 * @returns As above.
 */
export function measure<I extends Ids, const M extends readonly NamedMetric<NoInfer<I>>[]>(
  original: Dataset,
  masked: Dataset | Masked,
  metrics: M,
  settings: WithRegistry<MeasureSettings, I>,
): Promise<{ readonly [K in keyof M]: MeasuredValue }>
export async function measure(
  original: Dataset,
  masked: Dataset | Masked,
  metrics: readonly NamedMetric[],
  settings: MeasureSettings = {},
): Promise<readonly MeasuredValue[]> {
  checkDataset(original, 'original')
  checkDataset('data' in masked ? masked.data : masked, 'masked')
  const registry = registryOf({ metrics: valuesIn(metrics.map(metricIn)) }, settings.registry)
  const schema = schemaOf(original, settings)
  const measured = await measureRun({
    registry,
    original,
    ...filesOf(original, masked, settings, schema),
    roles: rolesOf(original, schema),
    metrics: metrics.map(metricPlanOf),
    rng: rootRng(settings.seed ?? 1),
    population: settings.population,
    control: settings.control,
    tick: settings.tick,
  })
  return measured.map(valueOf)
}

/** The files, and the columns to measure. */
function filesOf(
  original: Dataset,
  masked: Dataset | Masked,
  settings: MeasureSettings,
  schema: FileSchema | undefined,
): Pick<Masked, 'files' | 'columns' | 'given'> {
  const byRole = columnsWithRole(original, schema, ['non-confidential'])
  if ('files' in masked) {
    const { files } = masked
    const there = (name: string): boolean => files.every(({ data }) => data.names.includes(name))
    const columns = settings.columns ?? masked.columns.filter(there)
    const given = settings.given ?? (masked.given.length > 0 ? masked.given : byRole)
    return { files, columns, given: given.filter((name) => there(name) && !columns.includes(name)) }
  }
  const origin = settings.origin ?? originOf(original, masked, settings.key)
  const columns = settings.columns ?? changedColumns(original, masked, origin, settings.key)
  const given = settings.given ?? byRole.filter((name) => masked.names.includes(name))
  return { files: [{ data: masked, origin }], columns, given: given.filter((name) => !columns.includes(name)) }
}

function originOf(original: Dataset, masked: Dataset, key: string | undefined): Int32Array {
  return key === undefined ? matchByPosition(original, masked) : matchByKey(original, masked, key)
}

/** Columns of both files that differ between them; throws NO_COLUMNS if none does. */
function changedColumns(original: Dataset, masked: Dataset, origin: Int32Array, key: string | undefined): string[] {
  const changed = original.names
    .filter((name) => name !== key && masked.names.includes(name))
    .filter((name) => !sameColumn(columnIn(original.column(name), origin, original.rows), masked.column(name)))
  if (changed.length > 0) return changed
  const fix = "Name the columns to measure: { columns: ['income'] }."
  throw new SdcError('NO_COLUMNS', 'no column differs between the two files', {}, fix)
}

function valueOf({ metric, measurement, columns, files }: Measured): MeasuredValue {
  const { value, reason = 'no reason is known', interval } = measurement
  const found = { id: metric.id, metric, unit: metric.unit, interval, columns, measurement, files }
  return value === null ? { value, reason, ...found } : { value, ...found }
}
