import { fewNumbers, outlyingCodes, type FewNumbers, type NumberCount } from '@sdc/stats/internal'
import { areDateNumbers, wrongDateNumbers, type DateForm } from '../dates.js'
import type { MissingCode, NumberFacts, Shape } from '../inspection.js'
import { standsInRuns, type LookedColumn } from '../look-at-column.js'
import { numberFacts } from '../number-facts.js'
import { numberText } from '../words.js'
import { arePostalCodes, isCode, mayBeCodes } from './number-codes.js'
import { SHORT_LIST, type Seen } from './seen-column.js'
import { dateNumberCodes, dayNumbers, seenTimes, withoutDateCodes, wrongText } from './seen-dates.js'

/** Greatest mean number of members of a household. */
const MOST_MEMBERS = 12
const FEWEST_MEMBERS = 1.3
/** Distinct values needed: fewer may be in consecutive records by chance. */
const ENOUGH_RUNS = 20

/** Describes a numeric column. */
export function seenNumbers(looked: LookedColumn, isSaid: boolean): Seen {
  const { column, values, counts, present, records, distinct } = looked
  const why = isSaid
    ? 'the schema says so'
    : present === 0
      ? 'it has no value'
      : present < records
        ? 'every cell that is not missing is a number'
        : 'every cell is a number'
  const none = {
    dates: undefined,
    nearlyNumbers: false,
    markedNumber: undefined,
    texts: undefined,
    missingCodes: [],
    levels: undefined,
    few: undefined,
  }
  if (present === 0 || column.kind !== 'numeric')
    return { ...none, why, numbers: undefined, shape: 'empty', looks: 'no value at all', suggestedKind: undefined }
  const numbers = numberFacts(looked)
  if (column.time !== undefined) return { ...none, ...seenTimes(column.time, numbers, why) }
  const few = fewNumbers(column.values)
  const shape = shapeOfNumbers(looked, numbers, few)
  const codes =
    shape === 'dates' ? dateNumberCodes(values, counts) : isSaid && distinct <= 2 ? [] : missingNumbers(values, counts)
  const levels =
    few === undefined
      ? undefined
      : few.numbers.filter(({ value }) => !isCode(codes, value)).map(({ value }) => String(value))
  // Date numbers with exceptions need a format: a schema without one would be refused.
  const dates: DateForm | undefined =
    !isSaid && shape === 'dates' ? dayNumbers(wrongDateNumbers(withoutDateCodes(values))) : undefined
  const suggestedKind = dates
    ? 'date'
    : isSaid
      ? 'numeric'
      : shape === 'codes' || arePostalCodes(looked, codes)
        ? 'categorical'
        : shape === 'few numbers' || shape === 'repeated numbers' || mayBeCodes(looked.name, shape, numbers)
          ? undefined
          : 'numeric'
  return {
    ...none,
    dates,
    why,
    numbers,
    few,
    shape,
    suggestedKind,
    missingCodes: codes,
    levels: levels !== undefined && levels.length <= SHORT_LIST ? levels : undefined,
    looks: looksOfNumbers(shape, numbers, few) + wrongText(dates, looked),
  }
}

function shapeOfNumbers(looked: LookedColumn, facts: NumberFacts, few: FewNumbers | undefined): Shape {
  const { values, present, records, distinct } = looked
  const { whole, least, greatest } = facts
  if (distinct === 1) return 'constant'
  if (!whole) return 'numbers'
  if (greatest >= 18_000_101 && areDateNumbers(withoutDateCodes(values))) return 'dates'
  if (least >= 1850 && greatest <= 2100 && distinct <= 250) return 'years'
  if (few !== undefined) return few.areCodes ? 'codes' : 'few numbers'
  const dense = greatest - least + 1 <= 1.1 * present
  if (distinct === present && present === records && present >= 10 && dense) return 'running numbers'
  const members = present / distinct
  const isLikeHouseholds = members >= FEWEST_MEMBERS && members <= MOST_MEMBERS && distinct >= ENOUGH_RUNS
  if (isLikeHouseholds && standsInRuns(looked)) return 'repeated numbers'
  return 'numbers'
}

function looksOfNumbers(shape: Shape, facts: NumberFacts, few: FewNumbers | undefined): string {
  const { least, greatest, whole } = facts
  if (shape === 'constant') return `always ${numberText(least)}`
  if (few !== undefined && few.numbers.length <= SHORT_LIST)
    return few.numbers.map(({ value }) => String(value)).join(', ')
  const range = `${numberText(least)} to ${numberText(greatest)}`
  if (shape === 'running numbers' || shape === 'repeated numbers') return `${shape}, ${range}`
  if (shape === 'dates') return `dates as YYYYMMDD, ${String(least)} to ${String(greatest)}`
  if (shape === 'years') return `years, ${String(least)} to ${String(greatest)}`
  return whole ? `${range}, whole` : range
}

/** Distinct numbers examined at each end of the range. */
const ENDS = 64

function missingNumbers(values: Float64Array, counts: Uint32Array): MissingCode[] {
  const pick = (from: number, to: number): NumberCount[] =>
    Array.from(values.subarray(from, to), (value, k) => ({ value, count: counts[from + k] }))
  const { length } = values
  const ends = length <= 2 * ENDS ? pick(0, length) : [...pick(0, ENDS), ...pick(length - ENDS, length)]
  const codes = outlyingCodes(ends)
  const others = ends.filter((one) => !codes.includes(one))
  const [first, last] = [others[0], others[others.length - 1]]
  return codes.map(({ value, count }) => {
    const why =
      value < 0 ? `the least of the others is ${numberText(first.value)}` : `next largest ${numberText(last.value)}`
    return { text: String(value), records: count, why }
  })
}
