import { fillByBlocks, type Rng, seededRng } from '@sdc/core'
import { multiplesOf } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointGrid, roundAtRandom, roundToGrid, type RoundingGrid } from './rounding-grid.js'

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10),
)
const points = fc.uniqueArray(number, { minLength: 1, maxLength: 12, comparator: (a, b) => a === b })
/** Ties, zeros and missing values among the values. */
const column = fc
  .array(fc.oneof({ weight: 5, arbitrary: number }, { weight: 1, arbitrary: fc.constantFrom(-0, 0, Number.NaN) }), {
    maxLength: 40,
  })
  .map((values) => Float64Array.from(values))
const grid: fc.Arbitrary<RoundingGrid> = fc.oneof(
  points.map(pointGrid),
  fc.constantFrom(0.1, 0.3, 7, 1e300).map(multiplesOf),
)

describe('pointGrid', () => {
  it('has the sets of attraction of the definition', () => {
    const { nearest } = pointGrid([0, 10, 20])
    expect([-100, 4, 4.999, 5, 14.999, 15, 20, 1e9].map(nearest)).toEqual([0, 0, 0, 10, 10, 20, 20, 20])
    const income = pointGrid([5000, 0, 500, 50])
    expect([20, 25, 275, 2749, 2750, 9e5].map(income.nearest)).toEqual([0, 50, 500, 500, 5000, 5000])
  })

  it('computes middles as decimals', () => {
    // In doubles (0.1 + 0.2)/2 is above 0.15.
    expect(pointGrid([0.1, 0.2, 0.4]).nearest(0.15)).toBe(0.2)
    expect(pointGrid([0.1, 0.2, 0.4]).nearest(0.3)).toBe(0.4)
  })

  it('moves to the nearest of all points, found by comparing with each', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1 }),
        fc.integer({ min: -55, max: 55 }),
        (list, x) => {
          const distance = Math.min(...list.map((point) => Math.abs(point - x)))
          const nearest = Math.max(...list.filter((point) => Math.abs(point - x) === distance))
          expect(pointGrid(list).nearest(x)).toBe(nearest)
          const above = list.filter((point) => point >= x)
          const below = list.filter((point) => point <= x)
          expect(pointGrid(list).above(x)).toBe(above.length > 0 ? Math.min(...above) : Math.max(...list))
          expect(pointGrid(list).below(x)).toBe(below.length > 0 ? Math.max(...below) : Math.min(...list))
        },
      ),
    )
  })

  it('distinguishes neighbouring doubles', () => {
    const next = 1 + 2 ** -52
    expect([1, next].map(pointGrid([next, 1]).nearest)).toEqual([1, next])
    expect([0, 5e-324].map(pointGrid([5e-324, 0]).nearest)).toEqual([0, 5e-324])
  })
})

describe('roundToGrid', () => {
  it('keeps the order and missing values, and changes nothing the second time', () => {
    fc.assert(
      fc.property(column, grid, (x, one) => {
        const y = roundToGrid(x, one)
        expect(Array.from(y, Number.isNaN)).toEqual(Array.from(x, Number.isNaN))
        expect(roundToGrid(y, one)).toEqual(y)
        x.forEach((a, i) => {
          x.forEach((b, j) => {
            if (a <= b) expect(y[i]).toBeLessThanOrEqual(y[j])
          })
        })
      }),
    )
  })

  it('returns only points of the list', () => {
    fc.assert(
      fc.property(column, points, (x, list) => {
        // A Set does not distinguish −0 from 0.
        const allowed = new Set(list)
        for (const y of roundToGrid(x, pointGrid(list))) expect(Number.isNaN(y) || allowed.has(y)).toBe(true)
      }),
    )
  })
})

describe('roundAtRandom', () => {
  it('moves a value to a neighbouring point; a point stays', () => {
    fc.assert(
      fc.property(column, grid, fc.nat(), (x, one, seed) => {
        const y = roundAtRandom(x, one, seededRng(seed))
        x.forEach((value, i) => {
          if (Number.isNaN(value)) expect(y[i]).toBeNaN()
          else expect([one.below(value), one.above(value)]).toContain(y[i])
        })
        expect(roundAtRandom(y, one, seededRng(seed + 1))).toEqual(y)
      }),
    )
  })

  it.each([
    ['base 10', multiplesOf(10), 13, 10, 0.3],
    ['base 0.1', multiplesOf(0.1), -0.04, -0.1, 0.6],
    ['a list', pointGrid([0, 50, 500]), 455, 50, 0.9],
    ['points wider apart than any double', pointGrid([-1.6e308, 1.6e308]), 0, -1.6e308, 0.5],
  ])('rounds up with the probability that keeps the mean: %s', (_, one, value, low, share) => {
    const n = 20_000
    const y = roundAtRandom(new Float64Array(n).fill(value), one, seededRng('unbiased'))
    const up = y.filter((point) => point !== low).length
    // |z| < 5.33: a false alarm of 1e-7.
    expect(Math.abs(up - n * share) / Math.sqrt(n * share * (1 - share))).toBeLessThan(5.33)
  })

  it('rounds up if and only if the record’s number is below (x − p)/(q − p)', () => {
    // Numbers of the records: those of the stream's first block.
    const rng = (): Rng => seededRng('numbers')
    const drawn = fillByBlocks(rng(), new Float64Array(50), (stream, part) => stream.fillUniform(part))
    const up = (share: (draw: number) => number): number[] => [
      ...roundAtRandom(drawn.map(share), pointGrid([0, 1]), rng()),
    ]
    // With u equal to its share a value is rounded down; with a share one last bit higher it is rounded up.
    expect(up((draw) => draw)).toEqual(Array(50).fill(0))
    expect(up((draw) => draw + 2 ** -53)).toEqual(Array(50).fill(1))
    const wide = pointGrid([-1.6e308, 1.6e308])
    const half = roundAtRandom(new Float64Array(50).fill(0.8e308), wide, rng())
    expect([...half]).toEqual([...drawn].map((draw) => (draw < 0.75 ? 1.6e308 : -1.6e308)))
  })

  it('moves values beyond the ends to the ends', () => {
    const y = roundAtRandom(Float64Array.of(-9, 99, 0, 10), pointGrid([0, 10]), seededRng(1))
    expect([...y]).toEqual([0, 10, 0, 10])
  })
})
