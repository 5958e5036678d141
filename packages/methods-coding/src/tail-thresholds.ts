import { SdcError, type ErrorPlace } from '@sdc/core'
import { smallestPercent, sortedValues } from '@sdc/stats'
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
  const { bottom, top, bottomPercent, topPercent } = limits
  if (bottom !== undefined || top !== undefined) {
    const given = { bottom: bottom ?? -Infinity, top: top ?? Infinity }
    if (given.bottom < given.top) return given
    throw new SdcError(
      'BAD_PARAMETER',
      'the bottom threshold is not below the top threshold: every value would become the same',
      { ...place, parameter: 'bottom' },
      'Move them apart, or give one of them only.',
    )
  }
  const found = percentThresholds(values, bottomPercent, topPercent)
  if (bottomPercent + topPercent < 100 && found.bottom <= found.top) return found
  throw new SdcError(
    'BAD_PARAMETER',
    `bottomPercent ${bottomPercent} and topPercent ${topPercent} leave nothing between the tails`,
    { ...place, parameter: 'bottomPercent' },
    'They must add up to less than 100.',
  )
}

/**
 * @throws NOTHING_MOVES where no value lies in a tail, with the percents from which on one would
 */
export function refuseEmptyTails(
  values: Float64Array,
  { below, above }: CodedTails,
  limits: TailLimits,
  place: ErrorPlace,
): void {
  if (below + above > 0) return
  const byThreshold = limits.bottom !== undefined || limits.top !== undefined
  const advice = byThreshold
    ? 'Move the thresholds inwards, or go by topPercent and bottomPercent.'
    : leastPercents(values)
  throw new SdcError('NOTHING_MOVES', `no value of column "${place.column}" lies in a tail`, place, advice)
}

/** The smallest percents that reach beyond the ties of the extreme values. */
function leastPercents(values: Float64Array): string {
  const sorted = sortedValues(values)
  const ties = (extreme: number): number => sorted.reduce((count, value) => count + Number(value === extreme), 0)
  const least = (extreme: number): number => smallestPercent(sorted.length, ties(extreme))
  if (sorted[0] === sorted[sorted.length - 1]) return 'All its values are the same: leave the column out.'
  return `Set topPercent to ${least(sorted[sorted.length - 1])} or more, or bottomPercent to ${least(sorted[0])} or more, or give thresholds.`
}

/**
 * @throws TOO_FEW_RECORDS where a tail's own mean or median would stand for too few records
 */
export function refuseSmallTails({ below, above }: CodedTails, minimumTail: number, place: ErrorPlace): void {
  for (const [side, count] of [['bottom', below] as const, ['top', above] as const]) {
    if (count === 0 || count >= minimumTail) continue
    const message =
      `the ${side} tail of column "${place.column}" has ${count} record${count > 1 ? 's' : ''}: ` +
      'its mean or median would give away too much of them'
    const advice = `Widen the tail to ${minimumTail} records, or set replacement to threshold.`
    throw new SdcError('TOO_FEW_RECORDS', message, { ...place, parameter: 'minimumTail' }, advice)
  }
}
