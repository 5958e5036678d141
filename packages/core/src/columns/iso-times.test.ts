import { describe, expect, it } from 'vitest'
import { isoNumber, isoText } from './iso-times.js'

describe('isoText', () => {
  it.each([
    ['date', 0, '1970-01-01'],
    ['date', -719468, '0000-03-01'],
    ['date', 19782, '2024-02-29'],
    ['date', 72840000, '+201399-02-23'],
    ['datetime', 0.5, '1970-01-01T00:00:00.5'],
    ['datetime', -0.25, '1969-12-31T23:59:59.75'],
    ['datetime', 1709208000.123, '2024-02-29T12:00:00.123'],
    ['time', 90061, '25:01:01'],
    ['time', -1.5, '-00:00:01.5'],
  ] as const)('%s %d is %s', (kind, value, text) => {
    expect(isoText(kind, value)).toBe(text)
    expect(isoNumber(kind, text)).toBe(value)
  })

  it('agrees with Date over 400 years', () => {
    for (let day = -80000; day < 80000; day += 7) {
      const text = new Date(day * 864e5).toISOString().slice(0, 10)
      expect(isoText('date', day)).toBe(text)
      expect(isoNumber('date', text)).toBe(day)
    }
  })

  it('refuses a day that the month does not have', () => {
    expect(isoNumber('date', '2023-02-29')).toBeNaN()
    expect(isoNumber('datetime', 'x')).toBeNaN()
  })
})
