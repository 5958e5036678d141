import { numericValues } from '@sdc/core'
import { paper003Linkage, paper003RankSwapping } from '@sdc/datasets'
import { sortedValues } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainRankSwap, rankSwapCandidates } from '../../testing/rank-swap.fixture.js'
import { leastWindow, rankIntervals } from './rank-swap-candidates.js'

const names = ['a1', 'a2', 'a3', 'a4']
const x = names.map((name) => numericValues(paper003RankSwapping, name))
const y = names.map((name) => numericValues(paper003RankSwapping, `masked ${name}`))
const { window } = paper003Linkage

describe('the example of the slides', () => {
  const masked = (rows: Int32Array): number[][] => Array.from(rows, (row) => y.map((column) => column[row]))
  const sorted = (records: readonly (readonly number[])[]): string[] => records.map((one) => one.join()).sort()

  it('has the printed sets B(x_21) … B(x_24)', () => {
    paper003Linkage.candidatesOfRecord2.forEach((printed, j) => {
      expect(sorted(masked(rankSwapCandidates([x[j]], [y[j]], 1, window)))).toEqual(sorted(printed))
    })
  })

  it('has one record in all four, the right one', () => {
    expect(masked(rankSwapCandidates(x, y, 1, window))).toEqual([paper003Linkage.linkOfRecord2])
  })

  it('has, by all four columns, 7 records with one candidate and 3 with two: not 8 linked, as printed, but 7', () => {
    const sizes = Array.from(x[0], (_, i) => rankSwapCandidates(x, y, i, window).length)
    expect(sizes.filter((size) => size === 1)).toHaveLength(7)
    expect(sizes.filter((size) => size === 2)).toHaveLength(3)
  })
})

const values = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 })
const column = values.map((list) => Float64Array.from(list))

describe('rankIntervals', () => {
  it('contains the records up to w positions beyond the ties of the value, and those tied with them', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: -1, max: 13 }), fc.nat({ max: 45 }), (released, value, w) => {
        const sorted = [...released].sort((a, b) => a - b)
        const { least, most } = rankIntervals(Float64Array.of(value), Float64Array.from(sorted), w)
        const below = sorted.filter((one) => one < value)
        const above = sorted.filter((one) => one > value)
        const equal = sorted.filter((one) => one === value)
        const near = [...(w > 0 ? below.slice(-w) : []), ...equal, ...above.slice(0, w)]
        const held = sorted.filter((one) => one >= least[0] && one <= most[0])
        expect(held).toEqual(sorted.filter((one) => near.includes(one)))
      }),
    )
  })

  it('is empty around a missing value or among no values, and refuses a window that is not a number of positions', () => {
    const empty = { least: Float64Array.of(Infinity), most: Float64Array.of(-Infinity) }
    expect(rankIntervals(Float64Array.of(Number.NaN), Float64Array.of(1, 2), 5)).toEqual(empty)
    expect(rankIntervals(Float64Array.of(1), new Float64Array(0), 5)).toEqual(empty)
    for (const w of [-1, 0.5, Number.NaN]) {
      expect(() => rankIntervals(Float64Array.of(1), Float64Array.of(1), w)).toThrow(/whole number of at least 0/)
    }
  })

  it('contains the swapped value of a file that was rank-swapped with the window', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 1, max: 45 }), fc.nat(), (original, w, seed) => {
        const swapped = plainRankSwap(original, w, seed)
        const { least, most } = rankIntervals(original, sortedValues(swapped), w)
        swapped.forEach((value, i) => expect(value >= least[i] && value <= most[i]).toBe(true))
        expect(leastWindow(original, swapped, sortedValues(swapped))).toBeLessThanOrEqual(w)
      }),
    )
  })
})

describe('leastWindow', () => {
  it('is the smallest window that contains every value', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { minLength: 1 })
    fc.assert(
      fc.property(pairs, (both) => {
        const from = Float64Array.from(both, ([one]) => one)
        const to = Float64Array.from(both, ([, other]) => other)
        const sorted = sortedValues(to)
        const holds = (w: number): boolean => {
          const { least, most } = rankIntervals(from, sorted, w)
          return to.every((value, i) => value >= least[i] && value <= most[i])
        }
        const candidates = Array.from({ length: both.length + 1 }, (_, w) => w)
        expect(leastWindow(from, to, sorted)).toBe(candidates.find(holds))
      }),
    )
  })
})
