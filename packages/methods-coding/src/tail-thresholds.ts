import { SdcError, type ErrorPlace } from '@sdc/core'
import { smallestPercent } from '@sdc/stats/internal'
import type { CodedTails, Thresholds } from './tails.js'

/** Limits of both sides of a column; a threshold is used instead of the percents of both sides. */
export interface TailLimits {
  readonly bottom: number | undefined
  readonly top: number | undefined
  readonly bottomPercent: number
  readonly topPercent: number
}

/**
 * Returns the given thresholds; undefined if both sides are given by percent.
 *
 * @param limits - Thresholds and percents of both sides.
 * @param place - Method and column, for the message.
 * @returns Both thresholds, −∞ or ∞ for a side without one.
 * @throws BAD_PARAMETER if nothing is between them.
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
 * @throws BAD_PARAMETER if they add up to 100 or the bottom one is above the top one.
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
 * Error for a column without a value in a tail.
 *
 * @param ends - Ends of the column.
 * @param limits - Thresholds and percents of both sides.
 * @param place - Method and column, for the message.
 * @returns NOTHING_MOVES, with the percents from which on a value would be coded.
 */
export function emptyTails(ends: EndValues, { bottom, top }: TailLimits, place: ErrorPlace): SdcError {
  const byThreshold = bottom !== undefined || top !== undefined
  const fix = byThreshold ? 'Move the thresholds inwards, or use topPercent and bottomPercent.' : leastPercents(ends)
  return new SdcError('NOTHING_MOVES', `no value of column "${place.column}" lies in a tail`, place, fix)
}

/** Number of values of a column, and of those equal to its least and its largest value. */
export interface EndValues {
  readonly count: number
  readonly lowest: number
  readonly highest: number
}

/** The smallest percents that reach beyond the ties of the extreme values. */
function leastPercents({ count, lowest, highest }: EndValues): string {
  if (lowest === count) return 'All its values are the same: leave the column out.'
  const least = (ties: number): number => smallestPercent(count, ties)
  return `Set topPercent to ${least(highest)} or more, or bottomPercent to ${least(lowest)} or more, or give thresholds.`
}

/**
 * Refuses tails that would release their mean or median of too few records.
 *
 * @param counts - Number of values in each tail.
 * @param minimumTail - Least permitted number, if there is one.
 * @param place - Method and column, for the message.
 * @param unit - Word for the owners of the values.
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
