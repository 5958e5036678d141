import { describe, expect, it } from 'vitest'
import { daysSince1970, isoText, numeric } from '@sdc/core'
import { timeBounds, toTimeUnit } from './time-bounds.js'

describe('timeBounds', () => {
  it.each([
    ['date', undefined, '0001-01-01', '9999-12-31', 'day'],
    ['date', 'DD.MM.YY', '1930-01-01', '2029-12-31', 'day'],
    ['date', 'MM/YYYY', '0001-01-01', '9999-12-31', 'month'],
    ['date', 'YYYY', '0001-01-01', '9999-12-31', 'year'],
    ['datetime', 'DD.MM.YYYY hh:mm', '0001-01-01T00:00:00', '9999-12-31T23:59:59', 'minute'],
    ['time', 'hh:mm', '00:00:00', '23:59:00', 'minute'],
  ] as const)('%s as %s: %s to %s, by %s', (kind, format, min, max, unit) => {
    const bounds = timeBounds(kind, format, numeric([0]))
    expect([isoText(kind, bounds.min), isoText(kind, bounds.max), bounds.time?.unit]).toEqual([min, max, unit])
  })

  it('are open if the original is outside them: durations', () => {
    expect(timeBounds('time', undefined, numeric([90_061]))).toMatchObject({ min: -Infinity, max: Infinity })
  })
})

describe('toTimeUnit', () => {
  const texts = (days: Float64Array): readonly string[] => Array.from(days, (day) => isoText('date', day))

  it('moves days to the nearest first of a month or year', () => {
    const days = Float64Array.of(daysSince1970(2024, 2, 10), daysSince1970(2023, 12, 20), daysSince1970(1900, 1, 1))
    expect(texts(toTimeUnit(days.slice(), { kind: 'date', unit: 'month' }))).toEqual([
      '2024-02-01',
      '2024-01-01',
      '1900-01-01',
    ])
    expect(texts(toTimeUnit(days.slice(), { kind: 'date', unit: 'year' }))).toEqual([
      '2024-01-01',
      '2024-01-01',
      '1900-01-01',
    ])
  })

  it('moves seconds to whole minutes and leaves missing values unchanged', () => {
    expect(toTimeUnit(Float64Array.of(89, 91, Number.NaN), { kind: 'time', unit: 'minute' })).toEqual(
      Float64Array.of(60, 120, Number.NaN),
    )
  })
})
