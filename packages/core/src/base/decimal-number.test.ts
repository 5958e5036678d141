import { describe, expect, it } from 'vitest'
import { decimalNumber } from './decimal-number.js'

describe('decimalNumber', () => {
  it.each([
    ['5', 5],
    ['-0.25', -0.25],
    ['+.5', 0.5],
    ['5.', 5],
    ['1e-3', 0.001],
    [' 7 ', 7],
    ['007', 7],
  ])('%j is %d', (text, value) => {
    expect(decimalNumber(text)).toBe(value)
  })

  it.each(['', ' ', '0x5', '0b11', '0o7', 'Infinity', '-Infinity', 'NaN', '1e400', '1,5', '1_000', '5 6', '5k', '--5'])(
    '%j is none',
    (text) => {
      expect(decimalNumber(text)).toBeUndefined()
    },
  )
})
