import { SdcError, seededRng, type Dataset, type Purpose, type Registry, type Rng } from '@sdc/core'
import { chooseColumns } from '../bind/columns.js'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import { checkBounds } from '../bind/value-bounds.js'
import { candidatesOf } from '../compare/candidates.js'
import type { CompareProgress } from '../compare/compare-progress.js'
import type { Axes, Comparison, Row } from '../compare/comparison.js'
import type { Beside, Decision } from '../compare/decision.js'
import { keyRelations } from '../compare/key-relations.js'
import { highFrom, markHigh } from '../compare/risk-levels.js'
import type { RiskLevel } from '../compare/risk-level.js'
import { markPareto } from '../compare/pareto.js'
import { partKinds } from '../compare/part.js'
import { bindLimits, refuseUnmeasurable, type Limits } from '../limits/limits.js'
import { chooseMetrics } from '../measure/measure.js'
import type { ComparePlan, FileSchema, MetricPlan } from '../plan/plan.js'
import { decisionAdvice } from './advice.js'
import { chooseFinalist, leastScore, nearness } from './choice.js'
import { endingOf, type Ending, type EndingInput } from './ending.js'
import { finalists, runFinalists, withRows } from './finalists.js'
import { runSample, type Ground } from './ground.js'
import { decisionLimits } from './limits.js'
import { namedParts } from './named-parts.js'
import { choosePairs, excess, failedRow, measureFirst, type Pair } from './pairs.js'
import { unchangedPart, type Part } from '../compare/part.js'
import { screenOf, screenParts, type FailedPart, type ScreenedPart } from './screen-parts.js'
import { searchFurther, type SearchFound } from './search.js'
import { refuseEmpty, sidesOf } from './sides.js'
import { usualParts } from './usual-parts.js'
import { oneVariantEach } from './variants.js'
import { decisionVerdict } from './verdict.js'
import { yardsticks, type Yardsticks } from './yardsticks.js'

/** What is to be decided. */
export interface DecideInput extends EndingInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** What is compared; without candidates the usual ones are. */
  readonly compare: DecidePlan
  /** What the masked data are for: a purpose of the registry; `statistics` where it is not said. */
  readonly purpose?: string | undefined
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

/** A plan of a comparison, whose candidates may be left to the registry. */
export type DecidePlan = Omit<ComparePlan, 'candidates'> & {
  readonly candidates?: ComparePlan['candidates'] | undefined
  /** The methods that are tried of the usual ones. */
  readonly methods?: readonly string[] | undefined
}

/** What a comparison is for where nobody says. */
export const USUAL_PURPOSE = 'statistics'
/** Finalists are run so often. */
const RUNS = 3
const QUICK_RUNS = 2

/**
 * Chooses a plan for a file: parts for the keys and parts for the values, each measured alone; pairs of the best together;
 * of these a few again with fresh random numbers; and of what is as good as the least loss the one that is farthest from the
 * limits and leaves records truest.
 *
 * @param input - The file, what it is for, what is tried and held to.
 * @returns The pairs that were measured, the choice and why.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION; the error of the first candidate where none
 * could be run.
 */
export async function decide(input: DecideInput): Promise<Comparison> {
  const { registry, original, schema, compare } = input
  const ending = endingOf(input)
  const { ground: asked, purpose } = groundOf(input, ending)
  const { sides, axes } = asked
  const first = runSample(asked, 1)
  const marks = await yardsticks(asked, first)
  const ground = withoutEmpty(asked, marks, input)
  const limits = decisionLimits(registry, purpose, limitsAsked(input, axes), marks)
  const bounds = bindLimits(registry, input.bounds)
  refuseUnmeasurable(bindLimits(registry, { ...limitsAsked(input, axes), ...input.bounds }), {
    columns: ground.columns,
    roles: ground.roles,
    original,
  })

  const relations = keyRelations(first.original, sides.keys, sides.numbers)
  const named = compare.candidates
    ? namedParts(registry, original, schema, { ...compare, candidates: compare.candidates }, sides)
    : []
  const usual =
    compare.candidates && !compare.methods
      ? []
      : usualParts({
          registry,
          original,
          roles: ground.roles,
          sides,
          relations,
          given: compare.given,
          by: compare.by,
          options: { precision: compare.precision, missing: compare.missing },
          methods: compare.methods,
          reverseMapped: compare.then.length > 1,
        }).filter(({ steps }) => steps.length > 0)
  const tried = input.quick ? oneVariantEach(usual) : usual
  const parts = [...named, ...tried]
  const all = [unchangedPart('keys'), unchangedPart('values'), ...parts]
  const screen = await screenOf(ground, first, limits, marks)
  const usually = await screenParts(ground, all, screen)
  if (usually.parts.length === 2) throw noneRuns(usually.failed, parts)

  const sideOf = (side: Part['side']): ScreenedPart[] => usually.parts.filter(({ part }) => part.side === side)
  const required = toBeMasked(input, ground.columns)
  const judge = (pairs: readonly Pair[]): ReturnType<typeof withRows> => withRows(ground, pairs, limits, required)
  const chosenPairs = choosePairs(sideOf('keys'), sideOf('values'), compare.candidates !== undefined)
  const usualPairs: Pair[] = []
  for (const [i, pair] of chosenPairs.entries()) {
    if (i > 0 && ground.ends('pairs', i, chosenPairs.length)) break
    ground.tick('pairs of parts', i / chosenPairs.length, { done: i, all: chosenPairs.length })
    await measureFirst(ground, first, pair, marks)
    usualPairs.push(pair)
    input.found?.(
      judge(usualPairs).map(({ row }) => row),
      axes,
    )
  }
  const searched = input.search
    ? await searchFurther({ ground, sample: first, marks, screen, parts: usually.parts, pairs: usualPairs, judge })
    : undefined
  const screened = [...usually.parts, ...(searched?.parts ?? [])]
  const failed = [...usually.failed, ...(searched?.failed ?? [])]
  const pairs = [...usualPairs, ...(searched?.pairs ?? [])]
  const measured = judge(pairs)
  const rankOf = ({ metrics }: Row): number => ground.rank((id) => metrics.get(id)?.mean ?? null)
  const last = finalists(measured, rankOf)
  const runs = Math.min(compare.replicates ?? RUNS, input.quick ? QUICK_RUNS : Infinity)
  const lost = await runFinalists(ground, first, last, runs)
  const judged = judge(pairs)
  const close = judged.filter(({ pair }) => last.includes(pair) && !lost.has(pair)).map(({ row }) => row)
  const metrics = ground.metrics.map(({ use }) => registry.get('metrics', use))
  const levels = metrics
    .filter(({ kind }) => kind === 'risk')
    .map((metric): RiskLevel => {
      const independent = marks.independent.get(metric.id)?.measurement.value ?? null
      // Where limits decide, nothing else says that a risk is high.
      return { metric, independent, high: limits.length > 0 ? null : highFrom(metric, independent) }
    })
  const chosen = limits.length > 0 ? chooseFinalist(registry, close, limits, axes) : leastScore(close, axes, levels)
  const nearest = chosen
    ? undefined
    : judged.map(({ row }) => row).sort((a, b) => excess(a.beyond) - excess(b.beyond))[0]
  const rows = markPareto(
    [...judged.map(({ row }) => row), ...failed.map(failedRow)],
    axes,
    (row) => !row.error && row.beyond.length === 0,
  ).map((row) => markHigh({ ...row, chosen: row.label === chosen?.row.label }, levels))
  const beside = new Map(
    ground.metrics.map(({ use }): [string, Beside] => [
      use,
      {
        original: marks.original.get(use)?.measurement.value ?? null,
        independent: marks.independent.get(use)?.measurement.value ?? null,
      },
    ]),
  )
  const decision: Decision = {
    purpose: ground.families.length > 0 ? (input.purpose ?? USUAL_PURPOSE) : undefined,
    families: ground.families,
    relations,
    beside,
    parts: { keys: countOf('keys', screened, failed), values: countOf('values', screened, failed) },
    finalists: close.map(({ label }) => label),
    ties: chosen?.ties.map(({ label }) => label) ?? [],
    otherKind: chosen && otherKind(close, chosen.row, axes),
    nearest,
    advice: chosen ? [] : decisionAdvice(ground, nearest),
    close:
      chosen && nearness(chosen.row, limits) === 2 ? limits.filter((limit) => nearness(chosen.row, [limit]) === 2) : [],
    ...(first.rows && { sampled: first.rows.length }),
  }
  const comparison: Omit<Comparison, 'verdict'> = {
    rows,
    axes,
    metrics,
    limits,
    bounds,
    levels,
    columns: ground.columns,
    given: ground.given,
    records: original.rows,
    decision,
    notes: [
      ...ending.notes(),
      ...(input.quick ? [quickNote(tried.length, usual.length, runs)] : []),
      ...(searched ? [searchNote(searched)] : []),
      ...failed.map(({ part, error }) => `${part.label} is not possible: ${error.message}`),
    ],
    warnings: [
      ...new Set(
        screened.flatMap(({ part, run }) =>
          [...run.warnings, ...severalFiles(run.files.length)].map((text) => `${part.label}: ${text}`),
        ),
      ),
    ],
  }
  return { ...comparison, verdict: decisionVerdict(registry, comparison) }
}

/** Nothing is measured that has no value of the original itself, but what a user named. */
function withoutEmpty(
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

function countOf(
  side: Part['side'],
  screened: readonly ScreenedPart[],
  failed: readonly FailedPart[],
): Decision['parts']['keys'] {
  const masking = screened.filter(({ part }) => part.side === side && part.steps.length > 0)
  return {
    tried: masking.length + failed.filter(({ part }) => part.side === side).length,
    passing: masking.filter(({ beyond }) => beyond.length === 0).length,
  }
}

function severalFiles(count: number): string[] {
  if (count === 1) return []
  return [`makes ${count} files; its values are their mean, and an intruder with all ${count} may learn more`]
}

function quickNote(tried: number, all: number, runs: number): string {
  return `quick: ${tried} of the ${all} usual parts were tried, and finalists run ${runs === 1 ? 'once' : 'twice'}`
}

function searchNote({ parts, rounds }: SearchFound): string {
  return `the search tried ${parts.length} further parts in ${rounds === 1 ? 'one round' : `${rounds} rounds`}`
}

/** The best finalist whose keys are masked in another way. */
function otherKind(rows: readonly Row[], chosen: Row, { loss }: Axes): Decision['otherKind'] {
  const kind = chosen.parts?.keys.kind
  const others = rows.filter(({ parts, beyond }) => beyond.length === 0 && parts?.keys.kind !== kind)
  const meanOf = (row: Row): number => row.metrics.get(loss.id)?.mean ?? Infinity
  if (others.length === 0) return undefined
  const row = others.reduce((a, b) => (meanOf(b) < meanOf(a) ? b : a))
  return { row, kind: row.parts?.keys.kind ?? partKinds[0] }
}

function noneRuns(failed: readonly FailedPart[], parts: readonly Part[]): SdcError {
  const [one] = failed
  if (!one) {
    const message = `none of the registered methods masks such columns (${parts.length} candidates)`
    return new SdcError('NO_COLUMNS', message, {}, 'Name a method: --try "ID name=value".')
  }
  const { part, error } = one
  if (failed.length === 1) return error
  const whole = `none of the ${failed.length} candidates can be run; of the first, ${part.label}: ${error.message}`
  return new SdcError(error.code, whole, { ...error.place, candidate: part.label }, error.advice)
}

/**
 * Looks up everything that a comparison names, before anything is run or written for it.
 *
 * @param input - What is to be decided.
 * @throws UNKNOWN_COLUMN, UNKNOWN_METHOD, UNKNOWN_METRIC, BAD_PARAMETER, BAD_PLAN, BAD_OPTION.
 */
export function checkDecision(input: Omit<DecideInput, 'rng'>): void {
  const { registry, compare } = input
  const { ground } = groundOf({ ...input, rng: seededRng('a look') }, endingOf({}))
  chooseMetrics(registry, ground.metrics)
  compare.methods?.forEach((id) => registry.get('methods', id))
  if (compare.candidates) candidatesOf(registry, { ...compare, candidates: compare.candidates })
}

/** Looks up everything that a comparison names. */
function groundOf(
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
  const purpose = purposeOf(registry, input.purpose)
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
function limitsAsked({ compare, limits = {} }: DecideInput, { risk }: Axes): Limits {
  const { maxRisk } = compare
  if (maxRisk === undefined) return limits
  if (Object.hasOwn(limits, risk.id) && limits[risk.id] !== maxRisk) {
    const message = `${risk.id} has two limits: ${limits[risk.id]}, and ${maxRisk} as the greatest risk`
    throw new SdcError('BAD_OPTION', message, { metric: risk.id }, 'Leave one of them out.')
  }
  return { ...limits, [risk.id]: maxRisk }
}

/** The columns that a release may not leave as they are: named ones, and those that are confidential by role. */
function toBeMasked({ original, schema, compare }: DecideInput, columns: readonly string[]): readonly string[] {
  const { confidential } = rolesOf(original, schema)
  const named = compare.columns !== undefined || confidential.length === 0 ? columns : []
  return original.names.filter((name) => named.includes(name) || confidential.includes(name))
}
