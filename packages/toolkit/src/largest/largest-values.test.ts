import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { largestTotals, largestValues, mergedLargest } from './largest-values.js'

const value = fc.oneof(fc.integer({ min: -9, max: 30 }), fc.constant(Number.NaN))
const pairs = fc.array(fc.tuple(value, value), { maxLength: 30 })
const columnsOf = (rows: readonly (readonly [number, number])[]): [Float64Array, Float64Array] => [
  Float64Array.from(rows, ([x]) => x),
  Float64Array.from(rows, ([, y]) => y),
]

/** The same by the definition: sorted lists, and the records that share the greatest released value. */
function byDefinition(rows: readonly (readonly [number, number])[], sign: number, percent: number): unknown[] {
  const sorted = (at: 0 | 1): number[] =>
    rows.flatMap((row) => (Number.isNaN(row[at]) ? [] : [sign * row[at]])).sort((a, b) => b - a)
  const [x, y] = [sorted(0), sorted(1)]
  const five = x.slice(0, 5).filter((one) => one > 0)
  if (!(x[0] > 0)) return []
  const both = rows.filter(([a, b]) => !Number.isNaN(a) && !Number.isNaN(b))
  const top = Math.max(...both.map(([, b]) => sign * b))
  const group = both.filter(([, b]) => sign * b === top).map(([a]) => sign * a).sort((a, b) => b - a) // oxfmt-ignore
  const sum = group.reduce((a, b) => a + b, 0)
  const isMean =
    group.length > 1 &&
    group[0] === x[0] &&
    group.every((a) => a >= 0) &&
    Math.abs(group.length * top - sum) <= sum / 100
  const remainder = isMean ? Math.abs(group.length * top - group[0] - group[1]) / x[0] : Number.NaN
  const stands = (one: number): boolean => x.length === 1 || one - x[Math.min(5, x.length - 1)] >= (percent / 100) * one
  const guess = y.length > 0 ? Math.abs(y[0] - x[0]) / x[0] : Infinity
  return [
    {
      end: sign > 0 ? 'largest' : 'losses',
      errors: five.slice(0, y.length).map((one, j) => Math.abs((y[j] - one) / one)),
      near: five.filter((one, j) => stands(one) && 100 * Math.abs((y[j] - one) / one) < percent).length,
      remainder,
      error: isMean ? Math.min(guess, remainder) : guess,
      standsOut: stands(x[0]),
      isDisclosed:
        stands(x[0]) &&
        (100 * Math.min(guess, isMean ? remainder : Infinity) < percent ||
          five.filter((one, j) => stands(one) && 100 * Math.abs((y[j] - one) / one) < percent).length >
            five.slice(0, y.length).filter((one, j) => !Number.isNaN((y[j] - one) / one)).length / 2),
    },
  ]
}

describe('largestValues', () => {
  it('equals a result by sorting, for all records or merged parts', () => {
    fc.assert(
      fc.property(pairs, pairs, fc.constantFrom(1, 10, 50), (a, b, percent) => {
        const found = largestValues(
          mergedLargest(largestTotals(...columnsOf(a)), largestTotals(...columnsOf(b))),
          percent,
        )
        const all = [...a, ...b]
        const finite = found.map((end) => ({ ...end, errors: end.errors.filter(Number.isFinite) }))
        const expected = [1, -1].flatMap((sign) => byDefinition(all, sign, percent)) as typeof finite
        expect(finite).toEqual(expected.map((end) => ({ ...end, errors: end.errors.filter(Number.isFinite) })))
        expect(largestValues(largestTotals(...columnsOf(all)), percent)).toEqual(found)
      }),
      { numRuns: 500 },
    )
  })

  it('accepts files of different length without groups, and returns nothing for empty ones', () => {
    const x = Float64Array.of(1, 2, 3, 4, 5, 100)
    const [end] = largestValues(largestTotals(x, Float64Array.of(95)), 10)
    expect(end).toMatchObject({ errors: [0.05], standsOut: true })
    expect(end.remainder).toBeNaN()
    expect(end.isDisclosed).toBe(true)
    expect(largestValues(largestTotals(x, Float64Array.of(95)), 5)[0].isDisclosed).toBe(false)
    expect(largestValues(largestTotals(new Float64Array(0), new Float64Array(0)), 10)).toEqual([])
    expect(largestValues(largestTotals(x, new Float64Array(0)), 10)[0].error).toBe(Infinity)
  })
})
