import { SdcError, seededRng, type Dataset, type Purpose, type Registry, type Rng } from '@sdc/core'
import { chooseColumns } from '../bind/columns.js'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import { checkBounds } from '../bind/value-bounds.js'
import { candidatesOf } from '../compare/candidates.js'
import type { CompareProgress } from '../compare/compare-progress.js'
import type { Axes, Row } from '../compare/comparison.js'
import { bindLimits, type Limits } from '../limits/limits.js'
import { chooseMetrics } from '../measure/measure.js'
import type { ComparePlan, FileSchema, MetricPlan } from '../plan/plan.js'
import { endingOf, type Ending, type EndingInput } from './ending.js'
import type { Ground } from './ground.js'
import { refuseEmpty, sidesOf } from './sides.js'
import type { Yardsticks } from './yardsticks.js'

/** What is to be decided. */
export interface DecideInput extends EndingInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** What is compared; without candidates the usual ones are. */
  readonly compare: DecidePlan
  /** What no candidate may go beyond in any of its runs. */
  readonly limits?: Limits | undefined
  /** What the choice, once made, is held to. */
  readonly bounds?: Limits | undefined
  /** What to measure besides. */
  readonly metrics?: readonly MetricPlan[] | undefined
  /** Whether to look further around the best pairs. */
  readonly search?: boolean | undefined
  /** Whether to try one variant of each method only, and to run finalists twice. */
  readonly quick?: boolean | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
  readonly progress?: ((progress: CompareProgress) => void) | undefined
  /** Is told of the pairs that were measured, not judged yet, each time that there are more. */
  readonly found?: ((rows: readonly Row[], axes: Axes) => void) | undefined
}

/** A plan of a comparison. */
export type DecidePlan = ComparePlan & {
  /** The methods that are tried of the usual ones. */
  readonly methods?: readonly string[] | undefined
}

/** What a comparison is for where nobody says. */
export const USUAL_PURPOSE = 'statistics'

/**
 * Looks up everything that a comparison names, before anything is run or written for it.
 *
 * @param input - What is to be decided.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METHOD, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION.
 */
export function checkDecision(input: Omit<DecideInput, 'rng'>): void {
  const { registry, compare } = input
  const { ground } = openGround({ ...input, rng: seededRng('a look') }, endingOf({}))
  chooseMetrics(registry, ground.metrics)
  compare.methods?.forEach((id) => registry.get('methods', id))
  candidatesOf(registry, compare)
}

/** Looks up everything that a comparison names. */
export function openGround(
  input: DecideInput,
  { ends }: Ending,
): {
  readonly ground: Ground
  readonly purpose: Pick<Purpose, 'limits' | 'relations'>
} {
  const { registry, original, schema, compare, rng } = input
  checkBounds(original, schema)
  const asked = chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
  const columns = original.names.filter((name) => asked.includes(name))
  const roles = rolesOf(original, schema)
  const sides = sidesOf(original, columns, roles)
  refuseEmpty(sides)
  const purpose = purposeOf(registry, compare.purpose)
  const { risk = usualRisk(registry, sides.keys.length > 0), loss = purpose?.loss } = compare.axes
  const axes = { risk: axisOf(registry, 'risk', risk), loss: axisOf(registry, 'loss', loss) }
  // A risk that is named takes the place of those of the purpose.
  const held = compare.axes.risk === undefined && purpose ? purpose : { limits: {}, relations: [] }
  const families = purpose?.loss === axes.loss.id ? purpose.families : []
  const ids = [
    ...Object.keys(bindable(registry, { ...held.limits, ...limitsAsked(input, axes), ...input.bounds })),
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
  const isLimited = Object.keys({ ...held.limits, ...limitsAsked(input, axes) }).length > 0
  const measured = { columns, given, sides, axes, metrics, families, rank: isLimited ? byLoss(axes) : byScore(axes) }
  const ground = { registry, original, schema, roles, ...measured, rng, tick, ends, prepared: new Map() }
  return { ground, purpose: held }
}

/** The loss, turned so that less is better. */
function byLoss({ loss }: Axes): Ground['rank'] {
  return (valueOf) => {
    const value = valueOf(loss.id)
    return value === null ? Infinity : loss.better === 'higher' ? -value : value
  }
}

/** (risk + loss)/2. */
function byScore({ risk, loss }: Axes): Ground['rank'] {
  return (valueOf) => {
    const [ofRisk, ofLoss] = [byLoss({ risk, loss: risk })(valueOf), byLoss({ risk, loss })(valueOf)]
    return (ofRisk + ofLoss) / 2
  }
}

/** Limits by the ids of their metrics, without the end that one is on. */
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

function usualRisk(registry: Registry, hasKeys: boolean): string | undefined {
  return registry.defaults.risk?.[hasKeys ? 'keys' : 'values']
}

function axisOf(registry: Registry, axis: 'risk' | 'loss', id: string | undefined): Axes['risk'] {
  if (id !== undefined) return registry.get('metrics', id)
  const advice = 'Name one: axes in a plan, --risk and --loss on the command line.'
  throw new SdcError('BAD_PLAN', `no plugin names a usual metric of ${axis}`, {}, advice)
}

/** The limits that a user names; `maxRisk` is one on the risk axis. Throws BAD_OPTION where that has two. */
export function limitsAsked({ compare, limits = {} }: DecideInput, { risk }: Axes): Limits {
  const { maxRisk } = compare
  if (maxRisk === undefined) return limits
  if (Object.hasOwn(limits, risk.id) && limits[risk.id] !== maxRisk) {
    const message = `${risk.id} has two limits: ${limits[risk.id]}, and ${maxRisk} as the greatest risk`
    throw new SdcError('BAD_OPTION', message, { metric: risk.id }, 'Leave one of them out.')
  }
  return { ...limits, [risk.id]: maxRisk }
}

/** The columns that a release may not leave as they are: named ones, and those that are confidential by role. */
export function toBeMasked({ original, schema, compare }: DecideInput, columns: readonly string[]): readonly string[] {
  const { confidential } = rolesOf(original, schema)
  const named = compare.columns !== undefined || confidential.length === 0 ? columns : []
  return original.names.filter((name) => named.includes(name) || confidential.includes(name))
}

/** Nothing is measured that has no value of the original itself, but what a user named. */
export function withoutEmpty(
  ground: Ground,
  marks: Yardsticks,
  { metrics = [], limits = {}, bounds = {} }: DecideInput,
): Ground {
  const named = new Set([
    ...metrics.map(({ use }) => use),
    ...Object.keys({ ...limits, ...bounds }),
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
