import { SdcError, type ErrorPlace } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { smallestPercent } from '@sdc/stats/internal'
import { percentThresholds, type CodedTails, type Thresholds } from './tails.js'

/** How one side of a column is given; a threshold is used instead of the percents of both sides. */
export interface TailLimits {
  readonly bottom: number | undefined
  readonly top: number | undefined
  readonly bottomPercent: number
  readonly topPercent: number
}

/**
 * The thresholds of one column with at least one value.
 *
 * Where `bottom` or `top` is given, a side without a threshold is not coded; otherwise both sides go by percent.
 *
 * @throws BAD_PARAMETER where nothing lies between the thresholds
 */
export function tailThresholds(values: Float64Array, limits: TailLimits, place: ErrorPlace): Thresholds {
  const given = givenThresholds(limits, place)
  if (given) return given
  const found = percentThresholds(values, limits.bottomPercent, limits.topPercent)
  refuseCrossed(found, limits, place)
  return found
}

/**
 * The thresholds that are given; undefined where both sides go by percent.
 *
 * @param limits - How the sides are given.
 * @param place - Method and column, for the message.
 * @returns Both thresholds, −∞ or ∞ for a side without one.
 * @throws BAD_PARAMETER where nothing lies between them.
 */
export function givenThresholds({ bottom, top }: TailLimits, place: ErrorPlace): Thresholds | undefined {
  if (bottom === undefined && top === undefined) return undefined
  const given = { bottom: bottom ?? -Infinity, top: top ?? Infinity }
  if (given.bottom < given.top) return given
  throw new SdcError(
    'BAD_PARAMETER',
    'the bottom threshold is not below the top threshold: every value would become the same',
    { ...place, parameter: 'bottom' },
    'Move them apart, or give one of them only.',
  )
}

/**
 * Refuses thresholds by percent that leave nothing between the tails.
 *
 * @param found - The thresholds, values of the column.
 * @param limits - The percents that they follow from.
 * @param place - Method and column, for the message.
 * @throws BAD_PARAMETER where they add up to 100 or the bottom one lies above the top one.
 */
export function refuseCrossed(
  found: Thresholds,
  { bottomPercent, topPercent }: Pick<TailLimits, 'bottomPercent' | 'topPercent'>,
  place: ErrorPlace,
): void {
  if (bottomPercent + topPercent < 100 && found.bottom <= found.top) return
  throw new SdcError(
    'BAD_PARAMETER',
    `bottomPercent ${bottomPercent} and topPercent ${topPercent} leave no values between the tails`,
    { ...place, parameter: 'bottomPercent' },
    'Set them to add up to less than 100.',
  )
}

/**
 * @throws NOTHING_MOVES where no value lies in a tail, with the percents from which on one would
 */
export function refuseEmptyTails(
  ends: () => EndValues,
  { below, above }: Pick<CodedTails, 'below' | 'above'>,
  limits: TailLimits,
  place: ErrorPlace,
): void {
  if (below + above > 0) return
  const byThreshold = limits.bottom !== undefined || limits.top !== undefined
  const fix = byThreshold ? 'Move the thresholds inwards, or use topPercent and bottomPercent.' : leastPercents(ends())
  throw new SdcError('NOTHING_MOVES', `no value of column "${place.column}" lies in a tail`, place, fix)
}

/** How many values a column has, and how many of them are its least and its largest. */
export interface EndValues {
  readonly count: number
  readonly lowest: number
  readonly highest: number
}

/**
 * The ends of a column with at least one value.
 *
 * @param values - Of n records, NaN where missing.
 * @returns How many are not missing, and how many of them are the least and the largest one.
 */
export function endsOf(values: Float64Array): EndValues {
  const sorted = sortedValues(values)
  const ties = (extreme: number): number => sorted.reduce((count, value) => count + Number(value === extreme), 0)
  return { count: sorted.length, lowest: ties(sorted[0]), highest: ties(sorted[sorted.length - 1]) }
}

/** The smallest percents that reach beyond the ties of the extreme values. */
function leastPercents({ count, lowest, highest }: EndValues): string {
  if (lowest === count) return 'All its values are the same: leave the column out.'
  const least = (ties: number): number => smallestPercent(count, ties)
  return `Set topPercent to ${least(highest)} or more, or bottomPercent to ${least(lowest)} or more, or give thresholds.`
}

/**
 * Refuses tails whose own mean or median would stand for too few records.
 *
 * @param counts - How many values lie in either tail.
 * @param minimumTail - The fewest that will do, where there is any.
 * @param place - Method and column, for the message.
 * @param unit - Whose values they are.
 * @throws TOO_FEW_RECORDS for a tail of 1 to minimumTail − 1 records, or persons.
 */
export function refuseSmallTails(
  { below, above }: Pick<CodedTails, 'below' | 'above'>,
  minimumTail: number,
  place: ErrorPlace,
  unit: 'record' | 'person' = 'record',
): void {
  for (const [side, count] of [['bottom', below] as const, ['top', above] as const]) {
    if (count === 0 || count >= minimumTail) continue
    const message =
      `the ${side} tail of column "${place.column}" has ${count} ${unit}${count > 1 ? 's' : ''}: its mean or ` +
      'median would disclose too much about them'
    const fix = `Widen the tail to ${minimumTail} ${unit}s, or set replacement to threshold.`
    throw new SdcError('TOO_FEW_RECORDS', message, { ...place, parameter: 'minimumTail' }, fix)
  }
}
