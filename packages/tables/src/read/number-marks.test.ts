import { describe, expect, it } from 'vitest'
import { numberMarks, numberWriter, plainNumbers } from './number-marks.js'

describe('numbers of a language', () => {
  it.each([
    ['de', 1_234_567.5, '1.234.567,5'],
    ['en', 1_234_567.5, '1,234,567.5'],
    ['fr', -1234, '-1\u202f234'],
    ['de-CH', 1_000_000, '1’000’000'],
    ['es', 1234.25, '1.234,25'],
    ['en-IN', 12_345_678, '1,23,45,678'],
    ['pt-PT', 999, '999'],
    ['de', 0.1 + 0.2, '0,30000000000000004'],
    ['de', 1e21, '1e+21'],
  ])('%s: %d is %s, both ways', (locale, value, text) => {
    const marks = numberMarks(locale)
    // The apostrophe depends on the locale data of the machine.
    expect(numberWriter(marks, true)(value).replaceAll("'", '’')).toBe(text)
    expect(Number(plainNumbers(marks)(text))).toBe(value)
    expect(Number(plainNumbers(marks)(numberWriter(marks, false)(value)))).toBe(value)
  })

  it.each([
    ['de', '1.234', '1234'],
    ['de', '1.5', undefined],
    ['de', '1.23,4', undefined],
    ['de', '12.34.567', undefined],
    ['de', '1234,', undefined],
    ['de', '−1.234,50', '-1234.50'],
    ['de', '+7', '7'],
    ['de', ' 5 ', '5'],
    ['de', '', undefined],
    ['de', 'x', undefined],
    ['de', '1,5e-7', '1.5e-7'],
    ['en', '1,234', '1234'],
    ['en', '1.234', '1.234'],
    ['fr', '1 234,5', '1234.5'],
    ['fr', '1\u00a0234', '1234'],
    ['de-CH', "1'000.5", '1000.5'],
  ])('%s: "%s" is %s', (locale, text, plain) => {
    expect(plainNumbers(numberMarks(locale))(text)).toBe(plain)
  })

  it('require a known language', () => {
    for (const locale of ['xx-no', 'german language', ''])
      expect(() => numberMarks(locale)).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
    // Its own digits are not supported.
    expect(numberMarks('hi-u-nu-deva').decimal).toBe('.')
  })
})
