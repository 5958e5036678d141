import type { TimeKind } from './dictionary.js'

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
  return dayNumber(day) * DAY + clockNumber(clock)
}

/** Counts years in the proleptic Gregorian calendar, which has no bounds here as `Date` has. */
function dayText(days: number): string {
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
  return `${yearText(year)}-${two(month)}-${two(ofYear - Math.floor((153 * shifted + 2) / 5) + 1)}`
}

function yearText(year: number): string {
  const digits = String(Math.abs(year))
  if (year >= 0 && year <= 9999) return digits.padStart(4, '0')
  return `${year < 0 ? '-' : '+'}${digits.padStart(6, '0')}`
}

function dayNumber(text: string): number {
  const [, year, month, day] = /^([+-]?\d{4,})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return Number.NaN
  const months = Number(month)
  const years = Number(year) - (months <= 2 ? 1 : 0)
  const era = Math.floor(years / 400)
  const ofEra = years - era * 400
  const ofYear = Math.floor((153 * (months + (months > 2 ? -3 : 9)) + 2) / 5) + Number(day) - 1
  const number = era * 146097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719468
  // A day that the month does not have is that of another text.
  return dayText(number) === text ? number : Number.NaN
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
  const [, hours, minutes, seconds] = /^(\d{2,}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text) ?? []
  if (hours === undefined) return Number.NaN
  const [full, fraction] = seconds.split('.')
  const clock = Number(hours) * 3600 + Number(minutes) * 60 + Number(full)
  return fraction === undefined ? clock : clock + Number(`0.${fraction}`)
}

const two = (number: number): string => String(number).padStart(2, '0')
