import { isoText, type Role, type TimeKind } from '@sdc/core'
import { type FileSchema } from '@sdc/engine'
import type { ColumnDescription } from '@sdc/files/formats'
import { fewNumbers, outlyingCodes, type FewNumbers, type NumberCount } from '@sdc/stats/internal'
import { areDateNumbers, dateForm, isDateCode, wrongDateNumbers, type DateForm } from './dates.js'
import type { ColumnInspection, MissingCode, NumberFacts, Shape } from './inspection.js'
import { standsInRuns, type LookedColumn } from './look-at-column.js'
import { isMissingNumber, meansMissing } from './missing-texts.js'
import { numberFacts } from './number-facts.js'
import { nameHint, saysPostalCode } from './roles/name-hints.js'
import { counted, labelledText, numberText } from './words.js'

type Said = FileSchema['columns'][string]

/** A column described by its values, without a role, which depends on other columns. */
export interface SeenColumn extends Omit<
  ColumnInspection,
  'dateFormat' | 'isAmbiguous' | 'wrongDates' | 'role' | 'isRoleSaid' | 'level' | 'facts' | 'hierarchy'
> {
  readonly looked: LookedColumn
  readonly few: FewNumbers | undefined
  readonly dates: DateForm | undefined
  /** True if its texts are numbers, apart from those that mean missing. */
  readonly nearlyNumbers: boolean
  /** A text such as 1,234.50 if all are numbers with thousands separators, currency signs or percent signs. */
  readonly markedNumber: string | undefined
  /** Form of texts that nearly all differ. */
  readonly texts: 'hashes' | 'mail addresses' | undefined
  readonly saidRole: Role | undefined
}

/** Greatest age. */
const OLDEST = 130

/** Returns true for integers that are ages in years, by the name of the column and by the values. */
export function isAge({ name, numbers }: Pick<SeenColumn, 'name' | 'numbers'>): boolean {
  const isNamed = nameHint(name)?.what === 'an age or a birth'
  return isNamed && numbers?.whole === true && numbers.least >= 0 && numbers.greatest <= OLDEST
}

/** Most texts whose form is examined. */
const LOOKED_AT = 100_000
/** Most levels of a list that users can read. */
const SHORT_LIST = 12
/** Most codes for missing values among dates. */
const MOST_CODES = 5
/** Greatest mean number of members of a household. */
const MOST_MEMBERS = 12
const FEWEST_MEMBERS = 1.3
/** Distinct values needed: fewer may be in consecutive records by chance. */
const ENOUGH_RUNS = 20

/**
 * Describes a column by its values.
 *
 * @param looked - The column.
 * @param said - Its entry in the schema.
 * @param description - Description by the file: labels, and the reason for its kind.
 * @returns Everything but its role.
 */
export function inspectColumn(
  looked: LookedColumn,
  said: Said | undefined,
  description: ColumnDescription = {},
): SeenColumn {
  const { name, column, records, present, distinct } = looked
  const isSaid = said?.kind !== undefined || said?.levels !== undefined || said?.taxonomy !== undefined
  const common = { name, looked, records, missing: records - present, distinct, isSaid, saidRole: said?.role }
  const seen = column.kind === 'numeric' ? seenNumbers(looked, isSaid) : seenTexts(looked, isSaid)
  const { labels, kindReason } = description
  const why = isSaid || kindReason === undefined ? seen.why : kindReason
  const looks = labels === undefined ? seen.looks : (labelledLooks(looked, labels) ?? seen.looks)
  const suggested = { ...common, kind: column.kind, ...seen, why, looks }
  const isCategories = column.kind !== 'numeric' || (!isSaid && seen.suggestedKind === 'categorical')
  const allLevels = labels !== undefined && isCategories ? levelsOf(looked) : undefined
  return { ...suggested, allLevels, isOrdered: column.kind === 'categorical' && column.ordered }
}

/** Returns all categories in their order; numbers by size. */
function levelsOf({ column, values }: LookedColumn): readonly string[] {
  return column.kind === 'numeric' ? Array.from(values, String) : column.levels
}

/** Returns `1 male, 2 female` for few values with their labels; undefined if no value has one. */
function labelledLooks({ column, values }: LookedColumn, labels: ReadonlyMap<string, string>): string | undefined {
  const texts = Array.from(values.subarray(0, SHORT_LIST), (value) =>
    column.kind === 'numeric' ? String(value) : column.levels[value],
  )
  if (!texts.some((text) => labels.has(text))) return undefined
  const more = values.length > SHORT_LIST ? ', …' : ''
  return `${texts.map((text) => labelledText(text, labels)).join(', ')}${more}`
}

type Seen = Omit<
  SeenColumn,
  'allLevels' | 'isOrdered' | 'name' | 'looked' | 'records' | 'missing' | 'distinct' | 'isSaid' | 'saidRole' | 'kind'
>

function seenNumbers(looked: LookedColumn, isSaid: boolean): Seen {
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

/** Meanings of names of categories that are often written as numbers. */
const numbered: ReadonlySet<string> = new Set([
  'a sex',
  'a place',
  'a marriage or a family',
  'an origin',
  'an education',
  'a work',
  'a dwelling',
  'a number of one person or unit',
])

/**
 * Returns true if numbers with many values may be codes according to their name: regions, occupations.
 *
 * @param name - Name of the column.
 * @param shape - Shape of its values.
 * @param numbers - Its numbers.
 * @returns True if they may be codes.
 */
export function mayBeCodes(name: string, shape: Shape, numbers: NumberFacts | undefined): boolean {
  if (shape !== 'numbers' || numbers?.whole !== true || numbers.least < -9) return false
  const hint = nameHint(name)
  return (hint !== undefined && numbered.has(hint.what)) || /code$/i.test(name)
}

/** Fewest digits of a postal code. */
const POSTAL_DIGITS = 3

/** Returns true for integers with a name of postal codes and equal numbers of digits: zip, 10115. */
export function arePostalCodes({ name, column, values }: LookedColumn, missing: readonly MissingCode[]): boolean {
  if (column.kind !== 'numeric' || column.time !== undefined || !saysPostalCode(name)) return false
  const own = [...values].filter((value) => !isCode(missing, value))
  const digits = String(own[0]).length
  return (
    digits >= POSTAL_DIGITS &&
    own.every((value) => Number.isSafeInteger(value) && value > 0 && String(value).length === digits)
  )
}

function isCode(codes: readonly MissingCode[], value: number): boolean {
  return codes.some(({ text }) => Number(text) === value)
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

/** Returns the form of dates as YYYYMMDD, with the impossible ones. */
function dayNumbers(wrong: readonly number[]): DateForm {
  const schema = { kind: 'date', format: 'YYYYMMDD' } as const
  return { shape: 'dates', form: 'YYYYMMDD', isAmbiguous: false, wrong: wrong.map(String), schema }
}

/** Most impossible dates that are named. */
const NAMED = 3

/**
 * Names the impossible dates of a column: `, but for 30.02.1931 (record 78)`.
 *
 * @param dates - Form of its dates.
 * @param looked - The column.
 * @returns The text; empty if all are dates.
 */
export function wrongText(dates: DateForm | undefined, { column }: LookedColumn): string {
  if (dates === undefined || dates.wrong.length === 0) return ''
  const named = dates.wrong.slice(0, NAMED).map((text) => {
    const i =
      column.kind === 'numeric'
        ? column.values.indexOf(Number(text))
        : column.codes.indexOf(column.levels.findIndex((level) => level.trim() === text))
    return `${text} (record ${numberText(i + 1)})`
  })
  const more = dates.wrong.length > NAMED ? ` and ${dates.wrong.length - NAMED} more` : ''
  return `, but for ${named.join(', ')}${more}`
}

/** Returns true for numbers that mean no date: 0 and 99999999. */
const isDateNumberCode = (value: number): boolean => value === 0 || isDateCode(String(value))

function withoutDateCodes(values: Float64Array): number[] {
  return [...values.subarray(0, LOOKED_AT)].filter((value) => !isDateNumberCode(value))
}

function dateNumberCodes(values: Float64Array, counts: Uint32Array): MissingCode[] {
  return [...values].flatMap((value, k) =>
    isDateNumberCode(value) ? [{ text: String(value), records: counts[k], why: 'no date that anybody means' }] : [],
  )
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

function seenTexts(looked: LookedColumn, isSaid: boolean): Seen {
  const { column, values, counts, present, distinct } = looked
  const notNumeric = column.kind === 'categorical' ? column.notNumeric : undefined
  const why = isSaid ? 'the schema says so' : (notNumeric ?? 'it has no number')
  const levels = column.kind === 'categorical' ? column.levels : []
  const none = {
    few: undefined,
    numbers: undefined,
    dates: undefined,
    nearlyNumbers: false,
    markedNumber: undefined,
    texts: undefined,
  }
  if (present === 0)
    return {
      ...none,
      why,
      missingCodes: [],
      levels: undefined,
      shape: 'empty',
      looks: 'no value at all',
      suggestedKind: undefined,
    }
  const texts = Array.from(values.subarray(0, LOOKED_AT), (code) => levels[code])
  const areNumbers = texts.filter(isNumberText).length
  const codesOfDates = dateCodes(texts)
  const codes = texts.flatMap((text, k): MissingCode[] => {
    const isSign = meansMissing(text)
    if (!isSign && codesOfDates.has(text)) return [{ text, records: counts[k], why: 'no date that anybody means' }]
    if (!isSign && !(areNumbers < texts.length / 2 && isMissingNumber(text))) return []
    const what = isSign ? 'a text for what is not known' : 'a number among texts'
    return [{ text, records: counts[k], why: what }]
  })
  const missing = new Set(codes.map(({ text }) => text))
  const own = texts.filter((text) => !missing.has(text))
  const nearlyNumbers = !isSaid && own.length > 0 && codes.length > 0 && own.every(isNumberText)
  const marked = isSaid || nearlyNumbers ? undefined : own.find((text) => !isNumberText(text))
  const markedNumber = own.every((text) => isNumberText(text) || isMarkedNumber(text)) ? marked : undefined
  const areDays = nearlyNumbers && areDateNumbers(own.map(Number))
  const dates = areDays ? dayNumbers(wrongDateNumbers(own.map(Number))) : dateForm(own)
  const isText = distinct > 20 && distinct >= 0.5 * present
  const shape: Shape = dates ? dates.shape : distinct === 1 ? 'constant' : isText ? 'texts' : 'categories'
  const short = own.length <= SHORT_LIST && distinct <= LOOKED_AT
  return {
    ...none,
    why,
    shape,
    dates,
    nearlyNumbers: nearlyNumbers && !areDays,
    markedNumber,
    texts: isText ? formOf(own) : undefined,
    missingCodes: codes,
    levels: short && shape === 'categories' ? [...own].sort(naturally) : undefined,
    looks: looksOfTexts(shape, own, looked, dates, nearlyNumbers) + wrongText(dates, looked),
    suggestedKind:
      (nearlyNumbers && !areDays) || markedNumber !== undefined
        ? undefined
        : !isSaid && dates?.schema && !dates.isAmbiguous
          ? dates.schema.kind
          : 'categorical',
  }
}

/** Returns the codes among texts that are dates otherwise. */
function dateCodes(texts: readonly string[]): ReadonlySet<string> {
  const codes = texts.filter((text) => isDateCode(text) && !meansMissing(text))
  if (codes.length === 0 || codes.length > MOST_CODES) return new Set()
  const others = texts.filter((text) => !isDateCode(text) && !meansMissing(text))
  return new Set(dateForm(others)?.schema === undefined ? [] : codes)
}

/** Describes a column of dates or times. */
function seenTimes(
  time: TimeKind,
  { least, greatest }: NumberFacts,
  why: string,
): Pick<Seen, 'why' | 'numbers' | 'shape' | 'looks' | 'suggestedKind'> {
  const looks = `${time === 'time' ? 'times' : 'dates'}, ${isoText(time, least)} to ${isoText(time, greatest)}`
  return { why, numbers: undefined, shape: time === 'time' ? 'times' : 'dates', looks, suggestedKind: time }
}

function looksOfTexts(
  shape: Shape,
  own: readonly string[],
  { present, distinct }: LookedColumn,
  dates: DateForm | undefined,
  nearlyNumbers: boolean,
): string {
  if (dates) return `${dates.shape} as ${dates.form}${dates.isAmbiguous ? ', or day and month exchanged' : ''}`
  if (nearlyNumbers) return 'numbers, but for texts that mean missing'
  if (shape === 'constant') return `always ${JSON.stringify(own[0] ?? '')}`
  if (shape === 'texts') return distinct === present ? 'texts, all different' : 'texts, most of them different'
  const first = own.slice(0, 4 * SHORT_LIST)
  return (own.length <= first.length ? first.sort(naturally) : first).slice(0, SHORT_LIST).join(', ')
}

/** Returns the form of texts generated by machines, which all records share. */
function formOf(texts: readonly string[]): SeenColumn['texts'] {
  const [first = ''] = texts
  const isHash = (text: string): boolean => /^[\da-f-]{16,}$/i.test(text) && text.length === first.length
  if (texts.every(isHash) && texts.some((text) => /[a-f]/i.test(text))) return 'hashes'
  return texts.every((text) => /^[^\s@]+@[^\s@]+\.\w+$/.test(text)) ? 'mail addresses' : undefined
}

/** Returns true for a number in the notation of this file or another one. */
function isNumberText(text: string): boolean {
  return /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[+-]?\d+)?$/i.test(text.trim())
}

/**
 * Returns true for a number with thousands separators (point, comma, blank, apostrophe), a currency sign, or a percent
 * sign.
 */
function isMarkedNumber(text: string): boolean {
  const plain = text.trim().replace(/^[$€£¥]\s?|\s?[$€£¥%]$/gu, '')
  return (
    isNumberText(plain) || /^[+-]?\d{1,3}(?:([.,'’ \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u.test(plain)
  )
}

/** Compares texts with leading numbers by size: 5-9 before 10-14. */
function naturally(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => Number.parseFloat(text.replace(/^[^\d-]+/, '')))
  if (x !== y && x === x && y === y) return x - y
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns `14 records` and the reason for a missing code. */
export function codeText({ text, records, why }: MissingCode): string {
  return `${JSON.stringify(text).replace(/^"(-?\d+)"$/, '$1')} in ${counted(records, 'record')} (${why})`
}
