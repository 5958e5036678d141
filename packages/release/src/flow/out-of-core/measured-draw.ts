import { emptyFileOf, partsOf, type PartsPlan, type PartsResult } from '@sdc/engine/partitions'
import { bindLimits, orderStream, refuseUnmeasurable, rolesOf, type Limit, type Measured } from '@sdc/engine'
import { limitedMetrics, MOST_DRAWS } from '../../release/draw-within-limits.js'
import { columnsMeasured } from '../../measure/measured-columns.js'
import type { OutOfCoreRequest } from './mask-document.js'
import { measureOutOfCore } from './measure-out-of-core.js'
import { schemaOfMasked } from './schema-of-masked.js'
import { namesParquet } from '../files/format-of-file.js'
import { usualMemory } from '../place/cut.js'
import { releaseRoot, type PartsDocument } from '../work/run-document.js'
import { foundFiles } from '../work/run-files.js'

/** Limits of a run out of core, and the number of draws that may be made to keep them. */
export interface DrawLimits {
  readonly limits: readonly Limit[]
  readonly failLimits: readonly Limit[]
  readonly draws: number
}

/** Returns the limits of a run; a plan without random numbers, and a replay, are drawn once. */
export function drawLimits({ registry, steps, replay, ...asked }: OutOfCoreRequest): DrawLimits {
  const limits = bindLimits(registry, asked.limits)
  const isDrawn = steps.some(({ use }) => registry.get('methods', use).traits.stochastic)
  return {
    limits,
    failLimits: bindLimits(registry, asked.failLimits),
    draws: limits.length > 0 && isDrawn && replay === undefined ? MOST_DRAWS : 1,
  }
}

/**
 * Measures the file of a draw before it has its name, by the limited metrics, as `drawWithinLimits` does in memory.
 *
 * @param request - The run.
 * @param limits - Its limits.
 * @param document - Its plan, as it is in the work folder.
 * @param plan - The opened plan; all its partitions are written.
 * @param result - Result of the steps.
 * @returns The measured values.
 * @throws The errors of measuring; BAD_OPTION for a limit on a metric that cannot be measured.
 */
export async function measuredDraw(
  { place, registry, dataPath, form, metrics, measure }: OutOfCoreRequest,
  { limits, failLimits }: DrawLimits,
  { sink, source: { csv }, release }: PartsDocument,
  plan: PartsPlan,
  result: PartsResult,
): Promise<readonly Measured[]> {
  const all = [...limits, ...failLimits]
  const draft = await plan.sink.draft?.(partsOf(plan.source.rows, plan.partBlocks).length)
  if (draft === undefined) throw new Error('a file with limits must be readable before it has a name')
  const { schema } = plan
  const memory = place.memory ?? usualMemory()
  const original = await foundFiles(dataPath, form, schema, csv, memory)
  const masked = csv !== undefined && !namesParquet(sink.path) ? 'csv' : 'parquet'
  const forms = { original: form, masked } as const
  const maskedSchema = schemaOfMasked({ maskedPath: draft, forms, schema }, original.source)
  const found = await foundFiles(draft, masked, maskedSchema, undefined, memory)
  const head = emptyFileOf(original.source)
  const files = [{ data: emptyFileOf(found.source), origin: new Int32Array(0) }]
  const of = columnsMeasured(result, files, head, schema, measure)
  refuseUnmeasurable(all, { columns: [...of.columns, ...of.given], roles: rolesOf(head, schema), original: head })
  const outcome = await measureOutOfCore({
    place: {
      ...place,
      workFolder: undefined,
      resume: undefined,
      watch: place.watch && { ...place.watch, say: undefined },
    },
    registry,
    originalPath: dataPath,
    maskedPath: draft,
    original,
    masked: found,
    schema,
    maskedSchema,
    ...of,
    metrics: limitedMetrics(metrics, all),
    by: [],
    byRecord: false,
    population: undefined,
    control: undefined,
    link: { file: { name: draft, content: '' } },
    rng: plan.rng.child('measure'),
    order: release && orderStream(releaseRoot(release)),
  })
  return outcome.result.measured
}
