import { BLOCK, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { reference } from '@sdc/testing/reference'
import { randomSortOrder, rank, type TieRule } from './rank.js'
import { sortOrder, tieRuns } from './sort-order.js'

const RULES: readonly TieRule[] = ['random', 'average', 'min', 'max', 'first']

/** Values among which ties, ±0, infinities, missing and hardly different ones abound. */
const awkward = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, 5e-324, -5e-324),
  fc.constantFrom(1, 1 + 2 ** -52, 1 + 2 ** -51, -1 - 2 ** -52),
  fc.double(),
)

/** Long enough for the radix path, which begins at 400 values. */
const column = fc
  .oneof(
    fc.array(awkward, { maxLength: 40 }),
    fc.array(awkward, { minLength: 400, maxLength: 900 }),
    fc.array(
      fc.integer({ min: 0, max: 600 }).map((i) => 1e9 + i * 2 ** -22),
      { minLength: 900, maxLength: 1500 },
    ),
    fc.array(
      fc.integer({ min: 0, max: 600 }).map((i) => -1e9 - i * 2 ** -22),
      { minLength: 400, maxLength: 1500 },
    ),
  )
  .map((values) => Float64Array.from(values))

/** Definition by counting: below, and equal before or anywhere. */
function ranksByCounting(values: Float64Array, ties: TieRule): Float64Array {
  return values.map((value, i) => {
    if (Number.isNaN(value)) return Number.NaN
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    const before = values.filter((other, j) => other === value && j < i).length
    if (ties === 'average') return below + (equal + 1) / 2
    return below + (ties === 'min' ? 1 : ties === 'max' ? equal : before + 1)
  })
}

describe('sortOrder', () => {
  it('is the stable order of the values that are not missing', () => {
    fc.assert(
      fc.property(column, (values) => {
        const expected = Array.from(values.keys())
          .filter((i) => !Number.isNaN(values[i]))
          .sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : i - j))
        expect(Array.from(sortOrder(values))).toEqual(expected)
      }),
    )
  })

  it('sorts a column of any size, on an offset into a shared buffer too', () => {
    const rng = seededRng('order')
    const buffer = new Float64Array(100_001).map(() => rng.normal() * 1e3)
    const values = buffer.subarray(1)
    const order = sortOrder(values)
    expect(Float64Array.from(order, (i) => values[i])).toEqual(values.slice().sort())
    expect(new Set(order).size).toBe(values.length)
  })

  it('does not change the values', () => {
    const values = Float64Array.of(-0, Number.NaN, 0)
    expect(Array.from(sortOrder(values))).toEqual([0, 2])
    expect(Object.is(values[0], -0)).toBe(true)
  })
})

describe('tieRuns', () => {
  it('begins a run exactly where the value changes', () => {
    fc.assert(
      fc.property(column, (values) => {
        const { order, starts } = tieRuns(values)
        const begin = Array.from(order.keys()).filter((at) => at === 0 || values[order[at]] !== values[order[at - 1]])
        expect(Array.from(starts)).toEqual([...begin, order.length])
      }),
    )
  })
})

describe('rank', () => {
  it('counts the values below, ties by each rule', () => {
    fc.assert(
      fc.property(column, fc.constantFrom(...RULES.slice(1)), (values, ties) => {
        expect(rank(values, ties)).toEqual(ranksByCounting(values, ties))
      }),
      { numRuns: 40 },
    )
  })

  it('breaks ties into a permutation of 1…m that respects the order', () => {
    fc.assert(
      fc.property(column, fc.nat(), (values, seed) => {
        const ranks = rank(values, 'random', seededRng(seed))
        const low = rank(values, 'min')
        const high = rank(values, 'max')
        ranks.forEach((r, i) => {
          if (Number.isNaN(values[i])) expect(r).toBeNaN()
          else expect(r >= low[i] && r <= high[i]).toBe(true)
        })
        const m = ranks.filter((r) => !Number.isNaN(r)).length
        expect(ranks.filter((r) => !Number.isNaN(r)).sort()).toEqual(Float64Array.from({ length: m }, (_, i) => i + 1))
      }),
    )
  })

  it('is the same for every strictly increasing function of the values', () => {
    const small = fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN)), { maxLength: 900 })
    fc.assert(
      fc.property(small, fc.constantFrom(...RULES), (list, ties) => {
        const values = Float64Array.from(list)
        const ranks = rank(values, ties, seededRng(1))
        // Exact in floating point on these integers, so strictly increasing there too.
        expect(
          rank(
            values.map((v) => v * v * v * 4 - 1e6),
            ties,
            seededRng(1),
          ),
        ).toEqual(ranks)
        expect(
          rank(
            values.map((v) => 2 ** v),
            ties,
            seededRng(1),
          ),
        ).toEqual(ranks)
      }),
    )
  })

  it('gives a constant, a single value and nothing their ranks', () => {
    expect(Array.from(rank(new Float64Array(3).fill(7), 'average'))).toEqual([2, 2, 2])
    expect(Array.from(rank(Float64Array.of(-0, 0), 'max'))).toEqual([2, 2])
    expect(Array.from(rank(Float64Array.of(Number.NaN, 5), 'first'))).toEqual([Number.NaN, 1])
    expect(rank(new Float64Array(0), 'min')).toEqual(new Float64Array(0))
  })

  it('breaks ties uniformly', () => {
    const rng = seededRng('ties')
    const values = Float64Array.of(1, 0, 1, 1)
    const counts = new Map<string, number>()
    const draws = 6000
    for (let t = 0; t < draws; t++) {
      const key = Array.from(rank(values, 'random', rng.child(String(t)))).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    // |z| < 5.33: false alarm 1e-7 for each of the six orders.
    for (const count of counts.values()) {
      expect(Math.abs(count - draws / 6) / Math.sqrt((draws * 5) / 36)).toBeLessThan(5.33)
    }
  })

  it('orders by (value, tie, record), the tie draw i of the stream of the block of record i', () => {
    fc.assert(
      fc.property(column, fc.nat(), (values, seed) => {
        const ties = new Float64Array(values.length)
        seededRng(seed).child('0').fillUniform(ties)
        const expected = Array.from(values.keys())
          .filter((i) => !Number.isNaN(values[i]))
          .sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : ties[i] - ties[j] || i - j))
        expect(Array.from(randomSortOrder(values, seededRng(seed)))).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('is the same for a record of any block, for any contents of the other blocks', () => {
    const rng = seededRng('blocks')
    const values = Float64Array.from({ length: 2 * BLOCK + 900 }, (_, i) => i % 5)
    const last = values.subarray(2 * BLOCK)
    const order = randomSortOrder(values, rng).filter((i) => i >= 2 * BLOCK)
    const ties = new Float64Array(last.length)
    rng.child('2').fillUniform(ties)
    const expected = Array.from(last.keys()).sort((i, j) => last[i] - last[j] || ties[i] - ties[j])
    expect(Array.from(order, (i) => i - 2 * BLOCK)).toEqual(expected)
    // Ties that lie in the last block alone: the first two are not drawn, and nothing changes.
    const apart = Float64Array.from(values, (value, i) => (i < 2 * BLOCK ? i + 10 : value))
    expect(Array.from(randomSortOrder(apart, rng).subarray(0, 900), (i) => i - 2 * BLOCK)).toEqual(expected)
  })

  it('needs a source of random numbers for random ties', () => {
    expect(() => rank(Float64Array.of(1), 'random')).toThrow(RangeError)
  })
})

describe('census', () => {
  it('has the ranks of R', () => {
    const columns = censusColumns()
    const { output } = reference('correlations.json', 'census_ranks')
    for (const name of ['EMCONTRB', 'FICA']) {
      expect(Array.from(rank(columns.get(name)!, 'average'))).toEqual(output[name])
    }
  })
})
