import { BLOCK, seededRng, type Totals, type OrderWalk } from '@sdc/core'
import { sortedValues } from '@sdc/stats'
import { placesAmong } from '@sdc/stats/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coveredInBlock, coveredOrders, heldWalk } from './interval-chance.js'
import { orderlessSd } from './interval-shares.js'
import { WIDTHS } from './read-intervals.js'
import { SD_WALKS, sdWalk } from './sd-in-order.js'

/** Answers a walk with a given number of values of an order at a time. */
function walked(walk: OrderWalk, orders: readonly Float64Array[], size: number): Totals {
  const given = orders.map(() => 0)
  let step = walk.next()
  while (step.done !== true) {
    const which = step.value
    step = walk.next(orders[which].subarray(given[which], given[which] + size))
    given[which] += size
  }
  return step.value
}

const value = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, -0) }, fc.integer({ min: -9, max: 9 }))
const pairsOf = fc.array(fc.tuple(value, value), { minLength: 10, maxLength: 150 })

describe('heldWalk', () => {
  it('has the same bits for any number of values at a time, with and without missing values', () => {
    fc.assert(
      fc.property(pairsOf, fc.array(value, { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (pairs, more, size) => {
        const [x, y] = [0, 1].map((j) => sortedValues(Float64Array.from(pairs, (pair) => pair[j])))
        const all = sortedValues(Float64Array.of(...y, ...more))
        const orders = coveredOrders(all, { x, y }, WIDTHS)
        const whole = walked(heldWalk(all.length, WIDTHS), orders, all.length)
        expect(walked(heldWalk(all.length, WIDTHS), orders, size)).toEqual(whole)
      }),
    )
  })

  it('equals a count pair by pair if no pair is incomplete', () => {
    fc.assert(
      fc.property(pairsOf, (pairs) => {
        const [x, y] = [0, 1].map((j) => sortedValues(Float64Array.from(pairs, (pair) => pair[j])))
        const { below, upTo } = placesAmong(y, x)
        const places = Float64Array.from({ length: 2 * x.length }, (_, k) => (k % 2 === 0 ? below : upTo)[k >> 1])
        const counted = coveredInBlock(places, y.length, WIDTHS)
        expect([...walked(heldWalk(y.length, WIDTHS), coveredOrders(y, { x, y }, WIDTHS), 7)]).toEqual([...counted])
      }),
    )
  })
})

describe('sdWalk', () => {
  const rng = seededRng('sd')
  it.each([
    ['more than a block', Float64Array.from({ length: BLOCK + 700 }, () => 1e6 + rng.normal())],
    ['squares that are no doubles', Float64Array.from({ length: 900 }, () => 1e200 * rng.normal())],
    ['tiny', Float64Array.from({ length: 900 }, () => 1e-200 * rng.normal())],
    ['one huge among zeros', Float64Array.from({ length: BLOCK + 3 }, (_, i) => (i === 5 ? 1e12 : i % 2 ? 0 : -0))],
    ['a constant', new Float64Array(700).fill(0.1)],
    ['one value', Float64Array.of(3)],
    ['none', new Float64Array(0)],
  ])('is that of the sorted values, bit for bit: %s', (_, values) => {
    const sorted = sortedValues(values)
    for (const size of [501, BLOCK + 1, values.length + 1])
      expect([...walked(sdWalk(), Array<Float64Array>(SD_WALKS).fill(sorted), size)]).toEqual([orderlessSd(values)])
  })
})
