/** Unit of the numbers of a column of dates or times: days or seconds since 1970-01-01, or seconds of a day. */
export type TimeKind = 'date' | 'datetime' | 'time'

/** A day of the proleptic Gregorian calendar. */
export interface CalendarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
}

const DAY = 86400
/** Digits after the point of a second: a double of seconds since 1970 has no more. */
const MOST_DIGITS = 9

/**
 * Returns the ISO text of a date or time.
 *
 * @param kind - Meaning of the number.
 * @param value - Days (date) or seconds (datetime) since 1970-01-01, or seconds (time).
 * @returns `2024-02-29`, `2024-02-29T12:00:00.5`, `12:00:00`; years of five and more digits have a sign.
 */
export function isoText(kind: TimeKind, value: number): string {
  if (kind === 'date') return dayText(value)
  if (kind === 'time') return value < 0 ? `-${clockText(-value)}` : clockText(value)
  const day = Math.floor(value / DAY)
  return `${dayText(day)}T${clockText(value - day * DAY, day * DAY, value)}`
}

/**
 * Returns the number of an ISO text: the reverse of `isoText`.
 *
 * @param kind - Meaning of the number.
 * @param text - The text; the time of a datetime may be left out.
 * @returns Days or seconds; NaN for another text.
 */
export function isoNumber(kind: TimeKind, text: string): number {
  if (kind === 'date') return dayNumber(text)
  if (kind === 'time') return text.startsWith('-') ? -clockNumber(text.slice(1)) : clockNumber(text)
  const [day, clock = '00:00:00'] = text.split('T')
  const seconds = clockNumber(clock)
  return seconds < DAY ? dayNumber(day) * DAY + seconds : Number.NaN
}

/**
 * Returns the day of a number of days, in the proleptic Gregorian calendar without the bounds of `Date`.
 *
 * @param days - Whole days since 1970-01-01.
 * @returns Year, month and day.
 */
export function calendarDay(days: number): CalendarDay {
  // Days since 0000-03-01 of the present 400 years: leap days are then at the end of a year.
  const since = days + 719468
  const era = Math.floor(since / 146097)
  const ofEra = since - era * 146097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36524) - Math.floor(ofEra / 146096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * ofYear + 2) / 153)
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: ofYear - Math.floor((153 * shifted + 2) / 5) + 1 }
}

/**
 * Returns the number of a day: the reverse of `calendarDay`.
 *
 * @param year - The year; 0 is the one before 1.
 * @param month - 1 to 12.
 * @param day - Day of the month.
 * @returns Days since 1970-01-01; NaN for a day that the month does not have.
 */
export function daysSince1970(year: number, month: number, day: number): number {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= lastDay(year, month))) return Number.NaN
  const years = year - (month <= 2 ? 1 : 0)
  const era = Math.floor(years / 400)
  const ofEra = years - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719468
}

function lastDay(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

function dayText(days: number): string {
  const { year, month, day } = calendarDay(days)
  return `${yearText(year)}-${two(month)}-${two(day)}`
}

function yearText(year: number): string {
  const digits = String(Math.abs(year))
  if (year >= 0 && year <= 9999) return digits.padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${digits.padStart(6, '0')}`
}

function dayNumber(text: string): number {
  const [, year, month, day] = /^([+-]?\d{4,})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return Number.NaN
  const number = daysSince1970(Number(year), Number(month), Number(day))
  // Years have one text only: no sign where four digits are enough.
  return number === number && dayText(number) === text ? number : Number.NaN
}

/** The clock of `seconds`, which belong to `whole` with `base` taken off: as few digits as tell it apart. */
function clockText(seconds: number, base = 0, whole = seconds): string {
  const full = Math.floor(seconds)
  const clock = `${two(Math.floor(full / 3600))}:${two(Math.floor(full / 60) % 60)}:${two(full % 60)}`
  if (full === seconds) return clock
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const fraction = (seconds - full).toFixed(digits)
    if (fraction.startsWith('0') && base + (full + Number(fraction)) === whole) return clock + fraction.slice(1)
  }
  return clock + (seconds - full).toFixed(MOST_DIGITS).replace(/^1/, '0').slice(1)
}

function clockNumber(text: string): number {
  const [, hours, minutes, seconds] = /^(\d{2,}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(text) ?? []
  if (hours === undefined) return Number.NaN
  const [full, fraction] = seconds.split('.')
  const clock = Number(hours) * 3600 + Number(minutes) * 60 + Number(full)
  return fraction === undefined ? clock : clock + Number(`0.${fraction}`)
}

const two = (number: number): string => String(number).padStart(2, '0')
