import { describe, expect, it } from 'vitest'
import { daysSince1970, type TimeKind } from '@sdc/core'
import { dateFormat, type DateFormat } from './date-format.js'

function format(kind: TimeKind, text?: string): DateFormat {
  const made = dateFormat(kind, text)
  if ('problem' in made) throw new Error(made.problem)
  return made
}

const FIRST = daysSince1970(1900, 1, 1)
const LAST = daysSince1970(2100, 12, 31)

const wholeDays = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'DD.MM.YYYY',
  'D.M.YYYY',
  'MM/DD/YYYY',
  'M/D/YYYY',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'YYYY/MM/DD',
  'DD MON YYYY',
  'DDMONYYYY',
]

describe('dateFormat', () => {
  it.each(wholeDays)('reads back every day of 1900 to 2100 as %s', (text) => {
    const { parse, print } = format('date', text)
    const wrong: number[] = []
    const texts = new Set<string>()
    for (let day = FIRST; day <= LAST; day++) {
      const written = print(day) ?? ''
      texts.add(written)
      if (parse(written) !== day) wrong.push(day)
    }
    expect(wrong).toEqual([])
    expect(texts.size).toBe(LAST - FIRST + 1)
  })

  it('agrees with Date', () => {
    const { print } = format('date', 'DD.MM.YYYY')
    for (let day = FIRST; day <= LAST; day++) {
      const [year, month, ofMonth] = new Date(day * 864e5).toISOString().slice(0, 10).split('-')
      expect(print(day)).toBe(`${ofMonth}.${month}.${year}`)
    }
  })

  it.each([
    ['YYYY-MM', '2024-02', '2024-02-01'],
    ['MM/YYYY', '02/2024', '2024-02-01'],
    ['YYYY', '2024', '2024-01-01'],
    ['DD.MM.YY', '31.12.29', '2029-12-31'],
    ['DD.MM.YY', '01.01.30', '1930-01-01'],
    ['DD MON YYYY', '05 September 2024', '2024-09-05'],
    ['DD MON YYYY', '5 sep 2024', '2024-09-05'],
    ['D.M.YYYY', '01.03.2024', '2024-03-01'],
    ['DD.MM.YYYY', '1.3.2024', '2024-03-01'],
    ['YYYY-MM-DD', '2000-02-29', '2000-02-29'],
  ])('in %s, %s is %s', (text, written, iso) => {
    expect(format('date', text).parse(written)).toBe(format('date').parse(iso))
  })

  it.each([
    ['date', 'DD.MM.YYYY', '31.02.2020'],
    ['date', 'DD.MM.YYYY', '29.02.1900'],
    ['date', 'DD.MM.YYYY', '00.00.0000'],
    ['date', 'DD.MM.YYYY', '01.13.2020'],
    ['date', 'DD.MM.YYYY', '01.01.0000'],
    ['date', 'DD.MM.YYYY', '01.01.20'],
    ['date', 'YYYYMMDD', '2024131'],
    ['date', 'YYYYMMDD', '99999999'],
    ['date', 'DD MON YYYY', '01 Mai 2020'],
    ['date', 'YYYY-MM-DD', '2024-1-05'],
    ['datetime', 'DD.MM.YYYY hh:mm', '01.01.2020 24:00'],
    ['datetime', undefined, '2020-01-01T24:00:00'],
    ['datetime', undefined, '2020-01-01T10:60:00'],
    ['time', 'hh:mm', '10:60'],
    ['time', undefined, '10:00:60'],
  ] as const)('for a %s, %s is never %s', (kind, text, written) => {
    expect(format(kind, text).parse(written)).toBeNaN()
  })

  it.each([
    ['datetime', 'DD.MM.YYYY hh:mm'],
    ['datetime', 'YYYY-MM-DD hh:mm:ss'],
    ['datetime', 'YYYY-MM-DDThh:mm:ss'],
    ['datetime', 'YYYY-MM-DDThh:mm:ssZ'],
    ['datetime', 'YYYYMMDDThhmmss'],
    ['time', 'hh:mm'],
    ['time', 'h:mm'],
    ['time', 'hh:mm:ss'],
  ] as const)('reads back minutes for a %s as %s', (kind, text) => {
    const { parse, print } = format(kind, text)
    for (let i = 0; i < 20_000; i++) {
      const minute = kind === 'time' ? i % 1440 : -1_000_000 + i * 3989
      expect(parse(print(minute * 60) ?? '')).toBe(minute * 60)
    }
  })

  it('keeps fractions of seconds', () => {
    const { parse, print } = format('datetime', 'DD.MM.YYYY hh:mm:ss')
    for (let i = 0; i < 2000; i++) {
      const value = 1_709_208_000 + i * 0.123
      expect(parse(print(value) ?? '')).toBe(value)
    }
  })

  it('rounds down to its precision, and prints no year that it cannot read back', () => {
    expect(format('date', 'YYYY-MM').print(19_782)).toBe('2024-02')
    expect(format('datetime', 'DD.MM.YYYY hh:mm').print(59.5)).toBe('01.01.1970 00:00')
    expect(format('date', 'DD.MM.YY').print(daysSince1970(1929, 12, 31))).toBeUndefined()
    expect(format('date', 'DD.MM.YYYY').print(daysSince1970(10_000, 1, 1))).toBeUndefined()
  })

  it.each([
    ['date', 'DD.MM', 'it has no year (YYYY or YY)'],
    ['date', 'dd.MM.YYYY', '"d" in it is not YYYY, YY, MM, M, MON, DD, D, hh, h, mm or ss'],
    ['date', 'DD.YYYY', 'it has the day without the month'],
    ['date', 'DD.DD.YYYY', 'it has the day twice'],
    ['date', 'DD.MM.YYYY hh:mm', 'a date has no hour: set kind: datetime'],
    ['datetime', 'DD.MM.YYYY', 'it has no hour (hh): set kind: date for days'],
    ['time', 'hh:ss', 'it has the second without the minute'],
  ] as const)('for a %s, refuses %s: %s', (kind, text, problem) => {
    expect(dateFormat(kind, text)).toEqual({ problem })
  })
})
