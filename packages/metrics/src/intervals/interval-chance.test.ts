import { seededRng } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normals, run } from '../testing/run.fixture.js'
import { chanceOfHeld, coveredOrders, heldWalk, type CellByChance } from './interval-chance.js'
import { intervalDisclosureMetric } from './interval-disclosure.js'
import { intervalShares } from './interval-shares.js'
import { WIDTHS } from './read-intervals.js'

const gap = Number.NaN

/** Computes the chance of the cells of a column, from the walk over its sorted values. */
function cellByChance(x: Float64Array, y: Float64Array): CellByChance {
  const complete = (own: Float64Array): Float64Array =>
    sortedValues(own.filter((_, i) => x[i] === x[i] && y[i] === y[i]))
  const ofPairs = { x: complete(x), y: complete(y) }
  const all = sortedValues(y)
  const orders = [...coveredOrders(all, ofPairs, WIDTHS)]
  const walk = heldWalk(all.length, WIDTHS)
  let step = walk.next()
  while (step.done !== true) step = walk.next(orders.splice(step.value, 1, new Float64Array(0))[0])
  return chanceOfHeld(step.value, ofPairs.x.length)
}

describe('chanceOfHeld', () => {
  const entry = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -5, max: 5 }) },
    { weight: 1, arbitrary: fc.constant(gap) },
  )
  const files = fc.array(fc.tuple(entry, entry), { minLength: 12, maxLength: 60 })

  it('is the mean of the cells over every pairing of the values, including ties and missing values', () => {
    fc.assert(
      fc.property(files, (list) => {
        const [x, y] = [0, 1].map((j) => Float64Array.from(list, (pair) => pair[j]))
        const complete = list.filter(([a, b]) => a === a && b === b)
        fc.pre(complete.length > 0)
        // All original values with all masked ones: every pairing has each of these cells equally often.
        const [allPairsX, allPairsY] = [0, 1].map((side) =>
          Float64Array.from(complete.flatMap(([a]) => complete.map(([, b]) => (side === 0 ? a : b)))),
        )
        const { inside } = intervalShares(allPairsX, allPairsY, x, y, 'rank', WIDTHS)
        const mean = inside.reduce((a, b) => a + b, 0) / inside.length
        const square = inside.reduce((a, b) => a + b * b, 0) / inside.length
        const { mean: ours, variance } = cellByChance(x, y)
        expect(ours).toBeCloseTo(mean, 12)
        // Equals that of the cells without ties, and is no less with them.
        expect(variance).toBeGreaterThan(square - mean * mean - 1e-12)
      }),
    )
  })

  it('has the variance of the cells if nothing is tied, and the mean (2h + 1)/n minus the ends', () => {
    const [x, y] = [normals(300, 1, 1), normals(300, 1, 1)].map((file) => file.get('v1') ?? expect.fail())
    const [one, other] = [(i: number) => i % 300, (i: number) => Math.floor(i / 300)].map((at, side) =>
      Float64Array.from({ length: 90_000 }, (_, i) => (side === 0 ? x : y)[at(i)]),
    )
    const { inside } = intervalShares(one, other, x, y, 'rank', WIDTHS)
    const mean = inside.reduce((a, b) => a + b, 0) / inside.length
    const square = inside.reduce((a, b) => a + b * b, 0) / inside.length
    const chance = cellByChance(x, y)
    expect(chance.variance).toBeCloseTo(square - mean * mean, 12)
    // With h ranks on either side, h(h + 1)/2 are lost at each end, in all n ranks.
    const windows = WIDTHS.map((w) => 3 * w).map((h) => (300 * (2 * h + 1) - h * (h + 1)) / (300 * 300))
    expect(chance.mean).toBeCloseTo(windows.reduce((a, b) => a + b, 0) / 10, 12)
  })
})

describe('an interval disclosure below chance', () => {
  const ranked = (values: ArrayLike<number>): number[] =>
    Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b])

  /** Moves every value to the place of the one so many ranks above it, and the top values to the bottom. */
  const moved = (values: Float64Array, ranks: number): Float64Array => {
    const order = ranked(values)
    const result = new Float64Array(values.length)
    order.forEach((row, rank) => (result[row] = values[order[(rank + ranks) % values.length]]))
    return result
  }

  it.each([60, 100, 300, 1080])(
    'gives a warning: every rank moved by the widest window plus one, %i records',
    async (n) => {
      const x = normals(n, 6, n)
      const y = new Map([...x].map(([name, values]) => [name, moved(values, Math.floor(n / 10) + 1)]))
      const { value, warnings } = await run(intervalDisclosureMetric, x, y)
      expect(value).toBe(0)
      expect(warnings).toHaveLength(1)
      expect(warnings?.[0]).toMatch(/is 0\.0 %, below the 1\d\.\d % .*see risk\/max-knowledge$/)
      // In other modes and by the nearest record there is no finding: chance is not known there.
      for (const mode of ['rank-original', 'sd', 'relative'])
        expect((await run(intervalDisclosureMetric, x, y, { params: { mode } })).warnings).toBeUndefined()
    },
  )

  it('gives none if every value is moved by less than the widest window', async () => {
    const x = normals(1080, 13, 9)
    const y = new Map([...x].map(([name, values]) => [name, moved(values, 80)]))
    const { value, warnings } = await run(intervalDisclosureMetric, x, y)
    // A distance of 80 ranks is within windows of 8, 9 and 10 %, 86, 97 and 108 ranks: far above chance.
    expect(value).toBeGreaterThan(25)
    expect(warnings).toBeUndefined()
  })

  const skewed = (v: Float64Array): Float64Array => v.map((value) => value * value * value)
  const zeros = (v: Float64Array): Float64Array => v.map((value) => (value < 1.2 ? 0 : value))
  const holes = (v: Float64Array): Float64Array => v.map((value) => (value < 0 ? gap : value))
  it.each([
    ['plain', 60, 1, (v: Float64Array) => v],
    ['skewed', 100, 5, skewed],
    ['tied', 150, 3, (v: Float64Array) => v.map(Math.round)],
    ['nine in ten zero', 100, 2, zeros],
    ['half missing', 120, 4, holes],
    ['all columns the same', 100, 8, undefined],
  ] as const)(
    'is rare in independent data: %s',
    async (_, n, d, of) => {
      let warned = 0
      for (let draw = 0; draw < 200; draw++) {
        const make = (seed: number): Map<string, Float64Array> => {
          const columns = normals(n, d, seed)
          const [first] = columns.values()
          return new Map([...columns].map(([name, v]) => [name, of ? of(v) : first.slice()]))
        }
        const { warnings } = await run(intervalDisclosureMetric, make(1000 + draw), make(5000 + draw))
        if (warnings) warned++
      }
      // At a rate of 1 in 700, more than 4 of 200 have a probability of 1e-5.
      expect(warned).toBeLessThan(5)
    },
    30_000,
  )

  it('gives none for masked files that keep a link, nor for the original file', async () => {
    const x = normals(500, 4, 3)
    const rng = seededRng('noise')
    const noisy = new Map([...x].map(([name, v]) => [name, v.map((value) => value + 0.5 * rng.normal())]))
    const shuffled = new Map([...x].map(([name, v]) => [name, rng.shuffle(v.slice())]))
    for (const y of [x, noisy, shuffled]) expect((await run(intervalDisclosureMetric, x, y)).warnings).toBeUndefined()
  })
})
