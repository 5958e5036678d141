import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { countBelow, countUpTo } from './count-sorted.js'
import { placesAmong } from './places-among.js'
import { sortedValues } from './sorted-values.js'

describe('placesAmong', () => {
  it.each([
    [7, 5, 0],
    [1000, 300, 20],
    [1001, 300, 20],
    [3000, 3000, 0],
    [3000, 1, 3],
    [1500, 0, 0],
  ])('finds for %d values among %d, of a grid of %d, as many below, and not above, as a search', (n, m, grid) => {
    const rng = seededRng(`${n} ${m}`)
    const drawn = (length: number): Float64Array =>
      new Float64Array(length).map(() => (grid > 0 ? rng.int(grid) - 2 : rng.normal()))
    const sorted = sortedValues(drawn(m))
    const values = drawn(n)
    values[3] = Number.NaN
    values[4] = -0
    values[5] = Infinity
    const { below, upTo } = placesAmong(sorted, values)
    const there = [...values.keys()].filter((i) => i !== 3)
    expect(there.map((i) => below[i])).toEqual(there.map((i) => countBelow(sorted, values[i])))
    expect(there.map((i) => upTo[i])).toEqual(there.map((i) => countUpTo(sorted, values[i])))
    expect([below[3], upTo[3]]).toEqual([0, 0])
  })
})
