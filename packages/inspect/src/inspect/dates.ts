import type { TimeKind } from '@sdc/core'
import { dateFormat, type DateFormat } from '@sdc/files'

/** Form of the texts of a column as dates or times. */
export interface DateForm {
  readonly shape: 'dates' | 'times'
  /** Pattern of the texts: `YYYY-MM-DD`. */
  readonly form: string
  /** True if day and month may be swapped: no text has a number above 12 in one of the two places. */
  readonly isAmbiguous: boolean
  /** The few texts that are impossible dates, such as 30.02.1931. */
  readonly wrong: readonly string[]
  /** Kind and dateFormat of a schema that reads them; undefined if none does. */
  readonly schema?: { readonly kind: TimeKind; readonly format: string } | undefined
}

/** Most texts that are examined: one text among so many that is not a date shows that none is meant. */
const LOOKED_AT = 10_000

const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const parts = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?$/
const named = /^\d{1,2}[-/. ]?(?:\p{L}{3,9})\.?[-/. ,]*\d{2,4}$/u
const time = /^(?:[01]?\d|2[0-4])[:h][0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?$/i

/** Most impossible dates in a column of dates, as a number and as a share of the texts. */
const MOST_WRONG = 20
const WRONG_SHARE = 0.05
/** Texts on which a format is tried before all are read. */
const TRIED = 40

/**
 * Returns the form of the dates or times of a column. A few texts may be impossible dates.
 *
 * @param texts - The distinct texts of a column that do not mean missing.
 * @returns The form; undefined for other texts, and for none. Cost: O(texts), ten thousand at most.
 */
export function dateForm(texts: readonly string[]): DateForm | undefined {
  const shown = texts.slice(0, LOOKED_AT).map((text) => text.trim())
  if (shown.length === 0) return undefined
  const form = formOfAll(shown)
  if (form?.schema) return form
  const wrong = new Set(impossible(shown))
  const found = wrong.size === 0 ? undefined : formOfAll(shown.filter((text) => !wrong.has(text)))
  return found?.schema ? { ...found, wrong: [...wrong] } : form
}

/** Returns the texts that the format of most texts does not read; empty if there are many. */
function impossible(texts: readonly string[]): readonly string[] {
  const most = Math.min(MOST_WRONG, Math.floor(WRONG_SHARE * texts.length))
  if (most === 0) return []
  const step = Math.ceil(texts.length / TRIED)
  const some = texts.filter((_, i) => i % step === 0)
  const reads = (one: DateFormat, text: string): boolean => !Number.isNaN(one.parse(text))
  const tried = candidates.filter((one) => some.filter((text) => reads(one, text)).length >= some.length / 2)
  const rests = tried.map((one) => texts.filter((text) => !reads(one, text)))
  const [least] = rests.sort((a, b) => a.length - b.length)
  return least !== undefined && least.length <= most ? least : []
}

function formOfAll(shown: readonly string[]): DateForm | undefined {
  const formats = formatsOf(shown)
  const seen = seenForm(shown)
  const [first] = formats
  if (first === undefined) return seen
  const isAmbiguous = formats.some((one) => isExchanged(one, first))
  return {
    shape: first.kind === 'time' ? 'times' : 'dates',
    form: first.text,
    isAmbiguous,
    wrong: [],
    schema: { kind: first.kind, format: first.text },
  }
}

/** Returns the formats that read all texts, those first that write most of them unchanged. */
function formatsOf(texts: readonly string[]): readonly DateFormat[] {
  return candidates
    .filter((one) => texts.every((text) => !Number.isNaN(one.parse(text))))
    .map((one) => ({ one, same: texts.filter((text) => one.print(one.parse(text)) === text).length }))
    .sort((a, b) => b.same - a.same)
    .map(({ one }) => one)
}

/** Returns true if two formats differ in the order of day and month. */
function isExchanged(one: DateFormat, other: DateFormat): boolean {
  const order = ({ text }: DateFormat): boolean => text.indexOf('D') < text.indexOf('M')
  return one.kind === other.kind && order(one) !== order(other) && one.text.indexOf('Y') === other.text.indexOf('Y')
}

const days = ['.', '/', '-']
  .flatMap((mark) => [
    ...['YYYY', 'YY'].flatMap((year) =>
      [
        ['DD', 'MM'],
        ['D', 'M'],
        ['MM', 'DD'],
        ['M', 'D'],
      ].map((parts) => [...parts, year].join(mark)),
    ),
    ['DD', 'MON', 'YYYY'].join(mark),
    ['MM', 'YYYY'].join(mark),
  ])
  .concat('YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY-MM', 'DD MON YYYY', 'D MON YYYY', 'DDMONYYYY')
const clocks = ['hh:mm', 'hh:mm:ss']

/** Formats to try, in order of preference. */
const candidates: readonly DateFormat[] = [
  ...days.map((day) => dateFormat('date', day)),
  ...days
    .filter((day) => day.includes('D'))
    .flatMap((day) => clocks.flatMap((clock) => [' ', 'T'].map((mark) => dateFormat('datetime', day + mark + clock)))),
  dateFormat('datetime', 'YYYY-MM-DDThh:mm:ssZ'),
  ...clocks.map((clock) => dateFormat('time', clock)),
  dateFormat('time', 'h:mm'),
].flatMap((made) => ('problem' in made ? [] : [made]))

/** Returns true for a text that means no date in a column of dates: 99999999, 00.00.0000, 31.12.9999. */
export function isDateCode(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return (
    digits.length >= 4 &&
    !/[A-Za-z]/.test(text) &&
    (/^(?:0+|9+)$/.test(digits) || /(?:^|\D)9999(?:\D|$)/.test(text) || /^9999\d{4}$/.test(text))
  )
}

function seenForm(shown: readonly string[]): DateForm | undefined {
  if (shown.every((text) => time.test(text))) return { shape: 'times', form: 'HH:MM', isAmbiguous: false, wrong: [] }
  if (shown.every(isIso)) return { shape: 'dates', form: 'YYYY-MM-DD', isAmbiguous: false, wrong: [] }
  if (shown.every((text) => named.test(text)))
    return { shape: 'dates', form: 'day, month by name, year', isAmbiguous: false, wrong: [] }
  return numbered(shown)
}

function isIso(text: string): boolean {
  const match = iso.exec(text)
  return match !== null && isDay(Number(match[1]), Number(match[3]), Number(match[4]))
}

/** Finds day and month by the numbers that cannot be a month. */
function numbered(texts: readonly string[]): DateForm | undefined {
  let first = 0
  let second = 0
  let sign = ''
  for (const text of texts) {
    const match = parts.exec(text)
    if (match === null) return undefined
    first = Math.max(first, Number(match[1]))
    second = Math.max(second, Number(match[3]))
    sign = match[2]
    if (Number(match[1]) < 1 || Number(match[3]) < 1) return undefined
  }
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return undefined
  const form = second > 12 ? ['MM', 'DD'] : ['DD', 'MM']
  return { shape: 'dates', form: [...form, 'YYYY'].join(sign), isAmbiguous: first <= 12 && second <= 12, wrong: [] }
}

/** Returns true if integers are dates as YYYYMMDD, apart from a few impossible ones. */
export function areDateNumbers(numbers: readonly number[]): boolean {
  const most = Math.min(MOST_WRONG, Math.floor(WRONG_SHARE * numbers.length))
  return numbers.length > 1 && wrongDateNumbers(numbers).length <= most
}

/** Returns the numbers that are not dates as YYYYMMDD. */
export function wrongDateNumbers(numbers: readonly number[]): number[] {
  return numbers.filter((value) => {
    const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
    return !(Number.isInteger(value) && year >= 1800 && year <= 2200 && isDay(year, month, day))
  })
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}
