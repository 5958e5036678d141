/** What the texts of a column are, as dates or times. */
export interface DateForm {
  readonly shape: 'dates' | 'times'
  /** How they are written: `YYYY-MM-DD`. */
  readonly form: string
  /** True if day and month may be the other way round: no text has a number above 12 in one of the two places. */
  readonly isAmbiguous: boolean
}

/** Texts that are looked at: one among so many that is no date shows that none is meant. */
const LOOKED_AT = 10_000

const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
const parts = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:[T ]\d{1,2}:\d{2}(?::\d{2})?)?$/
const named = /^\d{1,2}[-/. ]?(?:\p{L}{3,9})\.?[-/. ,]*\d{2,4}$/u
const time = /^(?:[01]?\d|2[0-4])[:h][0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?$/i

/**
 * How dates or times are written, where all texts are such.
 *
 * @param texts - The different texts of a column that mean no missing value.
 * @returns undefined where one of them is neither, or where there is none. Cost: O(texts), of ten thousand at most.
 */
export function dateForm(texts: readonly string[]): DateForm | undefined {
  const shown = texts.slice(0, LOOKED_AT).map((text) => text.trim())
  if (shown.length === 0) return undefined
  if (shown.every((text) => time.test(text))) return { shape: 'times', form: 'HH:MM', isAmbiguous: false }
  if (shown.every(isIso)) return { shape: 'dates', form: 'YYYY-MM-DD', isAmbiguous: false }
  if (shown.every((text) => named.test(text)))
    return { shape: 'dates', form: 'day, month by name, year', isAmbiguous: false }
  return numbered(shown)
}

function isIso(text: string): boolean {
  const match = iso.exec(text)
  return match !== null && isDay(Number(match[1]), Number(match[3]), Number(match[4]))
}

/** Day and month are told by what cannot be a month. */
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
  return { shape: 'dates', form: [...form, 'YYYY'].join(sign), isAmbiguous: first <= 12 && second <= 12 }
}

/** True if whole numbers are all dates as YYYYMMDD. */
export function areDateNumbers(numbers: readonly number[]): boolean {
  return (
    numbers.length > 1 &&
    numbers.every((value) => {
      const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100]
      return Number.isInteger(value) && year >= 1800 && year <= 2200 && isDay(year, month, day)
    })
  )
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}
