import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortedValues } from './sorted-values.js'

/** Typed arrays sort numerically, −0 before 0 and NaN last. */
const oracle = (values: Float64Array): Float64Array => values.filter((value) => !Number.isNaN(value)).sort()

describe('sortedValues', () => {
  it('equals the sort of typed arrays, bit for bit', () => {
    const one = fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 }), fc.constantFrom(-0, 0, 5e-324, -5e-324))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (list) => {
        const values = Float64Array.from(list)
        const before = values.slice()
        expect(sortedValues(values)).toEqual(oracle(values))
        expect(values).toEqual(before)
      }),
    )
  })

  const rng = seededRng('sorted values')
  const long = (draw: () => number): Float64Array => Float64Array.from({ length: 20_000 }, draw)
  it.each([
    ['uniform', long(() => rng.uniform())],
    ['normal', long(() => rng.normal())],
    ['of every magnitude', long(() => rng.normal() * 10 ** (600 * rng.uniform() - 300))],
    ['whole numbers with ties', long(() => rng.int(100) - 50)],
    ['equal in their high words', long(() => 1e9 + rng.uniform() * 1e-3)],
    ['signed zeros and the least numbers', long(() => [0, -0, 5e-324, -5e-324, Number.NaN][rng.int(5)])],
    ['infinite, too', long(() => [1, Infinity, -Infinity, Number.NaN][rng.int(4)])],
    ['one value', long(() => 7)],
    ['missing', long(() => Number.NaN)],
  ])('sorts 20,000 values that are %s', (_what, values) => {
    expect(sortedValues(values)).toEqual(oracle(values))
  })
})
