import { errorFrom, oneOrMore, type Registry } from '@sdc/core'
import { mostBroken, ruleFindings, type RuleFindings } from '@sdc/rules'
import type { Row } from '../compare/comparison.js'
import { summary } from '../compare/summary.js'
import { compareKeys, worstRun } from '../compare/place.js'
import { isBeyond, type Beyond, type Limit } from '../limits/limits.js'
import { hold, type MeasuredRuns } from '../compare/held.js'
import { mostNegatives, newNegatives, type NewNegatives } from '../measure/new-negatives.js'
import type { Measured } from '../measure/measure.js'
import type { FileState } from '../run/files/assemble.js'
import type { Ground, RunSample } from './runs/ground.js'
import { joinParts, ofSample } from './runs/join-parts.js'
import { ofKeysOnly, shortTitle } from './parts/labels.js'
import { measurePair } from './runs/measure-pair.js'
import { partKinds, type Part } from '../compare/part.js'
import { pairFiles, type TriedRun } from './runs/run-part.js'
import { masksOnly, type FailedPart, type ScreenedPart } from './screen-parts.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Two parts as one plan, with the values of its runs so far. */
export interface Pair {
  readonly keys: ScreenedPart
  readonly values: ScreenedPart
  readonly held: Map<string, MeasuredRuns>
  negatives: readonly NewNegatives[]
  rules?: RuleFindings | undefined
  runs: number
}

/** Maximum number of parts of each side that are paired if no candidates are named. */
const MOST = { keys: 7, values: 12 } as const
/** Number of parts that are paired if none keeps the limits: the nearest, and those that exceed limits on losses alone. */
const NEAREST = 3
/** Maximum number of pairs, also of named candidates. */
const MOST_NAMED = 200

/**
 * Pairs the best parts of each side. Parts that mask only numbers are also combined with those that mask only
 * categories. If no part of a side keeps the limits alone, the nearest are paired, so that the comparison shows which
 * limits they break.
 *
 * @param ground - The comparison.
 * @param sample - Its first run.
 * @param parts - Parts of both sides.
 * @param named - True if a user named the candidates: then all are paired, up to 200 pairs.
 * @returns The pairs by the sum of the ranks of their parts, the lowest first, without the pair that masks nothing.
 */
export function choosePairs(ground: Ground, sample: RunSample, parts: readonly ScreenedPart[], named: boolean): Pair[] {
  const [keys, values] = (['keys', 'values'] as const).map((side) => parts.filter(({ part }) => part.side === side))
  const { numbers, categories } = ground.sides
  const isOf = (columns: readonly string[]) => (one: ScreenedPart) => masksOnly(one.run.columns, columns)
  const ofCategories = numbers.length > 0 ? values.filter(isOf(categories)) : []
  const others = values.filter((one) => named || !ofCategories.includes(one))
  const [ofKeys, ofValues] = named
    ? [keys, others]
    : [best(keys).slice(0, MOST.keys), best(others).slice(0, MOST.values)]
  const together = ofValues
    .filter(isOf(numbers))
    .flatMap((one) =>
      ofCategories
        .filter(({ beyond }) => beyond.length === 0)
        .flatMap((other) => once(joined, one, other, () => ({ part: bothMasked(sample, one, other) })).part ?? []),
    )
  return ofKeys
    .flatMap((one) => [...ofValues, ...together].map((other) => ({ one, other, rank: one.rank + other.rank })))
    .filter(({ one, other }) => one.part.steps.length + other.part.steps.length > 0)
    .sort((a, b) => compareKeys([a.rank], [b.rank]))
    .slice(0, MOST_NAMED)
    .map(({ one, other }) => pairOf(one, other))
}

const pairs = new WeakMap<ScreenedPart, WeakMap<ScreenedPart, Pair>>()
const joined = new WeakMap<ScreenedPart, WeakMap<ScreenedPart, { readonly part: ScreenedPart | undefined }>>()

/** Returns the value for two parts of one comparison, which is made once. */
function once<T>(
  all: WeakMap<ScreenedPart, WeakMap<ScreenedPart, T>>,
  a: ScreenedPart,
  b: ScreenedPart,
  make: () => T,
): T {
  const own = all.get(a) ?? new WeakMap<ScreenedPart, T>()
  all.set(a, own)
  const known = own.get(b) ?? make()
  own.set(b, known)
  return known
}

/**
 * Pairs parts that exceed limits on losses alone, with each other and with the best parts of the other side. They are left out if others keep these limits, but those can break limits together that these keep.
 *
 * @param parts - Parts of both sides.
 * @returns The pairs by the sum of the ranks of their parts, the lowest first.
 */
export function lossyPairs(parts: readonly ScreenedPart[]): Pair[] {
  const [keys, values] = (['keys', 'values'] as const).map((side) => {
    const own = parts.filter(({ part }) => part.side === side)
    return { kept: best(own).slice(0, NEAREST), lossy: lossyOf(own).slice(0, NEAREST) }
  })
  const pairsOf = (some: readonly ScreenedPart[], others: readonly ScreenedPart[]): Pair[] =>
    some.flatMap((one) => others.map((other) => pairOf(one, other)))
  const all = [...pairsOf(keys.lossy, [...values.kept, ...values.lossy]), ...pairsOf(keys.kept, values.lossy)]
  return [...new Set(all)].sort((a, b) => compareKeys([a.keys.rank + a.values.rank], [b.keys.rank + b.values.rank]))
}

/** Parts that exceed limits on losses alone, the lowest rank first. */
function lossyOf(parts: readonly ScreenedPart[]): ScreenedPart[] {
  return parts
    .filter(({ beyond }) => beyond.length > 0 && beyond.every(({ limit }) => limit.metric.kind === 'loss'))
    .sort(byRank)
}

const byRank = (a: ScreenedPart, b: ScreenedPart): number => compareKeys([a.rank], [b.rank])

/** Returns the pair of two parts, with the values that were measured of it. */
export function pairOf(keys: ScreenedPart, values: ScreenedPart): Pair {
  return once(pairs, keys, values, () => ({ keys, values, held: new Map(), negatives: [], runs: 0 }))
}

/** Combines a part that masks numbers and one that masks categories; undefined if their records cannot be joined. */
function bothMasked(
  { original }: RunSample,
  numbers: ScreenedPart,
  categories: ScreenedPart,
): ScreenedPart | undefined {
  const [a, b] = [numbers, categories]
  const [first] = b.run.files
  const files = a.run.files.flatMap(
    (file) => joinParts(original, { file: first, columns: b.run.columns }, { file, columns: a.run.columns }) ?? [],
  )
  if (files.length < a.run.files.length) return undefined
  const part: Part = {
    ...a.part,
    kind: partKinds[Math.max(partKinds.indexOf(a.part.kind), partKinds.indexOf(b.part.kind))],
    label: `${a.part.label} & ${b.part.label}`,
    steps: [...a.part.steps, ...b.part.steps],
  }
  const columns = [...a.run.columns, ...b.run.columns]
  const outcomes = [...a.run.outcomes, ...b.run.outcomes]
  const run = { ...a.run, files: oneOrMore(files), columns, outcomes, warnings: [] }
  return { part, asked: part, run, measured: new Map(), rank: a.rank + b.rank, beyond: [] }
}

/**
 * Returns the parts that keep the limits alone, the lowest rank first; if none does, the three nearest to the limits. Limits on
 * losses may be given up later: parts that exceed these alone come after the others.
 */
export function best(parts: readonly ScreenedPart[]): ScreenedPart[] {
  const passing = parts.filter(({ beyond }) => beyond.length === 0)
  if (passing.length > 0) return [...passing].sort(byRank)
  const nearest = [...parts].sort((a, b) => excess(a.beyond) - excess(b.beyond)).slice(0, NEAREST)
  return [...new Set([...nearest, ...lossyOf(parts).slice(0, NEAREST)])]
}

/** Distance beyond the limits: the worst excess as a share of its limit. One more broken limit outweighs any excess. */
export function excess(beyond: readonly Beyond[]): number {
  const far = beyond.map(({ limit, value }) =>
    value === null ? 1e3 : Math.min(1e3, Math.abs(value - limit.value) / Math.max(Math.abs(limit.value), 1)),
  )
  return beyond.length * 1e4 + Math.max(0, ...far)
}

/**
 * Measures a pair in the first run, once. Values that depend on one side only are taken from its part.
 *
 * @param ground - The comparison.
 * @param sample - Its first run.
 * @param pair - The pair; the values are added to it.
 * @param marks - Dependence of the metrics on the sides.
 */
export async function measureFirst(ground: Ground, sample: RunSample, pair: Pair, marks: Yardsticks): Promise<void> {
  const { keys, values } = pair
  if (pair.runs > 0) return
  const known: Measured[] = []
  const wanted = ground.metrics.filter(({ use }) => {
    const [byKeys, byValues] = [marks.dependsOn('keys', use), marks.dependsOn('values', use)]
    const measured = byValues
      ? byKeys
        ? undefined
        : values.measured.get(use)
      : byKeys
        ? keys.measured.get(use)
        : undefined
    if (measured !== undefined) known.push(measured)
    // In a sample, recoded quasi-identifiers are easier to attack than in the whole file: their risks wait for the whole file.
    const waits = sample.rows !== undefined && byKeys && ground.registry.get('metrics', use).kind === 'risk'
    return measured === undefined && !waits
  })
  const files = pairFiles(ground, sample, keys, values)
  if (files.length === 0) return
  add(ground, sample, pair, files, [...known, ...(await measurePair(ground, sample, files, wanted))])
}

/**
 * Measures a pair in a further run, whose parts were run on the whole file. The loss axis and its families are measured on the
 * run's sample, all other metrics on the whole file.
 *
 * @param ground - The comparison.
 * @param sample - The run.
 * @param pair - The pair; the values are added to it.
 * @param runs - Its parts in this run.
 * @returns The part that failed, with its error; undefined if both ran.
 */
export async function measureFurther(
  ground: Ground,
  sample: RunSample,
  pair: Pair,
  [keys, values]: readonly [TriedRun, TriedRun],
): Promise<FailedPart | undefined> {
  if ('error' in keys) return keys
  if ('error' in values) return values
  const files = pairFiles(ground, undefined, keys, values)
  // Losses that rank pairs are measured on the sample, as in every run; all other metrics, on the whole file.
  const isLoss = (use: string): boolean => use === ground.axes.loss.id || ground.families.includes(use)
  const { rows } = sample
  if (rows === undefined) {
    add(ground, sample, pair, files, await measurePair(ground, sample, files, ground.metrics))
    return undefined
  }
  const whole = await measurePair(
    ground,
    sample,
    files,
    ground.metrics.filter(({ use }) => !isLoss(use)),
    true,
  )
  const drawn = files.map((file) => ofSample(file, rows, ground.original.rows))
  const losses = await measurePair(
    ground,
    sample,
    drawn,
    ground.metrics.filter(({ use }) => isLoss(use)),
  )
  add(ground, sample, pair, files, [...whole, ...losses])
  return undefined
}

function add(
  ground: Ground,
  sample: RunSample,
  pair: Pair,
  files: readonly FileState[],
  measured: readonly Measured[],
): void {
  measured.forEach((one) => hold(pair.held, one))
  const original = files[0].data.rows > sample.original.rows ? ground.original : sample.original
  pair.rules = mostBroken(pair.rules, ruleFindings(original, files, ground.roles))
  pair.negatives = mostNegatives(pair.negatives, newNegatives(original, files, ground.sides.numbers))
  pair.runs++
}

/**
 * Converts a pair to a row of the comparison. The steps on the confidential columns come first, since they may be conditional on
 * the quasi-identifiers, which the steps after them mask.
 *
 * @param ground - The comparison.
 * @param pair - The measured pair.
 * @param limits - Limits that it must keep in every run.
 * @param required - Columns that must not be released unchanged.
 * @returns The row, not yet marked as on the Pareto front or chosen.
 */
export function pairRow({ registry }: Ground, pair: Pair, limits: readonly Limit[], required: readonly string[]): Row {
  const { keys, values, held, runs } = pair
  const steps = [...values.part.steps, ...keys.part.steps]
  const masked = new Set(steps.flatMap(({ columns = [] }) => columns))
  const then = steps.filter(({ use }) => registry.get('methods', use).traits.postMasking).map(({ use }) => use)
  const metrics = new Map([...held].map(([id, one]) => [id, summary(registry.get('metrics', id), one)] as const))
  const row: Row = {
    use: steps[0].use,
    varied: values.part.steps.length > 0 ? values.part.varied : keys.part.varied,
    steps,
    then,
    label: pairLabel(keys.part, values.part),
    title: shortTitle(registry, [keys.part, values.part]),
    parts: { keys: keys.part, values: values.part },
    metrics,
    replicates: runs,
    unmasked: required.filter((name) => !masked.has(name)),
    beyond: [],
    high: [],
    pareto: false,
    chosen: false,
    ...(pair.negatives.length > 0 && { negatives: pair.negatives }),
    ...(pair.rules && { rules: pair.rules }),
  }
  const beyond = limits.flatMap((limit): Beyond[] => {
    if (!metrics.has(limit.metric.id)) return []
    const value = worstRun(row, limit.metric, limit.atEnd)
    return isBeyond(limit, value) ? [{ limit, value, reason: metrics.get(limit.metric.id)?.reason }] : []
  })
  return { ...row, beyond }
}

/**
 * Label of a pair: `k-anonymous × shuffled`; if one side is unchanged, only the label of the other part. A label that
 * parts of both sides can have is marked for quasi-identifiers.
 */
export function pairLabel(keys: Part, values: Part): string {
  const own = [keys, values].filter(({ steps }) => steps.length > 0)
  return `${own.map(({ label }) => label).join(' × ')}${ofKeysOnly(own)}`
}

/** Row of a part that could not be run. */
export function failedRow(registry: Registry, { part, error }: FailedPart): Row {
  return {
    use: part.steps[0].use,
    varied: part.varied,
    steps: part.steps,
    then: [],
    label: part.label,
    title: shortTitle(registry, [part]),
    metrics: new Map(),
    replicates: 0,
    unmasked: [],
    beyond: [],
    high: [],
    pareto: false,
    chosen: false,
    error: errorFrom(error.toJSON()),
  }
}
