import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balancedStarts, roundestNumber } from '@sdc/toolkit/internal'
import { computedBreaks, type BreakMethod } from './computed-breaks.js'

const of = (values: readonly number[], classes: number, method: BreakMethod): number[] => [
  ...computedBreaks(Float64Array.from(values).sort(), classes, method),
]
const to = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('roundestNumber', () => {
  it('has the fewest digits in the interval, whose lower end is excluded', () => {
    expect(roundestNumber(9, 15, 15)).toBe(10)
    expect(roundestNumber(9.99, 10, 10)).toBe(10)
    expect(roundestNumber(10, 15, 15)).toBe(15)
    expect(roundestNumber(-3, 0.2, 0.1)).toBe(0)
    expect(roundestNumber(0.00123, 0.00129, 0.00125)).toBe(0.00125)
    expect(roundestNumber(22.5625, 24.9375, 23.75)).toBe(24)
    expect(roundestNumber(-15, -9.5, -9.5)).toBe(-10)
    expect(roundestNumber(1e300, 1.2e300, 1.1e300)).toBe(1.1e300)
    expect(roundestNumber(1, 1 + 2 ** -52, 1)).toBe(1 + 2 ** -52)
  })

  it('lies in the interval, and no number with fewer digits does', () => {
    const number = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.double({ min: -1e4, max: 1e4, noNaN: true }))
    fc.assert(
      fc.property(number, number, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        fc.pre(Math.abs(a - b) > 1e-6)
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const found = roundestNumber(low, high, low + share * (high - low))
        expect(found > low && found <= high).toBe(true)
        // There is no multiple of the next power of ten in the interval.
        if (found === 0) return
        const [digits, exponent] = found.toExponential().split('e')
        const last = Number(exponent) - (digits.split('.')[1]?.length ?? 0)
        const coarser = Number(`1e${last + 1}`)
        const multiple = Math.floor(high / coarser) * coarser
        expect(multiple > low + 1e-9 && multiple < high - 1e-9).toBe(false)
      }),
    )
  })
})

describe('balancedStarts', () => {
  it('begins each part at the run nearest to its place', () => {
    expect(balancedStarts([0, 1, 2, 3, 4, 5, 6, 7], 8, 4)).toEqual([0, 2, 4, 6])
    // Places 3.33 and 6.67 of 10: the nearer starts are 4 and 5.
    expect(balancedStarts([0, 1, 4, 5], 10, 3)).toEqual([0, 4, 5])
    // 2 and 4 are as near to 3: the lower one.
    expect(balancedStarts([0, 2, 4], 6, 2)).toEqual([0, 2])
    // A run of nine tenths: one part for it, one for the rest.
    expect(balancedStarts([0, 90, 95], 100, 10)).toEqual([0, 90])
    expect(balancedStarts([0], 5, 3)).toEqual([0])
  })

  it('is the nearest of all starts, found by comparing with each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 15 }),
        (runs, classes) => {
          const starts = runs.map((_, r) => runs.slice(0, r).reduce((sum, run) => sum + run, 0))
          const length = runs.reduce((sum, run) => sum + run, 0)
          const wanted = new Set([0])
          for (let j = 1; j < classes; j++) {
            const target = (j * length) / classes
            const distance = (one: number): number => Math.abs(one - target)
            wanted.add(starts.reduce((best, one) => (distance(one) < distance(best) ? one : best)))
          }
          expect(balancedStarts(starts, length, classes)).toEqual([...wanted])
        },
      ),
    )
  })
})

describe('computedBreaks', () => {
  it('equal width: breaks are the round numbers next to equal parts of the range', () => {
    // 1 + j·99/4 = 25.75, 50.5, 75.25, each to a twentieth of 24.75.
    expect(of(to(100), 4, 'equal-width')).toEqual([0, 26, 50, 75, 100])
    expect(of([0, 1], 2, 'equal-width')).toEqual([0, 0.5, 1])
    expect(of([-50, 50], 4, 'equal-width')).toEqual([-50, -25, 0, 25, 50])
  })

  it('equal frequency: classes have nearly as many records each, and a break is not a value if there is room', () => {
    expect(of([1, 2, 3, 4, 5, 6, 7, 8], 4, 'equal-frequency').slice(1, -1)).toEqual([3, 5, 7])
    expect(of([10234.57, 10311.2, 20111.3, 20234.9], 2, 'equal-frequency')[1]).toBe(20000)
    // 90 % zeros.
    expect(of([...Array<number>(90).fill(0), ...to(10)], 5, 'equal-frequency').slice(1, -1)).toEqual([1])
  })

  it('log: classes have one ratio', () => {
    expect(of([1, 10, 100, 1000, 10_000], 4, 'log')).toEqual([1, 10, 100, 1000, 10_000])
    // Between neighbouring doubles exp(log x) may be above both: no break is above all values.
    const close = [472136.9548000001, 472136.9548000002]
    expect(of(close, 2, 'log').filter((one) => one > close[0] && one < 480_000)).toSatisfy((inner: number[]) =>
      inner.every((one) => one <= close[1]),
    )
  })

  it('ascend, contain all values, and make at most that many classes', () => {
    const number = fc.oneof(
      fc.integer({ min: -20, max: 20 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
    )
    const method = fc.constantFrom<BreakMethod>('equal-width', 'equal-frequency', 'log')
    fc.assert(
      fc.property(fc.array(number, { minLength: 2 }), fc.integer({ min: 1, max: 12 }), method, (list, classes, by) => {
        const values = by === 'log' ? list.map((one) => Math.abs(one) + 1e-9) : list.map((one) => one + 0)
        fc.pre(new Set(values).size > 1)
        const breaks = of(values, classes, by)
        expect(breaks.length).toBeGreaterThan(1)
        expect(breaks.length).toBeLessThanOrEqual(classes + 1)
        for (let j = 1; j < breaks.length; j++) expect(breaks[j]).toBeGreaterThan(breaks[j - 1])
        const [min, max] = [Math.min(...values), Math.max(...values)]
        expect(breaks[0]).toBeLessThanOrEqual(min)
        expect(breaks.at(-1)).toBeGreaterThanOrEqual(max)
        for (const one of breaks.slice(1, -1)) expect(one > min && one <= max).toBe(true)
        if (by !== 'equal-width' || breaks.length <= classes) return
        const width = max / classes - min / classes
        breaks.slice(1, -1).forEach((one, j) => {
          // A twentieth, and the rounding of the sums.
          expect(Math.abs(one - (min + (j + 1) * width)) / width).toBeLessThan(0.0501)
        })
      }),
    )
  })
})
