import { SdcError } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { computedBreaks } from './computed-breaks.js'
import { checkedBreaks } from './given-breaks.js'
import { classesOf, firstOutside } from './intervals.js'
import type { RecodedSubject, Recoding } from './recoded-subject.js'

/** The breaks that a parameter has for a column by its name. */
export function ownBreaks({ params: { breaks }, place }: RecodedSubject): readonly number[] | undefined {
  if (breaks === undefined || Array.isArray(breaks)) return undefined
  return Object.hasOwn(breaks, place.column) ? breaks[place.column] : undefined
}

/**
 * The classes between given breaks.
 *
 * @throws BAD_PARAMETER if the breaks do not ascend or, with closed ends, for the first value outside them.
 */
export function byBreaks(
  { column, params: { closed }, place, time }: RecodedSubject,
  list: readonly number[],
): Recoding {
  const values = valuesOf(column)
  const intervals = { breaks: checkedBreaks(list, place), closed, time }
  const outside = firstOutside(values, intervals)
  if (outside >= 0) {
    const range = `${list[0]} to ${list[list.length - 1]}`
    const message = `the value ${values[outside]} of column "${place.column}", record ${outside + 1}, lies outside the breaks, ${range}`
    const fix = 'Give breaks that include it, or set closed to false: the first and the last class then have no end.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'breaks', row: outside + 1 }, fix)
  }
  const codes = classesOf(values, intervals)
  const first = codes.find((code) => code >= 0)
  const isOne = list.length > 2 && codes.every((code) => code < 0 || code === first)
  const nothing = 'no break lies within the values: all are in one class, and the column loses all its information'
  return { intervals, warnings: isOne ? [nothing] : [] }
}

/**
 * Computed classes, fewer than there are values.
 *
 * @returns Undefined where the column has fewer than two values.
 * @throws BAD_PARAMETER where `log` finds a value that is not positive
 */
export function byComputedBreaks({ column, params, place, time }: RecodedSubject): Recoding | undefined {
  const { classes, method, closed, map } = params
  const values = valuesOf(column)
  const sorted = sortedValues(values)
  if (method === 'log' && sorted[0] <= 0) {
    const row = values.findIndex((value) => value <= 0)
    const message = `classes of one ratio need positive numbers; column "${place.column}" has ${values[row]} in record ${row + 1}`
    const fix = 'Set method to equal-width or equal-frequency, or give breaks.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'method', row: row + 1 }, fix)
  }
  const distinct = sorted.reduce((count, value, i) => count + (i === 0 || value !== sorted[i - 1] ? 1 : 0), 0)
  if (distinct < 2) return undefined
  const most = Math.min(classes, distinct - 1)
  const warnings = most < classes ? [`it has ${distinct} values, so there are at most ${most} classes`] : []
  if (map !== undefined) warnings.push('the map is for categories but the column has numbers: its classes are computed')
  return { intervals: { breaks: computedBreaks(sorted, most, method), closed, time }, warnings }
}

function valuesOf(column: RecodedSubject['column']): Float64Array {
  if (column.kind !== 'numeric') throw new TypeError('categories have no breaks')
  return column.values
}
