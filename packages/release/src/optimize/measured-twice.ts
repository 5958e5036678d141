import { isSdcError, option, type Dataset, type Registry } from '@sdc/core'
import { measureFiles, rolesOf, type FileSchema, type MetricPlan, rootRng } from '@sdc/engine'

/** A metric of the masked file before and after a step; null with the reason if it has no value. */
export interface MeasuredTwice {
  readonly metric: string
  /** Link that it compares records by, if it has that parameter. */
  readonly truth?: 'identity' | 'nearest' | undefined
  readonly unit: string
  readonly before: number | null
  readonly after: number | null
  readonly reason?: string | undefined
}

/** Two masked files of one original, with the same records in the same order. */
export interface TwoFiles {
  readonly original: Dataset
  readonly before: Dataset
  readonly after: Dataset
  readonly origin: Int32Array
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly schema?: FileSchema | undefined
}

/**
 * Largest number of records for the maximum-knowledge intruder, whose work grows faster than the file; `sdc measure`
 * measures larger files.
 */
const MANY_RECORDS = 100_000
/** Reason why a metric that needs origins has no value without them. */
const unmatched = (): string =>
  `no masked record is matched to an original one (${option('link')}, ${option('origin')})`

/**
 * Measures whether a step improved a file: the score by both links, and the risk of the intruder who knows all
 * originals, which no aggregate hides. A step that aims at nearness looks good in the score by the nearest record, and
 * may look bad in the other.
 *
 * @param files - The original, and the masked file before and after.
 * @param registry - Registry with the metrics; those that it lacks are left out.
 * @returns The values, in this order.
 */
export async function measuredTwice(files: TwoFiles, registry: Registry): Promise<MeasuredTwice[]> {
  const known = new Set(registry.all('metrics').map(({ id }) => id))
  const few = files.before.rows <= MANY_RECORDS && files.original.rows <= MANY_RECORDS
  const plans: MetricPlan[] = [
    { use: 'score/sebe', params: { truth: 'identity' } },
    { use: 'score/sebe', params: { truth: 'nearest' } },
    ...(few ? [{ use: 'risk/max-knowledge', params: {} }] : []),
  ]
  const measured: MeasuredTwice[] = []
  for (const plan of plans.filter(({ use }) => known.has(use))) {
    const before = await valueOf(files, files.before, plan, registry)
    const after = await valueOf(files, files.after, plan, registry)
    const { unit } = registry.get('metrics', plan.use)
    const reason = after.reason ?? before.reason
    const truth = plan.params['truth'] as MeasuredTwice['truth']
    measured.push({
      metric: plan.use,
      ...(truth && { truth }),
      unit,
      before: before.value,
      after: after.value,
      ...(reason !== undefined && { reason }),
    })
  }
  return measured
}

/**
 * Returns a value, or the reason of a metric that refuses such a file (the score by the nearest record, for few
 * columns).
 */
async function valueOf(
  { original, origin, columns, given, schema }: TwoFiles,
  masked: Dataset,
  plan: MetricPlan,
  registry: Registry,
): Promise<{ readonly value: number | null; readonly reason?: string | undefined }> {
  if (plan.params['truth'] !== 'nearest' && origin.every((row) => row < 0)) return { value: null, reason: unmatched() }
  const job = { registry, original, masked, origin, columns, given, metrics: [plan], rng: rootRng('1') }
  try {
    const [{ measurement }] = await measureFiles({ ...job, roles: rolesOf(original, schema) })
    return measurement
  } catch (error) {
    if (!isSdcError(error)) throw error
    return { value: null, reason: error.message }
  }
}
