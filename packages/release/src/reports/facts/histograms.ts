import { isoText, type CategoricalColumn, type Column, type TimeKind } from '@sdc/core'
import { countBelow, countUpTo, quantileOfSorted, sortedValues } from '@sdc/stats'
import type { ReportHistogram } from '@sdc/report'
import { counted } from '@sdc/inspect'
import { reportNumber } from './number-text.js'

/** Sorts numbers, and leaves out missing ones. */
export type Sort = (values: Float64Array) => Float64Array

/** Number of classes of numbers, and of levels before the rarest are combined. */
const CLASSES = 20
const LEVELS = 12

/** Share of values beyond the classes on a side with a long tail. */
const TAIL = 0.02

/** A tail is long if it takes more than this share of the whole range. */
const LONG = 0.2

/**
 * Returns the number of records of a column by classes that are the same before and after, for reports and the page.
 *
 * Numbers have 20 classes of equal width over the range of both files. If the greatest (or least) 2 % of the original
 * take more than a fifth of that range, the classes end before them, and the number of records beyond is given. A few
 * whole numbers have a class each. The eleven most frequent categories have a bar each, and the others one together.
 *
 * @param before - The original's column.
 * @param after - The masked one; undefined for the original alone.
 * @param sorted - Sorts the numbers of a column, without missing ones; a caller may cache them.
 * @returns The classes; undefined if nothing can be drawn: no value on either side, or different kinds.
 */
export function histogramOf(before: Column, after?: Column, sorted: Sort = sortedValues): ReportHistogram | undefined {
  if (before.kind === 'numeric' && after?.kind !== 'categorical')
    return ofNumbers(finite(sorted(before.values)), after && finite(sorted(after.values)), before.time)
  if (before.kind === 'categorical' && after?.kind !== 'numeric') return ofLevels(before, after)
  return undefined
}

/**
 * Adds labels to the levels of a picture, and to its classes if each is one whole number: `1 male`.
 *
 * @param picture - Its levels, or the bounds of its classes.
 * @param labels - Labels by the texts of values.
 * @returns The picture with names; unchanged if no value has a label.
 */
export function labelled<Picture extends Pick<ReportHistogram, 'breaks' | 'levels'>>(
  picture: Picture,
  labels: ReadonlyMap<string, string> | undefined,
): Picture {
  const levels = picture.levels ?? numbersOf(picture.breaks ?? [])
  if (!levels.some((level) => labels?.has(level))) return picture
  return { ...picture, levels: levels.map((level) => (labels?.has(level) ? `${level} ${labels.get(level)}` : level)) }
}

/** Returns the numbers of classes that have one whole number each; none for other classes. */
function numbersOf(breaks: readonly number[]): readonly string[] {
  const isOne = breaks.every((at, i) => at % 1 !== 0 && (i === 0 || at - breaks[i - 1] === 1))
  return isOne ? breaks.slice(1).map((at) => String(at - 0.5)) : []
}

/** Returns sorted numbers without the infinities at their ends. */
function finite(sorted: Float64Array): Float64Array {
  return sorted.subarray(countUpTo(sorted, -Infinity), countBelow(sorted, Infinity))
}

function ofNumbers(x: Float64Array, masked?: Float64Array, time?: TimeKind): ReportHistogram | undefined {
  const textOf = (value: number): string =>
    time === undefined ? reportNumber(value) : isoText(time, Math.floor(value))
  const y = masked ?? new Float64Array(0)
  if (x.length + y.length === 0) return undefined
  const [low, high] = bounds(x, y)
  const breaks = breaksOf(low, high, x, y)
  const beyond = [x, y].map((values) => countBelow(values, low) + values.length - countUpTo(values, high))
  const [outBefore, outAfter] = beyond
  const where = `records below ${textOf(low)} or above ${textOf(high)}`
  const text = masked ? `${where}: ${outBefore} before, ${outAfter} after` : `${outBefore} ${where}`
  const leftOut = outBefore + outAfter === 0 ? undefined : text
  const edges = time === undefined ? undefined : breaks.map(textOf)
  return { breaks, ...(edges && { edges }), before: inClasses(x, breaks), after: inClasses(y, breaks), leftOut }
}

/** Returns the range of the classes. */
function bounds(x: Float64Array, y: Float64Array): readonly [low: number, high: number] {
  const least = Math.min(x[0] ?? Infinity, y[0] ?? Infinity)
  const most = Math.max(x[x.length - 1] ?? -Infinity, y[y.length - 1] ?? -Infinity)
  const range = most - least
  const of = x.length > 0 ? x : y
  const lower = quantileOfSorted(of, TAIL)
  const upper = quantileOfSorted(of, 1 - TAIL)
  const low = lower - least > LONG * range ? lower : least
  const high = most - upper > LONG * range ? upper : most
  return low < high ? [low, high] : [least, most]
}

function breaksOf(low: number, high: number, x: Float64Array, y: Float64Array): number[] {
  // A single value gets a class of some width around it.
  if (low === high) return [low - Math.max(0.5, Math.abs(low) / 2), low + Math.max(0.5, Math.abs(low) / 2)]
  if (high - low < CLASSES && areWhole(x) && areWhole(y))
    return Array.from({ length: high - low + 2 }, (_, k) => low + k - 0.5)
  const width = high / CLASSES - low / CLASSES
  // The last limit is exact, regardless of the rounding of the others.
  return Array.from({ length: CLASSES + 1 }, (_, k) => (k === CLASSES ? high : low + k * width))
}

function areWhole(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isInteger(values[i])) return false
  return true
}

/**
 * Counts sorted values by class; the last class includes its upper limit. Loops over indices: an iterator makes an
 * object of each value.
 */
function inClasses(sorted: Float64Array, breaks: readonly number[]): number[] {
  const counts = Array.from({ length: breaks.length - 1 }, () => 0)
  let k = 0
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i]
    if (value < breaks[0] || value > breaks[breaks.length - 1]) continue
    while (k < counts.length - 1 && value >= breaks[k + 1]) k++
    counts[k]++
  }
  return counts
}

function ofLevels(before: CategoricalColumn, after?: CategoricalColumn): ReportHistogram | undefined {
  const [x, y] = [levelCounts(before), after ? levelCounts(after) : new Map<string, number>()]
  const names = [...new Set([...x.keys(), ...y.keys()])]
  if (names.length === 0) return undefined
  const ordered = before.ordered ? names : bySize(names, x, y)
  const shown = names.length > LEVELS ? bySize(names, x, y).slice(0, LEVELS - 1) : ordered
  const rest = names.filter((name) => !shown.includes(name))
  const count = (of: ReadonlyMap<string, number>): number[] => {
    const own = shown.map((name) => of.get(name) ?? 0)
    return rest.length === 0 ? own : [...own, rest.reduce((n, name) => n + (of.get(name) ?? 0), 0)]
  }
  const levels = rest.length === 0 ? shown : [...shown, `${counted(rest.length, 'other level')}`]
  return { levels, before: count(x), after: count(y) }
}

/** Sorts by descending frequency, then by name. */
function bySize(names: readonly string[], x: ReadonlyMap<string, number>, y: ReadonlyMap<string, number>): string[] {
  const size = (name: string): number => (x.get(name) ?? 0) + (y.get(name) ?? 0)
  return [...names].sort((a, b) => size(b) - size(a) || (a < b ? -1 : 1))
}

function levelCounts({ codes, levels }: CategoricalColumn): Map<string, number> {
  const counts = new Float64Array(levels.length)
  for (const code of codes) if (code >= 0) counts[code]++
  return new Map([...counts].flatMap((count, code) => (count > 0 ? [[levels[code], count] as const] : [])))
}
