import { listed, option, SdcError, seededRng, type Dataset, type Purpose, type Registry, type Rng } from '@sdc/core'
import { chooseColumns } from '../bind/columns.js'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import { checkRules } from '../bind/check-rules.js'
import { checkBounds } from '../bind/value-bounds.js'
import { candidatesOf } from '../compare/candidates.js'
import type { CompareProgress } from '../compare/compare-progress.js'
import type { Axes, Comparison, Row } from '../compare/comparison.js'
import { bindLimits, type Limits } from '../limits/limits.js'
import { chooseMetrics } from '../measure/measure.js'
import type { ComparePlan, FileSchema, MetricPlan } from '../plan/plan.js'
import { endingOf, type Ending, type EndingInput } from './runs/ending.js'
import type { Ground } from './runs/ground.js'
import type { KeptMeasurements } from './runs/kept.js'
import { refuseEmpty, sidesOf } from './parts/sides.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Input of a decision. */
export interface DecideInput extends EndingInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** Plan of the comparison; without candidates, the usual ones are compared. */
  readonly compare: DecidePlan
  /** Limits that a candidate must keep in every run. */
  readonly limits?: Limits | undefined
  /** Metrics with a limit in `limits` that may lack a value; existing values must keep the limit. */
  readonly mayLack?: readonly string[] | undefined
  /** Limits that are checked on the choice once it is made. */
  readonly failLimits?: Limits | undefined
  /** Metrics to measure in addition. */
  readonly metrics?: readonly MetricPlan[] | undefined
  /** True to search further around the best pairs. */
  readonly search?: boolean | undefined
  /** True to try only one variant of each method, and to run finalists at most twice. */
  readonly quick?: boolean | undefined
  /** Store of measurements: those of an interrupted comparison are reused, new ones are added. */
  readonly kept?: KeptMeasurements | undefined
  /** True to give up limits of the purpose on losses if no plan keeps them together with `limits`. */
  readonly lossesYield?: boolean | undefined
  /** Checks the plan that is about to be chosen as its release will be checked; returns the reasons against it, if any. */
  readonly check?: ((row: Row) => Promise<readonly string[]>) | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
  readonly progress?: ((progress: CompareProgress) => void) | undefined
  /** Called whenever more pairs are measured; the function returns the comparison so far, without a choice. */
  readonly found?: ((soFar: () => Comparison) => void) | undefined
}

/** A plan of a comparison. */
export type DecidePlan = ComparePlan & {
  /** Methods to try; by default, all usual ones. */
  readonly methods?: readonly string[] | undefined
}

/** Default purpose of a comparison. */
export const USUAL_PURPOSE = 'statistics'

/**
 * Checks everything that a comparison names, before anything is run or written for it.
 *
 * @param input - Input of the decision.
 * @throws NO_COLUMNS, UNKNOWN_COLUMN, UNKNOWN_METHOD, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION.
 */
export function checkDecision(input: Omit<DecideInput, 'rng'>): void {
  const { registry, compare } = input
  const { ground } = openGround({ ...input, rng: seededRng('a look') }, endingOf({}))
  chooseMetrics(registry, ground.metrics)
  compare.methods?.forEach((id) => registry.get('methods', id))
  candidatesOf(registry, compare)
}

/** Looks up the columns, roles, purpose and metrics that a comparison names. */
export function openGround(
  input: DecideInput,
  { ends }: Ending,
): {
  readonly ground: Ground
  readonly purpose: Pick<Purpose, 'limits' | 'relations'>
} {
  const { registry, original, schema, compare, rng } = input
  checkBounds(original, schema)
  checkRules(original, schema)
  const purpose = purposeOf(registry, compare.purpose)
  const isSynthetic = drawsRecords(registry, compare)
  const columns = comparedColumns(original, schema, compare, isSynthetic)
  const roles = rolesOf(original, schema)
  const sides = sidesOf(original, columns, roles, isSynthetic)
  refuseEmpty(sides)
  if (isSynthetic) refuseMasking(registry, compare)
  const hasKeys = columns.some((name) => roles.keys.includes(name))
  const { risk = (purpose?.risk ?? registry.defaults.risk)?.[hasKeys ? 'keys' : 'values'], loss = purpose?.loss } =
    compare.axes
  const axes = { risk: axisOf(registry, 'risk', risk), loss: axisOf(registry, 'loss', loss) }
  // A named risk replaces the limits and relations of the purpose.
  const held = compare.axes.risk === undefined && purpose ? purpose : { limits: {}, relations: [] }
  const { families = [], partLoss = axes.loss.id } = purpose?.loss === axes.loss.id ? purpose : {}
  const ids = [
    ...Object.keys(bindable(registry, { ...held.limits, ...input.limits, ...input.failLimits })),
    ...held.relations,
    axes.risk.id,
    axes.loss.id,
    ...families,
  ]
  const named = input.metrics ?? []
  const metrics = [
    ...named,
    ...[...new Set(ids)].filter((id) => !named.some(({ use }) => use === id)).map((use) => ({ use, params: {} })),
  ]
  const given = (compare.given ?? columnsWithRole(original, schema, ['non-confidential'])).filter(
    (name) => !columns.includes(name),
  )
  const tick: Ground['tick'] = (stage, fraction, counts) => {
    input.tick?.(fraction)
    if (counts) input.progress?.({ stage, counts, fraction })
  }
  const measured = { columns, given, sides, axes, metrics, partLoss, families, rank: byLoss(axes) }
  const ground = {
    registry,
    original,
    schema,
    roles,
    synthetic: isSynthetic,
    ...measured,
    rng,
    tick,
    ends,
    prepared: new Map(),
    limited: new Set(Object.keys(bindable(registry, input.limits ?? {}))),
    kept: input.kept,
  }
  return { ground, purpose: held }
}

/**
 * Tests whether the purpose of a comparison is synthetic records.
 *
 * @param registry - Registry with the purposes.
 * @param compare - The plan of the comparison.
 * @returns True if it is.
 */
export function drawsRecords(registry: Registry, { purpose }: Pick<ComparePlan, 'purpose'>): boolean {
  const { purposes = {} } = registry.defaults
  return purpose !== undefined && Object.hasOwn(purposes, purpose) && purposes[purpose].records === 'synthetic'
}

/**
 * Columns of a comparison: those that it names, else those with a masked role. Synthetic records also get the
 * non-confidential columns, since a new record has no original to take them from.
 *
 * @param original - The file.
 * @param schema - Roles of its columns.
 * @param compare - The plan of the comparison.
 * @param synthetic - True if the candidates draw whole records.
 * @returns The column names, in the order of the file.
 */
export function comparedColumns(
  original: Dataset,
  schema: FileSchema | undefined,
  { columns, given = [], by }: Pick<ComparePlan, 'columns' | 'given' | 'by'>,
  synthetic: boolean,
): string[] {
  const asked = chooseColumns(original, columns, schema, [...given, ...by])
  const others = synthetic && columns === undefined ? columnsWithRole(original, schema, ['non-confidential']) : []
  return original.names.filter((name) => asked.includes(name) || others.includes(name))
}

/** Refuses a method that masks the records of the file, if the purpose is synthetic records (BAD_OPTION). */
function refuseMasking(registry: Registry, { candidates = [], methods = [] }: DecidePlan): void {
  const named = [...candidates.map(({ use }) => use), ...methods].map((id) => registry.get('methods', id))
  const other = named.find(({ traits }) => traits.records !== 'synthetic')
  if (other === undefined) return
  const drawing = registry.all('methods').filter(({ traits }) => traits.records === 'synthetic')
  const message = `${other.id} masks the records of the file, and the purpose is synthetic records`
  throw new SdcError('BAD_OPTION', message, { method: other.id }, `Name ${listed(drawing.map(({ id }) => id))}.`)
}

/** Ranks by the loss, negated if higher is better. */
export function byLoss({ loss }: Axes): Ground['rank'] {
  return (valueOf) => {
    const value = valueOf(loss.id)
    return value === null ? Infinity : loss.better === 'higher' ? -value : value
  }
}

/** Ranks by (risk + loss)/2, each negated if higher is better. */
export function byScore({ risk, loss }: Axes): Ground['rank'] {
  return (valueOf) => {
    const [ofRisk, ofLoss] = [byLoss({ risk, loss: risk })(valueOf), byLoss({ risk, loss })(valueOf)]
    return (ofRisk + ofLoss) / 2
  }
}

/** Limits by metric id, without the end of an interval (`:upper`, `:lower`) in their names. */
function bindable(registry: Registry, limits: Limits): Record<string, number> {
  return Object.fromEntries(bindLimits(registry, limits).map(({ metric, value }) => [metric.id, value]))
}

function purposeOf(registry: Registry, name: string | undefined): Purpose | undefined {
  const purposes = registry.defaults.purposes ?? {}
  if (name !== undefined && !Object.hasOwn(purposes, name)) {
    const message = `there is no purpose "${name}"`
    throw new SdcError('BAD_OPTION', message, {}, `Purposes are ${Object.keys(purposes).join(', ')}.`)
  }
  return purposes[name ?? USUAL_PURPOSE]
}

function axisOf(registry: Registry, axis: 'risk' | 'loss', id: string | undefined): Axes['risk'] {
  if (id !== undefined) return registry.get('metrics', id)
  const fix = `Name one: axes in a plan, ${option('risk')} and ${option('loss')} on the command line.`
  throw new SdcError('BAD_PLAN', `no plugin defines a default metric for the axis ${axis}`, {}, fix)
}

/**
 * Columns that must not be released unchanged: confidential columns, and the columns of the comparison if a user named them or no column is confidential.
 */
export function toBeMasked({ original, schema, compare }: DecideInput, columns: readonly string[]): readonly string[] {
  const { confidential } = rolesOf(original, schema)
  const named = compare.columns !== undefined || confidential.length === 0 ? columns : []
  return original.names.filter((name) => named.includes(name) || confidential.includes(name))
}

/** Drops the metrics without a value on the original, except the axes and the metrics that a user named or limited. */
export function withoutEmpty(
  ground: Ground,
  marks: Yardsticks,
  { metrics = [], limits = {}, failLimits = {} }: DecideInput,
): Ground {
  const named = new Set([
    ...metrics.map(({ use }) => use),
    ...Object.keys(bindable(ground.registry, { ...limits, ...failLimits })),
    ground.axes.risk.id,
    ground.axes.loss.id,
  ])
  const hasValue = (id: string): boolean => (marks.original.get(id)?.measurement.value ?? null) !== null
  const isKept = (id: string): boolean => named.has(id) || hasValue(id)
  return {
    ...ground,
    metrics: ground.metrics.filter(({ use }) => isKept(use)),
    families: ground.families.filter(hasValue),
  }
}
