import { isSdcError, option, type Dataset, type Registry } from '@sdc/core'
import { measureFiles, rolesOf, type FileSchema, type MetricPlan, rootRng } from '@sdc/engine'

/** A metric of the masked file before and after a step; null with the reason where it has no value. */
export interface MeasuredTwice {
  readonly metric: string
  /** Which truth it compares records by, where it asks. */
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

/** Above this many records the maximum-knowledge intruder, whose work grows faster than the file, is left to `sdc measure`. */
const MANY_RECORDS = 100_000
/** Why what asks for origins has no value where there are none. */
const unmatched = (): string =>
  `no masked record is matched to an original one (${option('link')}, ${option('origin')})`

/**
 * What shows whether a step made a file better: the score by both truths, since a step that aims at nearness is praised by
 * the one that takes the nearest record for the right one and may be blamed by the other, and the risk that no aggregate
 * hides, that of the intruder who knows all originals.
 *
 * @param files - The original, and the masked file before and after.
 * @param registry - Where the metrics are; one that it does not have is left out.
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

/** A metric that refuses such a file (the score by the nearest record, of few columns) has no value of it, and a reason. */
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
