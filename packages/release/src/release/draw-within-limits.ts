import {
  asInfo,
  asNote,
  SdcError,
  type Dataset,
  type KeyedHash,
  type Message,
  type Registry,
  type Rng,
} from '@sdc/core'
import {
  beyondText,
  bind,
  bindLimits,
  limitEnd,
  limitKey,
  measureRun,
  refuseUnmeasurable,
  release,
  replicateRng,
  rolesOf,
  runBound,
  shortNumber,
  startRun,
  withCodes,
  withoutIds,
  turnedLimits,
  withLimited,
  limitedValue,
  type BoundPlan,
  type FileSchema,
  type Limit,
  type Limits,
  type Measured,
  type MeasurePlan,
  type MetricPlan,
  type ReleasedFile,
  type RunResult,
  type StepPlan,
} from '@sdc/engine'
import { beyondOf } from '../measure/bounds.js'
import { comparedMessages } from '../previous/compared-messages.js'
import type { PreviousRelease } from '../previous/previous-release.js'
import { reusePrevious } from '../previous/reuse.js'
import { columnsMeasured } from '../measure/measured-columns.js'

/** Largest number of draws to keep the limits. */
export const MOST_DRAWS = 20

/** Limits of a run, and the parameters of their metrics. */
export interface ReleaseLimits {
  /** Limits that ask for another draw. */
  readonly limits?: Limits | undefined
  /** Limits that end the run at once. */
  readonly failLimits?: Limits | undefined
  /** The parameters of the metrics. */
  readonly metrics?: readonly MetricPlan[] | undefined
  readonly measure?: MeasurePlan | undefined
}

export interface DrawInput extends ReleaseLimits {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  readonly root: Rng
  readonly released: boolean
  /** True if a file that is not released has no identifiers either, and households and persons have new numbers. */
  readonly dropsIds?: boolean | undefined
  /** HMAC under the key of the project, for pseudonyms. */
  readonly projectKey?: KeyedHash | undefined
  /** Number of the draw that a replay makes. */
  readonly attempt?: number | undefined
  /** Earlier release of the same persons, whose masked values are released again. */
  readonly earlier?: PreviousRelease | undefined
  /** Receives the progress, from 0 to 1, and a name of the present work. */
  readonly tick?: ((fraction: number, doing?: string) => void) | undefined
}

export interface Draw {
  /** Number of the draw, from 1: a replay needs it in addition to the key. */
  readonly attempt: number
  readonly run: RunResult
  /** Files to write: for a release the released files. */
  readonly files: readonly ReleasedFile[]
  /** Limits of the draw, with its values. */
  readonly kept: readonly KeptLimit[]
  /** Messages on its measured values. */
  readonly messages: readonly Message[]
}

/** A limit that is kept: the value is at most the limit, or at least if more is better. */
export interface KeptLimit {
  /** The id of the metric; `ID:upper` or `ID:lower` of the end of its interval. */
  readonly metric: string
  readonly limit: number
  readonly value: number
}

/**
 * Runs the steps until the files to write keep the limits. Draw a is replicate a of a comparison with the same seed;
 * each is measured as it would be written. A plan that draws no random numbers is run once.
 *
 * The kept draw is conditional on the limits: `docs/attacks.md` describes what that discloses.
 *
 * @param input - The plan, its data, and the limits.
 * @returns The draw.
 * @throws BEYOND_LIMIT if no draw keeps the limits, and BAD_OPTION for a limit on a metric that cannot be measured.
 */
export async function drawWithinLimits(input: DrawInput): Promise<Draw> {
  const { registry, original, schema, root } = input
  const plan = bind(input)
  const limits = bindLimits(registry, input.limits)
  const failLimits = bindLimits(registry, input.failLimits)
  const roles = rolesOf(original, schema)
  const masked = plan.steps.flatMap(({ columns }) => columns)
  const asked = [...(input.measure?.columns ?? masked), ...(input.measure?.given ?? [])]
  refuseUnmeasurable([...limits, ...failLimits], { columns: asked, roles, original })
  const first = input.attempt ?? 1
  const last = input.attempt ?? (limits.length > 0 && drawsNumbers(plan) ? MOST_DRAWS : 1)
  let found = ''
  for (let attempt = first; attempt <= last; attempt++) {
    const rng = replicateRng(root, attempt)
    const made = await runBound(plan, { rng, tick: input.tick, from: startRun(original) })
    // A replay makes the same file again, regardless of the present schema.
    const drawn = input.attempt === undefined ? withCodes(plan, made) : made
    const { run, compared } = input.earlier
      ? reusePrevious(plan, drawn, input.earlier)
      : { run: drawn, compared: undefined }
    const about = compared ? comparedMessages(compared) : []
    const files = writtenFiles(run, input)
    if (limits.length + failLimits.length === 0) return { attempt, run, files, kept: [], messages: about }
    const metrics = limitedMetrics(input.metrics, [...limits, ...failLimits])
    const of = columnsMeasured(run, files, original, schema, input.measure)
    const measured = await measureRun({ registry, original, files, ...of, roles, metrics, rng: rng.child('measure') })
    const { beyond, kept, messages } = judgeDraw(attempt, measured, { limits, failLimits })
    if (beyond === '') return { attempt, run, files, kept, messages: [...messages, ...about] }
    found = beyond
  }
  return noDraw(last - first + 1, found)
}

/** A draw, judged by the limits of its plan. */
export interface JudgedDraw extends Pick<Draw, 'kept' | 'messages'> {
  /** Limits that it exceeds, as a text; empty if it keeps them. */
  readonly beyond: string
}

/**
 * Judges a draw by its measured values.
 *
 * @param attempt - Number of the draw, from 1.
 * @param measured - The values.
 * @param bounds - Limits that ask for another draw, and limits that end the run.
 * @returns The judgement.
 * @throws BEYOND_LIMIT for a limit that ends the run.
 */
export function judgeDraw(
  attempt: number,
  measured: readonly Measured[],
  { limits, failLimits }: { readonly limits: readonly Limit[]; readonly failLimits: readonly Limit[] },
): JudgedDraw {
  const beyond = beyondOf(limits, measured).map(beyondText).join(' and ')
  if (beyond !== '') return { beyond, kept: [], messages: [] }
  refuse(beyondOf(failLimits, measured).map(beyondText))
  const all = [...limits, ...failLimits]
  const kept = all.map((limit) => ({ metric: limitKey(limit), limit: limit.value, value: valueOf(limit, measured) }))
  return { beyond, kept, messages: saidOf(attempt, measured, all) }
}

/** Throws BEYOND_LIMIT, because none of the draws keeps the limits. */
export function noDraw(count: number, found: string): never {
  return refuse([count > 1 ? `none of ${count} draws keeps the limits; the last has ${found}` : found])
}

function refuse(texts: readonly string[]): never
function refuse(texts: readonly string[]): void
function refuse(texts: readonly string[]): void {
  if (texts.length === 0) return
  const fix = 'Nothing was written. Mask more strongly, or raise the limit.'
  throw new SdcError('BEYOND_LIMIT', texts.join('; '), {}, fix)
}

/** Returns the metrics with a limit, with the parameters of the plan. */
export function limitedMetrics(plans: readonly MetricPlan[] = [], limits: readonly Limit[]): MetricPlan[] {
  return withLimited(
    plans.filter(({ use }) => limits.some(({ metric }) => metric.id === use)),
    limits,
  )
}

function drawsNumbers({ steps }: BoundPlan): boolean {
  return steps.some(({ method }) => method.traits.stochastic)
}

/** Returns the files to write: those of a release in random order, with ids dropped, renumbered or unchanged. */
function writtenFiles(
  { files, pseudonyms }: RunResult,
  { schema, root, released, dropsIds = false }: DrawInput,
): readonly ReleasedFile[] {
  if (!released && !dropsIds) return files
  const written = released ? release : withoutIds
  return files.map((file, f) => written(file, schema, f === 0 ? root : root.child(`file ${f + 1}`), pseudonyms))
}

function valueOf(limit: Limit, measured: readonly Measured[]): number {
  const found = measured.find(({ metric }) => metric.id === limit.metric.id)
  return (found && limitedValue(limit, found)) ?? Number.NaN
}

function saidOf(attempt: number, measured: readonly Measured[], limits: readonly Limit[]): Message[] {
  const values = limits.map(
    (limit) => `${limit.metric.id} ${shortNumber(valueOf(limit, measured))} (${limitEnd(limit)})`,
  )
  const before =
    attempt === 2 ? 'the draw before it was beyond a limit' : `the ${attempt - 1} before it were beyond a limit`
  const again = `draw ${attempt} keeps the limits; ${before}: it is drawn given that it keeps them, which claims about its random numbers do not know`
  return [
    ...turnedLimits(limits).map(asNote),
    asInfo(`measured before it was written: ${values.join(', ')}`),
    ...(attempt > 1 ? [asInfo(again)] : []),
  ]
}
