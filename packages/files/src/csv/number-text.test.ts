import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isShortest, numberOf, numberProblem, numberText } from './number-text.js'

describe('numberProblem', () => {
  it.each([
    '0',
    '-0',
    '1.50',
    '.5',
    '5.',
    '+3',
    '1e5',
    '1E-05',
    '-2.25e+3',
    '0.0',
    '9007199254740992',
    '-9007199254740992',
    '1e20',
  ])('accepts %s as a number', (text) => expect(numberProblem(text, '.')).toBeNull())
  it.each([
    ['n/a', '"n/a" is not a number'],
    ['', '"" is not a number'],
    [' 5', '" 5" is not a number'],
    ['0x10', '"0x10" is not a number'],
    ['Infinity', '"Infinity" is not a number'],
    ['NaN', '"NaN" is not a number'],
    ['1_000', '"1_000" is not a number'],
    ['.', '"." is not a number'],
    ['1e', '"1e" is not a number'],
    ['1e999', '"1e999" is too large for a number'],
    ['3,5', '"3,5" is not a number (a decimal comma? say decimal: \',\' in the schema)'],
    ['007', '"007" has leading zeros'],
    ['-00.5', '"-00.5" has leading zeros'],
    ['9007199254740993', '9007199254740993 is a whole number beyond 2^53'],
    ['12345678901234567890', '12345678901234567890 is a whole number beyond 2^53'],
  ])('gives the reason why %s is not a number', (text, problem) => expect(numberProblem(text, '.')).toBe(problem))

  it('accepts a decimal comma, and then no point', () => {
    expect(numberProblem('3,5', ',')).toBeNull()
    expect(numberOf('-3,5e2', ',')).toBe(-350)
    expect(numberProblem('3.5', ',')).toBe('"3.5" is not a number')
  })
})

describe('numberText', () => {
  it('writes texts that read back bit-equal and as numbers', () => {
    const check = (value: number): void => {
      for (const mark of ['.', ','] as const) {
        const text = numberText(value, mark)
        expect(numberProblem(text, mark)).toBeNull()
        expect(Object.is(numberOf(text, mark), value)).toBe(true)
      }
    }
    fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), check), { numRuns: 2000 })
    fc.assert(fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (big) => check(Number(big))))
    for (const value of [0, -0, 5e-324, Number.MAX_VALUE, 2 ** 53, 2 ** 53 + 2, 1e21, 1e-7]) check(value)
  })
  it('writes the shortest text', () => {
    expect([0.1 + 0.2, 1.5, -0, 1e21, 2 ** 53, 1e300].map((value) => numberText(value, '.'))).toEqual([
      '0.30000000000000004',
      '1.5',
      '-0',
      '1e+21',
      '9007199254740992',
      '1e+300',
    ])
    expect(numberText(2 ** 60, '.')).toBe('1.152921504606847e+18')
  })
})

describe('isShortest', () => {
  it('accepts only texts that numberText writes', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^-?\d{1,17}$/),
      fc.stringMatching(/^-?\d{1,9}\.\d{1,9}$/),
      fc.stringMatching(/^-?0\.0{4,9}\d{1,4}$/),
    )
    fc.assert(
      fc.property(texts, (text) => {
        if (isShortest(text, '.')) expect(numberText(Number(text), '.')).toBe(text)
      }),
      { numRuns: 5000 },
    )
    expect(['0', '-0', '12', '-3.25', '999999999999999'].every((text) => isShortest(text, '.'))).toBe(true)
    expect(['1.50', '01', '1.0', '0.0000001', '-0.00'].some((text) => isShortest(text, '.'))).toBe(false)
  })
})
