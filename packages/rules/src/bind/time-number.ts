/** Kinds of columns of dates and times. */
type TimeKind = 'date' | 'datetime' | 'time'

const DAY = 86400

/**
 * Returns the number of a date or time in a column of a dataset.
 *
 * @param kind - Kind of the column.
 * @param text - ISO text: `2020-01-31`, `2020-01-31T12:00:00`, `12:00:00`; seconds, and the time of a datetime, may
 *   be left out.
 * @returns Days (date) or seconds (datetime) since 1970-01-01, or seconds (time); undefined for another text or an
 *   impossible date.
 */
export function timeNumber(kind: TimeKind, text: string): number | undefined {
  if (kind === 'date') return dayNumber(text)
  if (kind === 'time') return clockNumber(text)
  const [date, clock = '00:00'] = text.split(/[T ]/)
  const [day, seconds] = [dayNumber(date), clockNumber(clock)]
  return day === undefined || seconds === undefined ? undefined : day * DAY + seconds
}

function dayNumber(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // An impossible day of a month is converted to a day of another month.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  return date.getTime() / 1000 / DAY
}

function clockNumber(text: string): number | undefined {
  const [, hours, minutes, seconds = '0'] = /^(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
