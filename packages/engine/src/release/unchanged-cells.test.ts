import { categorical, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { mayHaveUnchanged, unchangedCells } from './unchanged-cells.js'

const x = Float64Array.from({ length: 1000 }, (_, i) => i)
const shuffledOf = <T>(values: readonly T[]): T[] => {
  const rng = seededRng('shuffle')
  const keys = values.map(() => rng.uniform())
  return [...values.keys()].sort((a, b) => keys[a] - keys[b]).map((i) => values[i])
}

describe('unchangedCells', () => {
  it('is 1 for noise of 1e-30 and 0 for noise of a hundredth of the spread', () => {
    expect(unchangedCells(numeric(x), numeric(x.map((one) => one + 1e-30)))).toEqual({
      unchanged: 1000,
      values: 1000,
      share: 1,
    })
    expect(unchangedCells(numeric(x), numeric(x.map((one) => one + 5))).share).toBe(0)
  })

  it('is nearly 1 if 2 of 2,000 records are swapped', () => {
    const before = Float64Array.from({ length: 2000 }, (_, i) => i)
    const after = before.slice()
    ;[after[0], after[1999]] = [1999, 0]
    const { unchanged, share } = unchangedCells(numeric(before), numeric(after))
    expect(unchanged).toBe(1998)
    expect(share).toBeCloseTo(0.999, 3)
  })

  it('is nearly 0 for a shuffled column with any number of ties', () => {
    for (const zeros of [0, 500, 900, 990]) {
      const before = Array.from(x, (one) => (one < zeros ? 0 : one))
      const { share } = unchangedCells(numeric(before), numeric(shuffledOf(before)))
      // A record that moves or not is one of 1000 − zeros; three of their standard deviations.
      expect(share).toBeLessThan(3 / Math.sqrt(1000 - zeros))
    }
    const regions = Array.from(x, (one) => (one < 700 ? 'north' : 'south'))
    expect(unchangedCells(categorical(regions), categorical(shuffledOf(regions))).share).toBeLessThan(0.1)
  })

  it('is not decided by one huge value', () => {
    const before = x.slice()
    before[3] = 9_999_999_999
    expect(unchangedCells(numeric(before), numeric(before.map((one) => one + 5))).share).toBe(0)
  })

  it('compares categories by their text, counts new missing cells as changed, and leaves out old ones', () => {
    const before = categorical(['a', 'b', 'a', 'b', null])
    expect(unchangedCells(before, categorical(['a', 'b', null, 'a', 'a'], ['b', 'a'])).unchanged).toBe(2)
    expect(unchangedCells(before, before)).toEqual({ unchanged: 4, values: 4, share: 1 })
    expect(unchangedCells(numeric([1, Number.NaN]), numeric([Number.NaN, 1])).unchanged).toBe(0)
  })

  it('uses the spread of two values next to the most frequent one', () => {
    expect(unchangedCells(numeric([5, 5, 5, 1, 1001]), numeric([5, 5, 5, 1.1, 1001.1])).unchanged).toBe(5)
  })

  it('has no share for a constant column, and 0 for one that became categories', () => {
    expect(unchangedCells(numeric([4, 4]), numeric([4, 4])).share).toBeNull()
    expect(unchangedCells(numeric([4, 5]), categorical(['4', '5'])).share).toBe(0)
  })
})

describe('mayHaveUnchanged', () => {
  it('is true for every column with such a share', () => {
    const rng = seededRng('bounds')
    const columns: readonly (() => number)[] = [
      () => rng.normal(),
      () => rng.int(10),
      () => (rng.uniform() < 0.9 ? 0 : rng.int(1e6) / 100),
      () => (rng.uniform() < 0.01 ? 1e12 : rng.uniform()),
      () => [-1e308, 1e308][rng.int(2)],
      () => 1e15 + rng.int(3),
      () => [Number.NaN, Infinity, 4, 5][rng.int(4)],
    ]
    let denied = 0
    let granted = 0
    for (let round = 0; round < 400; round++) {
      const column = columns[round % columns.length]
      const before = Float64Array.from({ length: 2 + rng.int(40) }, column)
      const [part, noise] = [rng.uniform(), [0, 1e-9, 1e-4, 1e-3, 0.01, 1][rng.int(6)]]
      const after = before.map((one) => one + (rng.uniform() < part ? noise * one * rng.normal() : 0))
      const { share } = unchangedCells(numeric(before), numeric(after))
      for (const most of [0, 0.5, 0.95, 0.999]) {
        const may = mayHaveUnchanged(numeric(before), numeric(after), most)
        if (may) granted++
        else denied++
        if (!may) expect(share ?? 0).toBeLessThanOrEqual(most)
      }
    }
    expect(denied).toBeGreaterThan(100)
    expect(granted).toBeGreaterThan(100)
  })

  it('is false for noise and for a shuffle, and true for categories', () => {
    expect(mayHaveUnchanged(numeric(x), numeric(x.map((one) => one + 5)), 0.95)).toBe(false)
    expect(mayHaveUnchanged(numeric(x), numeric(shuffledOf([...x])), 0.95)).toBe(false)
    expect(mayHaveUnchanged(numeric(x), numeric(x.map((one) => one + 1e-9)), 0.95)).toBe(true)
    expect(mayHaveUnchanged(categorical(['a']), categorical(['b']), 0.95)).toBe(true)
  })
})
