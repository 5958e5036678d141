import { canonicalJson, describeParams, type ParamCard, type Registry } from '@sdc/core'
import { stepLabel } from '../compare/candidates.js'
import type { Row } from '../compare/comparison.js'
import type { Part } from '../compare/part.js'
import type { StepPlan } from '../plan/plan.js'
import { TIE } from './choice.js'
import { finalists } from './finalists.js'
import type { Ground, RunSample } from './runs/ground.js'
import { best, excess, measureFirst, pairOf, type Pair } from './pairs.js'
import type { FailedPart, Screen, ScreenedPart } from './screen-parts.js'
import type { Yardsticks } from './runs/yardsticks.js'

export interface SearchInput {
  readonly ground: Ground
  /** The first run of the comparison. */
  readonly sample: RunSample
  readonly marks: Yardsticks
  /** Runs and measures a part alone. */
  readonly screen: Screen
  readonly parts: readonly ScreenedPart[]
  /** Pairs measured so far. */
  readonly pairs: readonly Pair[]
  /** Returns the pairs, each with its row. */
  readonly judge: (pairs: readonly Pair[]) => readonly JudgedPair[]
  /** Called with the rows of all pairs whenever there are more. */
  readonly found: (rows: readonly Row[]) => void
}

interface JudgedPair {
  readonly pair: Pair
  readonly row: Row
}

/** Parts and pairs that a search adds to a comparison. */
export interface SearchFound {
  readonly parts: readonly ScreenedPart[]
  readonly failed: readonly FailedPart[]
  readonly pairs: readonly Pair[]
  readonly rounds: number
}

/** Improvement of the best pair below which a round ends the search. */
const WORTH_ANOTHER = TIE / 3
/** Number of pairs nearest to the limits from which a search starts if no pair keeps them. */
const NEAREST = 3

/**
 * Searches further around the best pairs. Each searched parameter of their steps is moved, alone, half the way to the next values
 * that were tried, or to the ends of its range. Each new part is screened, then paired with the partners of the part it came from
 * and with the best part of the other side. Once a pair keeps the limits, new parts that break limits alone are not paired.
 * Further rounds start from the best pair alone, until one improves it by less than half a point.
 *
 * @param input - The comparison so far.
 * @returns New parts and pairs, the latter measured once.
 */
export async function searchFurther(input: SearchInput): Promise<SearchFound> {
  const { ground, sample, marks, screen, judge } = input
  const rankOf = ({ metrics }: Row): number => ground.rank((id) => metrics.get(id)?.mean ?? null)
  const leastOf = (all: readonly JudgedPair[]): number =>
    Math.min(Infinity, ...all.filter(({ row }) => row.beyond.length === 0).map(({ row }) => rankOf(row)))
  const parts: ScreenedPart[] = []
  const failed: FailedPart[] = []
  const pairs: Pair[] = []
  const known = (): ScreenedPart[] => [...input.parts, ...parts]
  const named = new Set(input.parts.map(({ asked }) => nameOf(asked)))
  let least = leastOf(judge(input.pairs))
  for (let round = 1; ; round++) {
    const all = judge([...input.pairs, ...pairs])
    const passing = finalists(all, rankOf)
    const nearest = [...all].sort((a, b) => excess(a.row.beyond) - excess(b.row.beyond)).map(({ pair }) => pair)
    const starts = (passing.length > 0 ? passing : nearest.slice(0, NEAREST)).slice(0, round === 1 ? undefined : 1)
    const asked = movedParts(ground.registry, starts, known(), named)
    for (const [i, { part, partners }] of asked.entries()) {
      if (ground.ends('search', i, asked.length)) return { parts, failed, pairs, rounds: round }
      ground.tick(`the search, round ${round}`, i / asked.length, { done: i, all: asked.length })
      const one = await screen(part)
      if ('error' in one) {
        failed.push(one)
        continue
      }
      parts.push(one)
      if (one.beyond.length > 0 && least < Infinity) continue
      const [other] = best(known().filter((own) => own.part.side !== part.side))
      for (const partner of new Set([...partners, other])) {
        const pair = part.side === 'keys' ? pairOf(one, partner) : pairOf(partner, one)
        await measureFirst(ground, sample, pair, marks)
        pairs.push(pair)
      }
      input.found(judge([...input.pairs, ...pairs]).map(({ row }) => row))
    }
    const now = leastOf(judge([...input.pairs, ...pairs]))
    // The difference is NaN if no pair kept the limits before or after.
    if (!(least - now >= WORTH_ANOTHER)) return { parts, failed, pairs, rounds: round }
    least = now
  }
}

interface MovedPart {
  readonly part: Part
  readonly partners: readonly ScreenedPart[]
}

/** New parts that differ from a part of the pairs in one value, each label once. */
function movedParts(
  registry: Registry,
  starts: readonly Pair[],
  known: readonly ScreenedPart[],
  named: Set<string>,
): MovedPart[] {
  const all = known.map(({ asked }) => asked)
  return (['keys', 'values'] as const).flatMap((side) =>
    [...new Set(starts.map((pair) => pair[side]))].flatMap((from) => {
      const partners = starts
        .filter((pair) => pair[side] === from)
        .map((pair) => pair[side === 'keys' ? 'values' : 'keys'])
      return moved(registry, from.asked, all)
        .filter((part) => !named.has(nameOf(part)) && named.add(nameOf(part)))
        .map((part) => ({ part, partners }))
    }),
  )
}

function nameOf({ side, label }: Part): string {
  return `${side} ${label}`
}

/** Returns the variants of a part, each with one searched parameter moved in one direction. */
function moved(registry: Registry, part: Part, known: readonly Part[]): Part[] {
  return part.steps.flatMap((step, s) =>
    describeParams(registry.get('methods', step.use).params).flatMap((card) => {
      const { name, search } = card
      const value = valueOf(step, card)
      // A value outside the range was chosen for another purpose: one class leaves a quasi-identifier out.
      if (!search || value === undefined || value < search.min || value > search.max) return []
      const rest = restOf(part, s, name)
      const tried = known.flatMap((other) =>
        other.side === part.side && restOf(other, s, name) === rest ? (valueOf(other.steps[s], card) ?? []) : [],
      )
      const ends = [
        Math.max(search.min, ...tried.filter((one) => one < value)),
        Math.min(search.max, ...tried.filter((one) => one > value)),
      ]
      const values = ends.map((end) => between(value, end, card))
      return [...new Set(values)]
        .filter((one) => one !== value && !tried.includes(one))
        .map((one) => withValue(part, s, name, one))
    }),
  )
}

/** Value of a parameter in a step. The default counts only if the step sets no parameter: next to others, it may not apply. */
function valueOf({ params }: StepPlan, { name, default: usual }: ParamCard): number | undefined {
  const value = Object.keys(params).length === 0 ? usual : params[name]
  return typeof value === 'number' ? value : undefined
}

/** Steps of a part without one parameter, as text to compare. */
function restOf({ steps }: Part, at: number, name: string): string {
  return canonicalJson(
    steps.map((step, s) => ({ ...step, params: s === at ? { ...step.params, [name]: null } : step.params })),
  )
}

/** Midpoint, geometric on a log scale: an integer for an integer parameter, else with three significant digits. */
function between(value: number, end: number, { type, search }: ParamCard): number {
  const middle = search?.scale === 'log' ? Math.sqrt(value * end) : (value + end) / 2
  return type === 'integer' ? Math.round(middle) : Number(middle.toPrecision(3))
}

function withValue(part: Part, at: number, name: string, value: number): Part {
  const old = part.steps[at]
  const step = { ...old, params: { ...old.params, [name]: value } }
  return {
    ...part,
    label: part.label.replace(stepLabel(old), stepLabel(step)),
    steps: part.steps.with(at, step),
    varied: Object.hasOwn(part.varied, name) ? { ...part.varied, [name]: value } : part.varied,
  }
}
