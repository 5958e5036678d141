import { calendarDay, daysSince1970, isoNumber, SdcError, type ErrorPlace, type TimeKind } from '@sdc/core'

/** Greatest age that is released, and the reference date for ages from dates of birth. */
export interface TopAgeOptions {
  readonly topAge?: number | undefined
  readonly ageAt?: string | undefined
}

/** Thresholds of the ages above the greatest one, and their replacement. */
export interface TopAges {
  readonly bottom: number | undefined
  readonly top: number | undefined
  /** Value that replaces all of them, in the unit of the column. */
  readonly value: number
}

const DAY = 86_400

/**
 * Returns the tail of people older than the greatest age A. Numbers above A become A + 1. Dates of birth of people who
 * are A + 1 or older at the reference date become the first day of the year A + 1 years before it.
 *
 * @param time - Kind of a column of dates of birth; undefined for a column of ages.
 * @param options - A in years, and the reference date.
 * @param place - Method and column, for the messages.
 * @throws BAD_PARAMETER for dates of birth without a reference date, and for times of the day.
 */
export function topAges(time: TimeKind | undefined, { topAge = 0, ageAt }: TopAgeOptions, place: ErrorPlace): TopAges {
  if (time === undefined) return { bottom: undefined, top: topAge, value: topAge + 1 }
  if (time === 'time') {
    const message = `column "${place.column}" has times of the day: these are neither ages nor dates of birth`
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'topAge' }, 'Leave the column out.')
  }
  const reference = ageAt === undefined ? Number.NaN : isoNumber('date', ageAt)
  if (Number.isNaN(reference)) {
    const what = ageAt === undefined ? 'no reference date is given' : `"${ageAt}" is not a date`
    const message = `column "${place.column}" has dates of birth, and ${what}: ages cannot be computed`
    const fix = 'Set ageAt to the day at which ages count, such as the end of the study: 2024-12-31.'
    throw new SdcError('BAD_PARAMETER', message, { ...place, parameter: 'ageAt' }, fix)
  }
  const { year, month, day } = calendarDay(reference)
  const born = year - topAge - 1
  const anniversary = daysSince1970(born, month, day)
  // People born on 29 February are a year older on 1 March of a year that is not a leap year.
  const last = Number.isNaN(anniversary) ? daysSince1970(born, 2, 28) : anniversary
  const scale = time === 'datetime' ? DAY : 1
  return { bottom: (last + 1) * scale, top: undefined, value: daysSince1970(born, 1, 1) * scale }
}
