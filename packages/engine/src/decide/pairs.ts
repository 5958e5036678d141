import { errorFrom, oneOrMore } from '@sdc/core'
import type { Row } from '../compare/comparison.js'
import { summary } from '../compare/summary.js'
import { worstRun } from '../compare/place.js'
import { isBeyond, type Beyond, type Limit } from '../limits/limits.js'
import type { Held } from '../jobs/job.js'
import { hold } from '../jobs/held.js'
import { mostNegatives, newNegatives, type NewNegatives } from '../measure/new-negatives.js'
import type { Measured } from '../measure/measure.js'
import type { FileState } from '../run/assemble.js'
import type { Ground, RunSample } from './ground.js'
import { joinParts, ofSample } from './join-parts.js'
import { measurePair } from './measure-pair.js'
import { partKinds, type Part } from '../compare/part.js'
import { pairFiles, type TriedRun } from './run-part.js'
import { masksOnly, type FailedPart, type ScreenedPart } from './screen-parts.js'
import type { Yardsticks } from './yardsticks.js'

/** Two parts as one plan, with what its runs have so far. */
export interface Pair {
  readonly keys: ScreenedPart
  readonly values: ScreenedPart
  readonly held: Map<string, Held>
  negatives: readonly NewNegatives[]
  runs: number
}

/** So many parts of each side are measured together where nobody names candidates. */
const MOST = { keys: 7, values: 12 } as const
/** So many pairs of candidates that somebody named. */
const MOST_NAMED = 200

/**
 * Which parts are measured together: the best of each side by itself; parts that mask numbers only also with those that mask
 * categories only. Where no part of a side keeps the limits alone, the nearest of them, so that the comparison says what it
 * lacks.
 *
 * @param ground - The comparison.
 * @param sample - Its first run.
 * @param keys - The parts of the keys.
 * @param values - The parts of the values.
 * @param named - Whether somebody named them: then all are measured.
 * @returns The pairs, that with the least sum of what ranks its parts first; the pair that masks nothing is none.
 */
export function choosePairs(
  ground: Ground,
  sample: RunSample,
  keys: readonly ScreenedPart[],
  values: readonly ScreenedPart[],
  named: boolean,
): Pair[] {
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
      ofCategories.filter(({ beyond }) => beyond.length === 0).map((other) => bothMasked(sample, one, other)),
    )
  return ofKeys
    .flatMap((one) => [...ofValues, ...together].map((other) => ({ one, other, rank: one.rank + other.rank })))
    .filter(({ one, other }) => one.part.steps.length + other.part.steps.length > 0)
    .sort((a, b) => compareNumbers(a.rank, b.rank))
    .slice(0, MOST_NAMED)
    .map(({ one, other }) => newPair(one, other))
}

/** Two parts that were not measured together yet. */
export function newPair(keys: ScreenedPart, values: ScreenedPart): Pair {
  return { keys, values, held: new Map(), negatives: [], runs: 0 }
}

/** A part that masks numbers and one that masks categories as one part. */
function bothMasked({ original }: RunSample, numbers: ScreenedPart, categories: ScreenedPart): ScreenedPart {
  const [a, b] = [numbers, categories]
  const [first] = b.run.files
  const files = a.run.files.flatMap(
    (file) => joinParts(original, { file: first, columns: b.run.columns }, { file, columns: a.run.columns }) ?? [],
  )
  const part: Part = {
    ...a.part,
    kind: partKinds[Math.max(partKinds.indexOf(a.part.kind), partKinds.indexOf(b.part.kind))],
    label: `${a.part.label} & ${b.part.label}`,
    steps: [...a.part.steps, ...b.part.steps],
  }
  const columns = [...a.run.columns, ...b.run.columns]
  const run = { ...a.run, files: oneOrMore(files.length > 0 ? files : a.run.files), columns, warnings: [] }
  return { part, asked: part, run, measured: new Map(), rank: a.rank + b.rank, beyond: [] }
}

/** Those that keep the limits alone, the least loss first; else the three that come nearest. */
export function best(parts: readonly ScreenedPart[]): ScreenedPart[] {
  const passing = parts.filter(({ beyond }) => beyond.length === 0)
  if (passing.length > 0) return [...passing].sort((a, b) => compareNumbers(a.rank, b.rank))
  return [...parts].sort((a, b) => excess(a.beyond) - excess(b.beyond)).slice(0, 3)
}

/** Ascending; both may be infinite. */
export function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** How far limits are exceeded, the worst of them, in parts of the limit; a limit more counts more than any excess. */
export function excess(beyond: readonly Beyond[]): number {
  const far = beyond.map(({ limit, value }) =>
    value === null ? 1e3 : Math.min(1e3, Math.abs(value - limit.value) / Math.max(Math.abs(limit.value), 1)),
  )
  return beyond.length * 1e4 + Math.max(0, ...far)
}

/**
 * Measures a pair in the first run: what depends on one side only is known of its part.
 *
 * @param ground - The comparison.
 * @param sample - Its first run.
 * @param pair - Is given the values.
 * @param marks - Which metric depends on which side.
 */
export async function measureFirst(ground: Ground, sample: RunSample, pair: Pair, marks: Yardsticks): Promise<void> {
  const { keys, values } = pair
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
    // What is attacked in a sample of recoded keys is easier to find than in the whole file: it waits for the whole.
    const waits = sample.rows !== undefined && byKeys && ground.registry.get('metrics', use).kind === 'risk'
    return measured === undefined && !waits
  })
  const files = pairFiles(ground, sample, keys, values)
  if (files.length === 0) return
  add(ground, sample, pair, files, [...known, ...(await measurePair(ground, sample, files, wanted))])
}

/**
 * Measures a pair in a further run, whose parts were run on the whole file: risks of the whole, losses of the run's sample.
 *
 * @param ground - The comparison.
 * @param sample - The run.
 * @param pair - Is given the values.
 * @param runs - Its parts in this run.
 * @returns The error of a part that failed.
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
  // What ranks is measured on the sample, in every run; what is held to a limit besides on the whole file.
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
  pair.negatives = mostNegatives(pair.negatives, newNegatives(original, files, ground.sides.numbers))
  pair.runs++
}

/**
 * A pair as a row of the comparison: the steps of the values, then those of the keys, which the former may be given.
 *
 * @param ground - The comparison.
 * @param pair - What was measured.
 * @param limits - What it may not go beyond in any run.
 * @param required - The columns that a release may not leave as they are.
 * @returns The row, neither on the front nor chosen.
 */
export function pairRow({ registry }: Ground, pair: Pair, limits: readonly Limit[], required: readonly string[]): Row {
  const { keys, values, held, runs } = pair
  const steps = [...values.part.steps, ...keys.part.steps]
  const masks = steps.map(({ columns }) => (typeof columns === 'object' ? columns : []))
  const masked = new Set(masks.flat())
  const then = steps.filter(({ use }) => registry.get('methods', use).traits.postMasking).map(({ use }) => use)
  const metrics = new Map([...held].map(([id, one]) => [id, summary(registry.get('metrics', id), one)] as const))
  const row: Row = {
    use: steps[0].use,
    varied: values.part.steps.length > 0 ? values.part.varied : keys.part.varied,
    steps,
    masking: steps.length,
    then,
    label: pairLabel(keys.part, values.part),
    parts: { keys: keys.part, values: values.part },
    metrics,
    replicates: runs,
    masks,
    unmasked: required.filter((name) => !masked.has(name)),
    beyond: [],
    high: [],
    pareto: false,
    chosen: false,
    ...(pair.negatives.length > 0 && { negatives: pair.negatives }),
  }
  const beyond = limits.flatMap((limit): Beyond[] => {
    if (!metrics.has(limit.metric.id)) return []
    const value = worstRun(row, limit.metric, limit.atEnd)
    return isBeyond(limit, value) ? [{ limit, value, reason: metrics.get(limit.metric.id)?.reason }] : []
  })
  return { ...row, beyond }
}

/** `k-anonymous × shuffled`; of a part that leaves its side as it is only the other. */
export function pairLabel(keys: Part, values: Part): string {
  const own = [keys, values].filter(({ steps }) => steps.length > 0).map(({ label }) => label)
  return own.join(' × ')
}

/** A part that could not be run, as a row. */
export function failedRow({ part, error }: FailedPart): Row {
  return {
    use: part.steps[0].use,
    varied: part.varied,
    steps: part.steps,
    masking: part.steps.length,
    then: [],
    label: part.label,
    metrics: new Map(),
    replicates: 0,
    masks: part.steps.map(({ columns }) => (typeof columns === 'object' ? columns : [])),
    unmasked: [],
    beyond: [],
    high: [],
    pareto: false,
    chosen: false,
    error: errorFrom(error.toJSON()),
  }
}
