import { countBelow, countUpTo, sortedValues } from '@sdc/stats'
import { commonStep } from '@sdc/stats/internal'
import { neededWindows, rankIntervals, type ValueIntervals } from '../linkage/rank-swap/rank-swap-candidates.js'

/** Law that bounds a column, with the limit in the law's unit, and the interval of each known value. */
export interface BoundLaw {
  readonly law: 'difference' | 'ratio' | 'ranks' | 'coded tails'
  readonly bound: number
  readonly intervals: ValueIntervals
}

/** Sums and products of doubles may be off by some of their last bits. */
const ROUNDING = 2 ** -40

/**
 * Returns the laws that hold for a share of the pairs of a column, each with the smallest limit for which it holds.
 *
 * difference: |y − x| ≤ a. ratio: |y − x| ≤ h·|x| + s/2, s the common step of the released values, because products are
 * rounded to it. ranks: y is within w places of x among the released values. coded tails: y = x between the least and
 * the greatest released value. These two represent all originals beyond the nearest coded one. The law holds for all
 * pairs or not at all. Cost: O(n log n).
 *
 * @param known - n values that an intruder knows, NaN if unknown.
 * @param x - The original values of the pairs.
 * @param y - The released ones; a pair with a missing value is ignored.
 * @param sorted - All released values, ascending, without missing ones.
 * @param share - Share of the pairs for which the laws must hold.
 * @returns The laws that hold; a missing value has an empty interval.
 */
export function boundLaws(
  known: Float64Array,
  x: Float64Array,
  y: Float64Array,
  sorted: Float64Array,
  share = 1,
): BoundLaw[] {
  const step = commonStep(sorted)
  const halfStep = step ? step.whole / step.scale / 2 : 0
  const isPair = (_: number, i: number): boolean => x[i] === x[i] && y[i] === y[i]
  const [before, after] = [x.filter(isPair), y.filter(isPair)]
  const gaps = before.map((value, i) => Math.abs(after[i] - value))
  const ratios = before.map((value, i) => {
    const beyond = gaps[i] - halfStep
    return beyond > ROUNDING * Math.abs(value) ? beyond / Math.abs(value) : 0
  })
  const difference = heldBy(gaps, share)
  const ratio = heldBy(ratios, share)
  const window = heldBy(neededWindows(before, after, sorted), share)
  const around = (reach: (value: number) => number): ValueIntervals =>
    intervalsOf(known, (value) => {
      const wide = reach(value) + ROUNDING * Math.abs(value)
      return [value - wide, value + wide]
    })
  const tails = share === 1 ? codedTails(known, x, y, sorted) : undefined
  return [
    { law: 'difference', bound: difference, intervals: around(() => difference * (1 + ROUNDING)) },
    ...(ratio < Infinity
      ? [{ law: 'ratio' as const, bound: ratio, intervals: around((value) => ratio * Math.abs(value) + halfStep) }]
      : []),
    { law: 'ranks', bound: window, intervals: rankIntervals(known, sorted, window) },
    ...(tails ? [{ law: 'coded tails' as const, ...tails }] : []),
  ]
}

/**
 * Returns the smallest limit within which a share of the pairs lie, by the limit that each pair needs; 0 without pairs.
 */
function heldBy(needed: Float64Array, share: number): number {
  const sorted = sortedValues(needed)
  return sorted.length === 0 ? 0 : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

function intervalsOf(known: Float64Array, of: (value: number) => readonly [number, number]): ValueIntervals {
  const least = new Float64Array(known.length).fill(Infinity)
  const most = new Float64Array(known.length).fill(-Infinity)
  known.forEach((value, r) => {
    if (value === value) [least[r], most[r]] = of(value)
  })
  return { least, most }
}

/**
 * Returns the law of top and bottom coding; its limit is the number of coded values. Undefined if another value
 * changed.
 */
function codedTails(
  known: Float64Array,
  x: Float64Array,
  y: Float64Array,
  sorted: Float64Array,
): Pick<BoundLaw, 'bound' | 'intervals'> | undefined {
  const [bottom, top] = [sorted[0], sorted[sorted.length - 1]]
  let [upTo, from, coded] = [-Infinity, Infinity, 0]
  for (let i = 0; i < x.length; i++) {
    if (y[i] === x[i] || x[i] !== x[i] || y[i] !== y[i]) continue
    if (y[i] !== top && y[i] !== bottom) return undefined
    if (y[i] === top) from = Math.min(from, x[i])
    else upTo = Math.max(upTo, x[i])
    coded++
  }
  if (!(upTo < from)) return undefined
  const intervals = intervalsOf(known, (value) =>
    value >= from ? [top, top] : value <= upTo ? [bottom, bottom] : [value, value],
  )
  return { bound: coded, intervals }
}

/** Counts the released values within the interval of each value. Cost: O(n log m). */
export function coveredValues({ least, most }: ValueIntervals, sorted: Float64Array): Float64Array {
  return least.map((low, r) => Math.max(0, countUpTo(sorted, most[r]) - countBelow(sorted, low)))
}
