import { isoText, type TimeKind } from '@sdc/core'
import { countBelow, countUpTo, mean, sortedValues } from '@sdc/stats'
import { decimalMidpoint } from '@sdc/stats/internal'

/**
 * Classes [b_j, b_(j+1)) of numbers, j = 0 … m − 1. Open ends: the first reaches down to −∞ and the last up to ∞; closed
 * ones: they end at b_0 and b_m, both included.
 */
export interface Intervals {
  /** b_0 < b_1 < … < b_m, finite. */
  readonly breaks: Float64Array
  readonly closed: boolean
  /** Kind of a column of dates or times, which decides how its classes are named. */
  readonly time?: TimeKind | undefined
}

/**
 * Returns the class of each value. With closed ends the caller makes sure that no value is outside: see `firstOutside`.
 * Cost: O(n log m).
 *
 * @param values - n values, NaN if missing.
 * @param intervals - The m classes.
 * @returns n numbers of classes from 0; −1 for a missing value.
 */
export function classesOf(values: Float64Array, { breaks }: Intervals): Int32Array {
  const inner = innerBreaks(breaks)
  return Int32Array.from(values, (value) => (Number.isNaN(value) ? -1 : countUpTo(inner, value)))
}

/** The first record whose value is outside closed ends; −1 if there is none, or the ends are open. */
export function firstOutside(values: Float64Array, { breaks, closed }: Intervals): number {
  if (!closed) return -1
  const [least, most] = [breaks[0], breaks[breaks.length - 1]]
  return values.findIndex((value) => value < least || value > most)
}

/**
 * Returns `[18,65)` for each class, or dates in words. The upper end is excluded, except for the last of closed
 * classes: `[65,120]`.
 */
export function intervalLabels(intervals: Intervals): string[] {
  const { breaks, closed, time } = intervals
  if (time !== undefined) return timeLabels(intervals, time)
  const last = breaks.length - 2
  return Array.from({ length: last + 1 }, (_, j) => {
    const from = j > 0 || closed ? `[${breaks[j]}` : '(-inf'
    const to = j < last ? `${breaks[j + 1]})` : closed ? `${breaks[j + 1]}]` : 'inf)'
    return `${from},${to}`
  })
}

/** `2024-01-01 to 2024-03-31`, `from 2024-10-01` for each class of dates; ends are included. */
function timeLabels({ breaks, closed }: Intervals, time: TimeKind): string[] {
  const last = breaks.length - 2
  return Array.from({ length: last + 1 }, (_, j) => {
    const from = isoText(time, Math.ceil(breaks[j]))
    const to = isoText(time, j === last && closed ? Math.floor(breaks[j + 1]) : Math.ceil(breaks[j + 1]) - 1)
    if (closed || (j > 0 && j < last)) return from === to ? from : `${from} to ${to}`
    if (last === 0) return 'any'
    return j === 0 ? `until ${to}` : `from ${from}`
  })
}

/** The middle of each class, between b_j and b_(j+1), also if its end is open. */
export function midpoints({ breaks }: Intervals): Float64Array {
  return Float64Array.from({ length: breaks.length - 1 }, (_, j) => decimalMidpoint(breaks[j], breaks[j + 1]))
}

/** Statistics of the classes of some values. */
export interface ClassMeans {
  /** Number of values in each class. */
  readonly counts: Int32Array
  /** Mean of the values of each class, NaN if it has none. */
  readonly means: Float64Array
}

/**
 * Computes the mean of each class, summed in the order of size, so that the order of the records does not change even
 * the last digit.
 *
 * Keeps: n_j·mean_j is the total of the class, so that the mean of the column stays. Cost: a sort.
 *
 * @param values - n values, NaN if missing.
 * @param intervals - The m classes.
 * @returns m counts and m means in the unit of the values, NaN for an empty class.
 */
export function classMeans(values: Float64Array, { breaks }: Intervals): ClassMeans {
  const sorted = sortedValues(values)
  const ends = [0, ...Array.from(innerBreaks(breaks), (one) => countBelow(sorted, one)), sorted.length]
  const counts = Int32Array.from({ length: breaks.length - 1 }, (_, j) => ends[j + 1] - ends[j])
  const means = Float64Array.from(counts, (count, j) =>
    count === 0 ? Number.NaN : mean(sorted.subarray(ends[j], ends[j + 1])),
  )
  return { counts, means }
}

function innerBreaks(breaks: Float64Array): Float64Array {
  return breaks.subarray(1, breaks.length - 1)
}
