import { numericValues, type Dataset } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { isCandidateProblem } from './runs/candidate-problem.js'
import { isBeyond, type Beyond, type Limit } from '../limits/limits.js'
import { limitedValue } from '../limits/measure-run.js'
import type { Measured } from '../measure/measure.js'
import type { MetricPlan, StepPlan } from '../plan/plan.js'
import { runSteps } from '../run/run.js'
import type { Ground, RunSample } from './runs/ground.js'
import { measurePair } from './runs/measure-pair.js'
import { unchangedPart, type Part } from '../compare/part.js'
import { pairFiles, runPart, type PartRun, type TriedRun } from './runs/run-part.js'
import type { FixedSteps } from './parts/fixed-steps.js'
import { stepPlan } from './parts/step-plan.js'
import { tryingOrder } from './parts/variants.js'
import type { Yardsticks } from './runs/yardsticks.js'

/** Part that was run and measured alone. */
export interface ScreenedPart extends PartRun {
  /** The part before its greatest values were coded. */
  readonly asked: Part
  /** Measured values by metric id; metrics that also depend on the other side were measured with that side unchanged. */
  readonly measured: ReadonlyMap<string, Measured>
  /** Rank with the other side unchanged; lower is better. */
  readonly rank: number
  /** Limits that it breaks alone, with any partner. */
  readonly beyond: readonly Beyond[]
}

/** A part that cannot mask this file. */
export type FailedPart = Extract<TriedRun, { readonly error: unknown }>

/** Runs a part and measures it with the other side unchanged. */
export type Screen = (part: Part) => Promise<ScreenedPart | FailedPart>

export interface Screening {
  readonly parts: readonly ScreenedPart[]
  readonly failed: readonly FailedPart[]
}

/**
 * Prepares the screening of parts: runs, for either side, the part that leaves it unchanged.
 *
 * @param ground - The comparison.
 * @param sample - Its first run.
 * @param limits - Limits; a part alone is judged by those that depend on one side only.
 * @param marks - Metric values of the original and of independent data.
 * @param fixed - Steps that all candidates share.
 * @returns The function that screens a part.
 */
export async function screenOf(
  ground: Ground,
  sample: RunSample,
  limits: readonly Limit[],
  marks: Yardsticks,
  fixed: FixedSteps,
): Promise<Screen> {
  const asIs = async (part: Part): Promise<PartRun> => {
    const tried = await runPart(ground, sample, part)
    if ('error' in tried) throw tried.error
    return tried
  }
  const others = { values: await asIs(fixed.keys), keys: await asIs(unchangedPart('values')) }
  return async (part) => {
    const whole = await runPart(ground, sample, part)
    const bare = 'error' in whole ? fixed.withoutLast(part) : undefined
    const again = bare ? await runPart(ground, sample, bare) : whole
    if ('error' in again) return again
    const tried = 'error' in whole ? withNote(again, `without compare.last: ${whole.error.message}`) : again
    const other = others[part.side]
    const screened = await screenPart(ground, sample, { ...tried, asked: part }, limits, marks, other)
    return await withGreatestCoded(ground, sample, screened, limits, marks, other)
  }
}

/**
 * Screens parts, one variant of each method before the others. If the comparison ends early, one part of either side
 * that masks this file is still screened.
 *
 * @param ground - The comparison.
 * @param parts - Parts of both sides.
 * @param screen - The function that screens a part.
 * @param look - Receives the parts so far after each part that masks this file.
 * @returns The parts that mask this file, in their order, and those that cannot.
 */
export async function screenParts(
  ground: Ground,
  parts: readonly Part[],
  screen: Screen,
  look?: (parts: readonly ScreenedPart[]) => Promise<void>,
): Promise<Screening> {
  const done = new Map<Part, ScreenedPart | FailedPart>()
  const masked = new Set<Part['side']>()
  const all = parts.length
  let isOver = false
  for (const part of tryingOrder(parts)) {
    const isNeeded = part.steps.length === 0 || !masked.has(part.side)
    isOver ||= !isNeeded && ground.ends('parts', done.size, all)
    if (isOver && !isNeeded) continue
    ground.tick('parts of plans', done.size / all, { done: done.size, all })
    const one = await screen(part)
    done.set(part, one)
    if (part.steps.length === 0 || 'error' in one) continue
    masked.add(part.side)
    await look?.([...done.values()].flatMap((some) => ('error' in some ? [] : [some])))
  }
  const inOrder = parts.flatMap((part) => done.get(part) ?? [])
  return {
    parts: inOrder.flatMap((one) => ('error' in one ? [] : [one])),
    failed: inOrder.flatMap((one) => ('error' in one ? [one] : [])),
  }
}

function withNote(tried: PartRun, note: string): PartRun {
  return { ...tried, run: { ...tried.run, warnings: [...tried.run.warnings, note] } }
}

type Asked = PartRun & Pick<ScreenedPart, 'asked'>

async function screenPart(
  ground: Ground,
  sample: RunSample,
  run: Asked,
  limits: readonly Limit[],
  marks: Yardsticks,
  asIs: PartRun,
): Promise<ScreenedPart> {
  const { side } = run.part
  const other = side === 'keys' ? 'values' : 'keys'
  const [keys, values] = side === 'keys' ? [run, asIs] : [asIs, run]
  const own = limits.filter((limit) => !marks.dependsOn(other, limit.metric.id) && isOf(side, limit, marks))
  const isOwn = ({ use }: MetricPlan): boolean => own.some(({ metric }) => metric.id === use)
  const isWhole = ({ use }: MetricPlan): boolean =>
    side === 'keys' && sample.rows !== undefined && isOwn({ use, params: {} }) && marks.dependsOn('keys', use)
  const { risk, loss } = ground.axes
  const { partLoss } = ground
  const ofLoss = ground.metrics.find(({ use }) => use === partLoss) ?? { use: partLoss, params: {} }
  const wanted = [...ground.metrics.filter((plan) => plan !== ofLoss && (isOwn(plan) || plan.use === risk.id)), ofLoss]
  const whole = wanted.filter(isWhole)
  const files = pairFiles(ground, sample, keys, values)
  const measured = new Map<string, Measured>()
  if (files.length > 0) {
    for (const one of await measurePair(
      ground,
      sample,
      files,
      wanted.filter((plan) => !isWhole(plan)),
    ))
      measured.set(one.metric.id, one)
    if (whole.length > 0)
      for (const one of await measurePair(ground, sample, run.run.files, whole, true)) measured.set(one.metric.id, one)
  }
  const ofCategories = masksOnly(run.run.columns, ground.sides.categories) && ground.sides.numbers.length > 0
  const beyond = own.flatMap((limit): Beyond[] => {
    const one = measured.get(limit.metric.id)
    const value = one ? limitedValue(limit, one) : null
    if (one === undefined || !isBeyond(limit, value)) return []
    // No masking of categories changes what unmasked numbers disclose: these parts are combined with parts that mask numbers.
    if (ofCategories && value === (marks.original.get(limit.metric.id)?.measurement.value ?? null)) return []
    return [{ limit, value, reason: one.measurement.reason }]
  })
  const rank = ground.rank((id) => measured.get(id === loss.id ? partLoss : id)?.measurement.value ?? null)
  return { ...run, measured, rank, beyond }
}

/** Tests whether a part masks some of these columns and no others. */
export function masksOnly(masked: readonly string[], columns: readonly string[]): boolean {
  return masked.length > 0 && masked.every((name) => columns.includes(name))
}

/**
 * Tests whether a limit that does not depend on the other side applies to this one. Limits that the unmasked confidential
 * columns break do not apply to the quasi-identifiers, unless they depend on them: masking quasi-identifiers cannot help.
 */
function isOf(side: Part['side'], limit: Limit, marks: Yardsticks): boolean {
  const { id } = limit.metric
  return (
    side === 'values' ||
    marks.dependsOn('keys', id) ||
    !isBeyond(limit, marks.original.get(id)?.measurement.value ?? null)
  )
}

/**
 * Numbers of greatest values of a heavy column that are replaced by their mean: five, or more if the mean is still near
 * the greatest value. For new records ten, since one original can be drawn several times.
 */
const TAILS = [5, 10, 20, 40]

async function withGreatestCoded(
  ground: Ground,
  sample: RunSample,
  screened: ScreenedPart,
  limits: readonly Limit[],
  marks: Yardsticks,
  asIs: PartRun,
): Promise<ScreenedPart> {
  const { registry, schema } = ground
  const { topCoding } = registry.defaults
  const found = topCoding ? measuredTexts(screened.measured.get(topCoding.where)) : []
  // Another run may draw a greatest value that this one did not: every column that stands out is coded, with more values.
  const heavy = topCoding && ground.synthetic ? measuredTexts(marks.original.get(topCoding.where)) : []
  const { part, run } = screened
  const columns = [...new Set([...found, ...heavy])]
  if (topCoding === undefined || columns.length === 0 || part.side === 'keys' || part.steps.length === 0)
    return screened
  const { original, rng } = sample
  const label = `${part.label} + ${topCoding.use} of ${columns.join(', ')}`
  let coded = screened
  for (const tail of ground.synthetic ? TAILS.slice(1) : TAILS) {
    const step = (data: Dataset): StepPlan => {
      const topPercent = Math.max(...columns.map((name) => percentOfGreatest(numericValues(data, name), tail)))
      const params = { topPercent, bottomPercent: 0, replacement: 'tail-mean', minimumTail: TAILS[0] }
      return stepPlan(topCoding.use, columns, { params })
    }
    const own = step(run.files[0].data)
    // A sample has other greatest records: the plan has the step for the whole file.
    const steps = [...part.steps, sample.rows ? step(ground.original) : own]
    try {
      const further = await runSteps({ registry, original, schema, steps: [own], rng, from: run })
      const asked = { asked: part, part: { ...part, label, steps }, run: further }
      coded = await screenPart(ground, sample, asked, limits, marks, asIs)
    } catch (error) {
      if (!isCandidateProblem(error)) throw error
      return coded
    }
    if (measuredTexts(coded.measured.get(topCoding.where)).length === 0) break
  }
  return coded
}

/** Lowest percentage of the values that includes the `tail` greatest and all values equal to the last of them. */
function percentOfGreatest(values: Float64Array, tail: number): number {
  const sorted = sortedValues(values)
  const last = sorted[sorted.length - tail]
  const count = sorted.filter((value) => value >= last).length
  return Number(((100 * (count + 0.5)) / sorted.length).toPrecision(6))
}

/** Columns whose greatest values are disclosed, by a metric of the greatest values. */
export function measuredTexts(measured: Measured | undefined): string[] {
  return [...(measured?.measurement.columns ?? [])].flatMap(([name, value]) => ((value ?? 0) > 0 ? [name] : []))
}
