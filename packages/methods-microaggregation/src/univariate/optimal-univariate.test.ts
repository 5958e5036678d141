import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { groupSizes, withinGroupSse } from '../shared/group-means.js'
import { individualRanking } from './individual-ranking.js'
import { optimalUnivariate, optimalUnivariateMethod } from './optimal-univariate.js'
import { applyTo, codeOf, f64, maskedColumn, numericData, reportedGroups } from '../shared/run.fixture.js'

const column = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 60 }).map(f64)
const size = fc.integer({ min: 1, max: 7 })

/** The least SSE of any runs of at least k of the sorted values, by trying them all. */
function leastSse(values: Float64Array, k: number): number {
  const sorted = values.slice().sort()
  const from = (start: number): number => {
    if (start === sorted.length) return 0
    let least = Infinity
    for (let end = start + k; end <= sorted.length; end++) {
      const run = sorted.slice(start, end)
      least = Math.min(least, withinGroupSse(run, new Uint32Array(run.length)) + from(end))
    }
    return least
  }
  return from(0)
}

describe('optimalUnivariate', () => {
  it('loses as little as any partition, n ≤ 14, with ties', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5, max: 9 }), { minLength: 1, maxLength: 14 }).map(f64),
        fc.integer({ min: 1, max: 4 }),
        (values, k) => {
          fc.pre(values.length >= k)
          const sse = withinGroupSse(values, optimalUnivariate(values, k))
          // 14 squares of numbers up to 14.
          expect(Math.abs(sse - leastSse(values, k))).toBeLessThan(1e-11)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never loses more than individual ranking', () => {
    fc.assert(
      fc.property(column, size, (values, k) => {
        fc.pre(values.length >= k)
        const ranking = withinGroupSse(values, individualRanking(values, k))
        // Rounding of 60 squares.
        expect(withinGroupSse(values, optimalUnivariate(values, k))).toBeLessThanOrEqual(ranking * (1 + 1e-13))
      }),
    )
  })

  it('makes groups of k to 2k − 1 values in ascending order, ties in the order of the records', () => {
    fc.assert(
      fc.property(column, size, (values, k) => {
        fc.pre(values.length >= k)
        const labels = optimalUnivariate(values, k)
        const sizes = groupSizes(labels)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(Math.max(...sizes)).toBeLessThan(2 * k)
        for (let a = 0; a < values.length; a++) {
          for (let b = 0; b < values.length; b++) {
            if (values[a] < values[b] || (values[a] === values[b] && a < b))
              expect(labels[a]).toBeLessThanOrEqual(labels[b])
          }
        }
      }),
    )
  })

  it('worked by hand, in border cases, and with less loss than individual ranking', () => {
    expect([...optimalUnivariate(f64([12, 2, 11, 1, 13, 3, 4]), 3)]).toEqual([1, 0, 1, 0, 1, 0, 0])
    expect([...individualRanking(f64([12, 2, 11, 1, 13, 3, 4]), 3)]).toEqual([1, 0, 1, 0, 1, 0, 1])
    expect([...optimalUnivariate(f64([3, 1, 2]), 3)]).toEqual([0, 0, 0])
    expect([...optimalUnivariate(f64([5, 4, 3, 2, 1]), 3)]).toEqual([0, 0, 0, 0, 0])
    expect([...optimalUnivariate(f64([7, 7, 7, 7, 7]), 2)]).toEqual([0, 0, 0, 1, 1])
  })

  it('keeps its groups at offsets of 1e9 among ten thousand values', () => {
    const rng = seededRng(7)
    // Multiples of 2⁻¹⁰ up to 2¹⁰: adding 1e9, below 2³⁰, leaves them exact.
    const values = Float64Array.from({ length: 10_000 }, () => rng.int(2 ** 20) / 2 ** 10)
    const labels = optimalUnivariate(values, 4)
    expect(
      optimalUnivariate(
        values.map((value) => value + 1e9),
        4,
      ),
    ).toEqual(labels)
    expect(withinGroupSse(values, labels)).toBeLessThan(withinGroupSse(values, individualRanking(values, 4)))
  })

  it('refuses values that cannot be grouped', () => {
    expect(codeOf(() => optimalUnivariate(f64([1, 2]), 3))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => optimalUnivariate(f64([1, Number.NaN]), 2))).toBe('MISSING_VALUES')
    expect(codeOf(() => optimalUnivariate(f64([1, Infinity]), 2))).toBe('NOT_NUMERIC')
    expect(codeOf(() => optimalUnivariate(f64([1, 2]), 0))).toBe('BAD_PARAMETER')
  })
})

describe('microaggregation/optimal-univariate', () => {
  it('groups every column separately and reports it', () => {
    const data = numericData([
      ['a', f64([12, 2, 11, 1, 13, 3, 4])],
      ['b', f64([1, 2, 3, 11, 12, 13, 14])],
    ])
    const result = applyTo(optimalUnivariateMethod, data, { k: 3 })
    expect([...maskedColumn(result, 'a')]).toEqual([12, 2.5, 12, 2.5, 12, 2.5, 2.5])
    expect([...maskedColumn(result, 'b')]).toEqual([2, 2, 2, 12.5, 12.5, 12.5, 12.5])
    expect([...reportedGroups(result, 'a')]).toEqual([1, 0, 1, 0, 1, 0, 0])
    expect([...reportedGroups(result, 'b')]).toEqual([0, 0, 0, 1, 1, 1, 1])
    // Squares of a: 5 and 2 within; of its total, 464 − 46²/7. Squares of b: 2 and 5 within; 644 − 56²/7.
    expect(result.report?.get('SSE')).toBeCloseTo((6 * 7) / (464 - 46 ** 2 / 7) + (6 * 7) / (644 - 56 ** 2 / 7), 12)
    expect(result.report?.get('SST')).toBe(12)
    expect(result.report?.get('groups')).toBe(2)
  })
})

describe('optimal univariate microaggregation of census.csv', () => {
  for (const k of [3, 7]) {
    it(`k = ${k}: between the loss of no constraint and that of individual ranking`, () => {
      for (const values of censusColumns().values()) {
        const sse = withinGroupSse(values, optimalUnivariate(values, k))
        expect(sse).toBeLessThanOrEqual(withinGroupSse(values, individualRanking(values, k)) * (1 + 1e-12))
        // Halving k only removes a constraint.
        const fewer = withinGroupSse(values, optimalUnivariate(values, Math.ceil(k / 2)))
        expect(fewer).toBeLessThanOrEqual(sse * (1 + 1e-12))
      }
    })
  }
})
