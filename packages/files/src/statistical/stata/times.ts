import type { TimeKind } from '@sdc/core'

/** Days and milliseconds from 1960-01-01 to 1970-01-01. */
const DAYS = 3_653
const MILLISECONDS = 315_619_200_000
/** Distance from the nearest millisecond up to which a time is set to it. */
const EXACT = 1e-3

/** Seconds since 1970-01-01 of the leap seconds. */
const LEAP_SECONDS = [
  78_796_800, 94_694_400, 126_230_400, 157_766_400, 189_302_400, 220_924_800, 252_460_800, 283_996_800, 315_532_800,
  362_793_600, 394_329_600, 425_865_600, 489_024_000, 567_993_600, 631_152_000, 662_688_000, 709_948_800, 741_484_800,
  773_020_800, 820_454_400, 867_715_200, 915_148_800, 1_136_073_600, 1_230_768_000, 1_341_100_800, 1_435_708_800,
  1_483_228_800,
]

/** Returns the kind of time that a display format of Stata shows; weeks, months and the like are numbers. */
export function timeOf(format: string): TimeKind | undefined {
  const [, letters] = /^%-?(d|t[dcC])/.exec(format) ?? []
  if (letters === undefined) return undefined
  return letters === 'd' || letters === 'td' ? 'date' : 'datetime'
}

/** Returns true for a display format whose times count leap seconds. */
function countsLeapSeconds(format: string): boolean {
  return /^%-?tC/.test(format)
}

/**
 * Converts numbers of Stata to days or seconds since 1970-01-01, in place.
 *
 * @param values - The numbers.
 * @param format - Display format of the column, known to `timeOf`.
 */
export function fromStataTime(values: Float64Array, format: string): void {
  if (timeOf(format) === 'date') {
    for (let i = 0; i < values.length; i++) values[i] -= DAYS
    return
  }
  for (let i = 0; i < values.length; i++) values[i] = (values[i] - MILLISECONDS) / 1000
  if (!countsLeapSeconds(format)) return
  for (let i = 0; i < values.length; i++) {
    let passed = 0
    while (passed < LEAP_SECONDS.length && values[i] - passed >= LEAP_SECONDS[passed] + 1) passed++
    values[i] -= passed
  }
}

/**
 * Converts days or seconds since 1970-01-01, or seconds of a day, to numbers of Stata.
 *
 * @param values - The numbers, which are not changed.
 * @param time - Kind of the numbers.
 * @param format - Display format of the column.
 * @returns The numbers of Stata.
 */
export function toStataTime(values: Float64Array, time: TimeKind, format: string): Float64Array {
  if (time === 'date') return values.map((days) => days + DAYS)
  if (time === 'time') return values.map((seconds) => exact(seconds * 1000))
  if (!countsLeapSeconds(format)) return values.map((seconds) => exact(seconds * 1000 + MILLISECONDS))
  return values.map((seconds) => {
    const passed = LEAP_SECONDS.findLastIndex((at) => seconds >= at) + 1
    return exact((seconds + passed) * 1000 + MILLISECONDS)
  })
}

/** Rounds to a whole millisecond, unless the time has fractions of one. */
function exact(milliseconds: number): number {
  const whole = Math.round(milliseconds)
  return Math.abs(milliseconds - whole) < EXACT ? whole : milliseconds
}
