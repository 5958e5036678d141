import { calendarDay, daysSince1970, isoNumber, isoText } from '@sdc/core'
import type { DateStep } from './parse-rule.js'

/**
 * Day of a date.
 *
 * @param text - `YYYY-MM-DD` or `DD.MM.YYYY`, with or without a time.
 * @returns Days since 1970-01-01; NaN for another text.
 */
export function dayOfText(text: string): number {
  const date = text.trim().replace(/[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?$/, '')
  const dotted = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(date)
  if (dotted === null) return isoNumber('date', date)
  return daysSince1970(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
}

/**
 * Classes of a day at each step.
 *
 * Weeks are those of ISO 8601: they begin on Monday and belong to the year of their Thursday. If the first step is a week, a
 * month, quarter or year above it has the weeks whose Thursday it contains, because a week can lie in two months.
 *
 * @param day - Days since 1970-01-01; a part of a day is ignored.
 * @param steps - Steps, from fine to coarse.
 * @returns A label for each step: `2024-W20`, `2024-05`, `2024-Q2`, `2024`, `2020-2024`.
 */
export function dateClasses(day: number, steps: readonly DateStep[]): string[] {
  const whole = Math.floor(day)
  // 1970-01-01 was a Thursday, three days after Monday.
  const thursday = whole - ((((whole + 3) % 7) + 7) % 7) + 3
  const shown = steps[0]?.unit === 'week' ? thursday : whole
  const { year, month } = calendarDay(shown)
  const iso = isoText('date', shown)
  // Without the day, and without the month.
  const [ofMonth, ofYear] = [iso.slice(0, -3), iso.slice(0, -6)]
  return steps.map((step) => {
    if (step.unit === 'month') return ofMonth
    if (step.unit === 'quarter') return `${ofYear}-Q${Math.ceil(month / 3)}`
    if (step.unit === 'week') {
      const week = Math.floor((thursday - daysSince1970(year, 1, 1)) / 7) + 1
      return `${ofYear}-W${String(week).padStart(2, '0')}`
    }
    if (step.years === 1) return ofYear
    const begin = step.years * Math.floor(year / step.years)
    return [begin, begin + step.years - 1].map((one) => String(one).padStart(4, '0')).join('-')
  })
}

/** Months of a class: `2024-05`, `2024-Q2`, `2024`, `2020-2024`. */
const MONTH = /^(\d{4})-(\d\d)$/
const QUARTER = /^(\d{4})-Q([1-4])$/
const WEEK = /^(\d{4})-W(\d\d)$/
const YEARS = /^(\d{4})(?:-(\d{4}))?$/

/**
 * Days of a class of dates: the reverse of `dateClasses`.
 *
 * @param label - `2024-W20`, `2024-05`, `2024-Q2`, `2024`, `2020-2024`.
 * @returns First and last day since 1970-01-01; undefined for another label.
 */
export function daysOfClass(label: string): readonly [first: number, last: number] | undefined {
  const week = WEEK.exec(label)
  if (week) {
    const january = daysSince1970(Number(week[1]), 1, 4)
    const monday = january - ((((january + 3) % 7) + 7) % 7) + 7 * (Number(week[2]) - 1)
    return [monday, monday + 6]
  }
  const [month, quarter, years] = [MONTH, QUARTER, YEARS].map((form) => form.exec(label)?.slice(1).map(Number))
  if (month) return monthsFrom(month[0], month[1], 1)
  if (quarter) return monthsFrom(quarter[0], 3 * quarter[1] - 2, 3)
  const [from, to] = years ?? []
  return from === undefined ? undefined : monthsFrom(from, 1, Number.isNaN(to) ? 12 : 12 * (to - from + 1))
}

function monthsFrom(year: number, month: number, count: number): readonly [number, number] | undefined {
  const end = month - 1 + count
  const first = daysSince1970(year, month, 1)
  const last = daysSince1970(year + Math.floor(end / 12), (end % 12) + 1, 1) - 1
  return first <= last ? [first, last] : undefined
}
