import { describe, expect, it } from 'vitest'
import { fewNumbers, outlyingCodes, type NumberCount } from './few-numbers.js'

/** Column with these numbers and frequencies. */
function column(counts: Readonly<Record<string, number>>): Float64Array {
  return Float64Array.from(Object.entries(counts).flatMap(([value, count]) => Array<number>(count).fill(Number(value))))
}

function counted(counts: readonly (readonly [value: number, count: number])[]): NumberCount[] {
  return counts.map(([value, count]) => ({ value, count }))
}

describe('fewNumbers', () => {
  it.each([
    ['sex', { 1: 2296, 2: 2284 }],
    ['an indicator', { 0: 900, 1: 100 }],
    ['numbers left out', { 2: 814, 4: 3697, 5: 19, 6: 34, 9: 16 }],
    ['frequencies that fall and rise again', { 1: 2547, 2: 162, 3: 171, 4: 1120 }],
    ['a code for not known', { 1: 115, 2: 2220, 7: 1664, 9: 1 }],
    ['an education from 0', { 0: 1701, 1: 164, 2: 78, 3: 15, 4: 590, 5: 32, 6: 226 }],
    ['months', { 1: 341, 2: 341, 3: 342, 4: 342, 5: 341, 6: 342, 7: 340, 8: 341, 9: 341, 10: 341, 11: 341, 12: 339 }],
  ])('treats %s as codes', (_, counts) => {
    expect(fewNumbers(column(counts))?.areCodes).toBe(true)
  })

  it.each([
    ['children, two more frequent than one', { 0: 2350, 1: 626, 2: 698, 3: 233, 4: 69, 5: 24 }],
    ['children with 99 for not known', { 0: 2350, 1: 626, 2: 698, 3: 233, 4: 69, 5: 24, 99: 30 }],
    ['persons of a household', { 1: 400, 2: 420, 3: 200, 4: 150, 5: 40, 6: 12, 7: 3 }],
    ['years', { 2001: 40, 2002: 42, 2003: 44, 2004: 41 }],
    ['rounded amounts', { 100: 40, 200: 12, 300: 44 }],
    ['numbers below 0', { '-2': 30, '-1': 10, 0: 30, 1: 10, 2: 30 }],
  ])('treats %s as numbers', (_, counts) => {
    const found = fewNumbers(column(counts))
    expect(found?.areCodes).toBe(false)
    expect(found?.forNumbers.length).toBeGreaterThan(0)
  })

  it.each([
    ['fractions', Float64Array.from({ length: 100 }, (_, i) => (i % 2) + 0.5)],
    ['many different numbers', Float64Array.from({ length: 500 }, (_, i) => i % 88)],
    ['few records', column({ 1: 10, 2: 10 })],
    ['numbers hardly repeated', Float64Array.from({ length: 30 }, (_, i) => i % 15)],
    ['one number', column({ 1: 100 })],
    ['long numbers', column({ 5532: 100, 11111: 100 })],
    ['nothing but missing values', new Float64Array(50).fill(Number.NaN)],
    ['infinite ones', Float64Array.from({ length: 50 }, () => Infinity)],
  ])('does not decide on %s', (_, values) => {
    expect(fewNumbers(values)).toBeUndefined()
  })

  it('counts without missing values', () => {
    const values = column({ 2: 40, 1: 20 })
    values[0] = Number.NaN
    expect(fewNumbers(values)?.numbers).toEqual(
      counted([
        [1, 19],
        [2, 40],
      ]),
    )
  })
})

describe('outlyingCodes', () => {
  it.each<[string, [number, number][], number[]]>([
    [
      'a code as far as the rest is wide',
      [
        [0, 5],
        [5, 5],
        [17, 5],
        [97, 2350],
      ],
      [97],
    ],
    [
      'one in a single record',
      [
        [0, 5],
        [5, 5],
        [17, 5],
        [999, 1],
      ],
      [999],
    ],
    [
      'codes side by side',
      [
        [0, 5],
        [5, 5],
        [17, 5],
        [97, 3],
        [98, 4],
        [99, 5],
      ],
      [97, 98, 99],
    ],
    [
      'no pile beside ages as frequent',
      [
        [20, 9],
        [40, 9],
        [85, 3],
        [87, 1],
        [99, 14],
      ],
      [],
    ],
    [
      'a pile behind thinner ones',
      [
        [20, 3],
        [40, 3],
        [85, 3],
        [87, 1],
        [99, 14],
      ],
      [99],
    ],
    [
      'no pile',
      [
        [20, 3],
        [40, 3],
        [85, 3],
        [87, 1],
        [99, 1],
      ],
      [],
    ],
    [
      'the next age',
      [
        [20, 3],
        [97, 3],
        [98, 3],
        [99, 30],
      ],
      [],
    ],
    [
      'codes below',
      [
        [-9, 3],
        [-1, 7],
        [0, 3],
        [12, 3],
      ],
      [-9, -1],
    ],
    [
      'a number below that is no code',
      [
        [-12, 3],
        [-1, 7],
        [0, 3],
        [12, 3],
      ],
      [],
    ],
    [
      'nothing but codes',
      [
        [-9, 3],
        [-1, 7],
      ],
      [],
    ],
  ])('finds %s', (_, counts, codes) => {
    expect(outlyingCodes(counted(counts)).map(({ value }) => value)).toEqual(codes)
  })
})
