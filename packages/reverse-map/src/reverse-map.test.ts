import { isSdcError, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paperTable1, paperTable2 } from './paper-tables.fixture.js'
import { reverseMap, reverseMapping, type ReverseMapOptions } from './reverse-map.js'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
const bits = (values: Float64Array): string[] =>
  Array.from(values, (value) => (Object.is(value, -0) ? '-0' : String(value))).sort()
const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    return isSdcError(error) ? error.code : String(error)
  }
  return undefined
}

/** Few different values, so that ties are common, both zeros, and missing ones. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -4, max: 4 }) },
  { weight: 3, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constant(-0) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
)
const pairs = fc.array(fc.tuple(value, value), { maxLength: 40 }).map((list) => ({
  x: f64(list.map(([x]) => x)),
  y: f64(list.map(([, y]) => y)),
}))
const ties = fc.constantFrom('random' as const, 'first' as const)
const exactUnderPowers = fc.oneof(fc.integer({ min: -30, max: 30 }), fc.constant(Number.NaN))
const seed = fc.integer()
const options = (rule: 'random' | 'first', from: number): ReverseMapOptions =>
  rule === 'first' ? { ties: rule } : { ties: rule, rng: seededRng(from) }

describe('reverseMap against printed tables', () => {
  it('Muralidhar, Sarathy & Domingo-Ferrer 2014, table 1', () => {
    const { x, rankX, y, rankY, z } = paperTable1
    expect([...reverseMapping(f64(x), f64(x), { ties: 'first' }).rankY]).toEqual(rankX)
    const mapped = reverseMapping(f64(x), f64(y), { ties: 'first' })
    expect([...mapped.z]).toEqual(z)
    expect([...mapped.rankY]).toEqual(rankY)
    // No ties in this table: random tie-breaking draws nothing.
    expect([...reverseMap(f64(x), f64(y), { rng: seededRng(1) })]).toEqual(z)
  })

  it('Muralidhar, Sarathy & Domingo-Ferrer 2014, table 2: additive noise and imputation', () => {
    const x = f64(paperTable1.x)
    const rng = seededRng(1)
    expect([...reverseMap(x, f64(paperTable2.addY), { rng })]).toEqual(paperTable2.addZ)
    expect([...reverseMap(x, f64(paperTable2.impY), { rng })]).toEqual(paperTable2.impZ)
  })

  it('table 2: the printed microaggregated Z is a possible outcome: every group has its own values', () => {
    const x = f64(paperTable1.x)
    for (let run = 0; run < 20; run++) {
      const z = reverseMap(x, f64(paperTable2.micY), { rng: seededRng(run) })
      for (const mean of new Set(paperTable2.micY)) {
        const members = paperTable2.micY.flatMap((one, i) => (one === mean ? [i] : []))
        const printed = members.map((i) => paperTable2.micZ[i]).sort((a, b) => a - b)
        expect(members.map((i) => z[i]).sort((a, b) => a - b)).toEqual(printed)
        expect(members).toHaveLength(5)
      }
    }
  })

  it('table 2: a swapped column is its own reverse mapping', () => {
    expect([...reverseMap(f64(paperTable1.x), f64(paperTable2.swpZ), { rng: seededRng(1) })]).toEqual(paperTable2.swpZ)
  })

  it('the ten published records', () => {
    const x = f64([2300, 2434, 2123, 2312, 6045, 2345, 2543, 2854, 2365, 2643])
    const y = f64([2466.56, 2583.58, 2594.17, 2530.97, 5964.04, 2513.45, 2116.16, 2624.32, 2203.45, 2358.29])
    expect([...reverseMap(x, y, { ties: 'first' })]).toEqual([
      2345, 2543, 2643, 2434, 6045, 2365, 2123, 2854, 2300, 2312,
    ])
  })
})

describe('reverseMap keeps', () => {
  it('the complete pairs are a permutation of their x bit for bit, the others are missing', () => {
    fc.assert(
      fc.property(pairs, ties, seed, ({ x, y }, rule, from) => {
        const z = reverseMap(x, y, options(rule, from))
        const complete = x.map((_, i) => Number(!Number.isNaN(x[i]) && !Number.isNaN(y[i])))
        expect([...z].map((one) => !Number.isNaN(one))).toEqual([...complete].map(Boolean))
        const whole = (values: Float64Array): Float64Array => values.filter((_, i) => complete[i] === 1)
        expect(bits(whole(z))).toEqual(bits(whole(x)))
      }),
    )
  })

  it('sorting by y sorts z', () => {
    fc.assert(
      fc.property(pairs, ties, seed, ({ x, y }, rule, from) => {
        const z = reverseMap(x, y, options(rule, from))
        for (let i = 0; i < z.length; i++)
          for (let j = 0; j < z.length; j++) if (y[i] < y[j]) expect(z[i] > z[j]).toBe(false)
      }),
    )
  })

  it('the ranks of y and the permutation, and gives the same z with them', () => {
    fc.assert(
      fc.property(pairs, ties, seed, ({ x, y }, rule, from) => {
        const { z, rankY, perm } = reverseMapping(x, y, options(rule, from))
        const alone = reverseMap(x, y, options(rule, from))
        const ranks = [...rankY].filter((rank) => !Number.isNaN(rank)).sort((a, b) => a - b)
        expect(ranks).toEqual(ranks.map((_, at) => at + 1))
        for (let i = 0; i < z.length; i++) {
          expect(Object.is(alone[i], z[i])).toBe(true)
          expect(Object.is(z[i], perm[i] < 0 ? Number.NaN : x[perm[i]])).toBe(true)
          for (let j = 0; j < z.length; j++)
            if (y[i] < y[j] && perm[i] >= 0 && perm[j] >= 0) expect(rankY[i]).toBeLessThan(rankY[j])
        }
        const used = [...perm].filter((i) => i >= 0)
        expect(new Set(used).size).toBe(used.length)
      }),
    )
  })

  it('x itself, and its earlier result', () => {
    fc.assert(
      fc.property(pairs, ties, seed, ({ x, y }, rule, from) => {
        // −0 equals 0 here: which of several zeros is which is decided by the tie rule.
        const same = (a: Float64Array, b: Float64Array): void => {
          for (let i = 0; i < a.length; i++)
            expect(a[i] === b[i] || (Number.isNaN(a[i]) && Number.isNaN(b[i]))).toBe(true)
        }
        same(reverseMap(x, x, options(rule, from)), x)
        const z = reverseMap(x, y, options(rule, from))
        const complete = x.map((one, i) => (Number.isNaN(y[i]) ? Number.NaN : one))
        same(reverseMap(complete, z, options(rule, from + 1)), z)
      }),
    )
  })

  it('its result under strictly increasing transformations of y', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, exactUnderPowers), { maxLength: 40 }), ties, seed, (list, rule, from) => {
        const x = f64(list.map(([one]) => one))
        const y = f64(list.map(([, one]) => one))
        const z = reverseMap(x, y, options(rule, from))
        // Exact on integers up to 30, so strictly increasing in floating point as well.
        for (const f of [(v: number) => 2 * v + 3, (v: number) => v ** 3, (v: number) => 2 ** v]) {
          expect([...reverseMap(x, y.map(f), options(rule, from))]).toEqual([...z])
        }
      }),
    )
  })

  it('the sorted column, and so every quantile', () => {
    const rng = seededRng(7)
    const x = Float64Array.from({ length: 500 }, () => rng.normal())
    const y = x.map((one) => one + rng.normal())
    expect([...reverseMap(x, y, { rng }).sort()]).toEqual([...x].sort((a, b) => a - b))
  })

  it('its arguments unchanged', () => {
    const x = f64([3, -0, Number.NaN, 1])
    const y = f64([1, 1, 2, Number.NaN])
    reverseMapping(x, y, { rng: seededRng(1) })
    expect([[...x], [...y]]).toEqual([
      [3, -0, Number.NaN, 1],
      [1, 1, 2, Number.NaN],
    ])
  })
})

describe('reverseMap breaks ties', () => {
  it('uniformly among equal values of x, as far as the permutation shows', () => {
    const rng = seededRng('ties of x')
    const runs = 10_000
    let first = 0
    for (let run = 0; run < runs; run++)
      first += reverseMapping(f64([7, 7]), f64([1, 2]), { rng: rng.child(String(run)) }).perm[0]
    // Binomial with p = 1/2, |z| < 5.33: false alarm 1e-7.
    expect(Math.abs(first - runs / 2) / Math.sqrt(runs / 4)).toBeLessThan(5.33)
  })

  it('in the order of the records with ties: first', () => {
    expect([...reverseMap(f64([4, 2, 3, 1]), f64([0, 0, -0, 0]), { ties: 'first' })]).toEqual([1, 2, 3, 4])
  })

  it('the same way for the same seed', () => {
    const x = f64([1, 2, 3, 4, 5, 6, 7, 8])
    const y = new Float64Array(8)
    const run = (from: number): number[] => [...reverseMap(x, y, { rng: seededRng(from) })]
    expect(run(3)).toEqual(run(3))
    expect(run(3)).not.toEqual(run(4))
  })
})

describe('reverseMap at its edges', () => {
  it('no record, one record', () => {
    expect([...reverseMap(f64([]), f64([]), { ties: 'first' })]).toEqual([])
    expect([...reverseMap(f64([3]), f64([9]), { rng: seededRng(1) })]).toEqual([3])
  })

  it('no complete pair', () => {
    const { z, rankY, perm } = reverseMapping(f64([Number.NaN, 1]), f64([1, Number.NaN]), { ties: 'first' })
    expect([[...z], [...rankY], [...perm]]).toEqual([
      [Number.NaN, Number.NaN],
      [Number.NaN, Number.NaN],
      [-1, -1],
    ])
  })

  it('a missing x takes no rank from the others', () => {
    expect([...reverseMap(f64([10, Number.NaN, 30, 20]), f64([3, 1, 2, 0]), { ties: 'first' })]).toEqual([
      30,
      Number.NaN,
      20,
      10,
    ])
  })

  it('refuses columns that do not belong together', () => {
    expect(codeOf(() => reverseMap(f64([1, 2]), f64([1]), { ties: 'first' }))).toBe('LENGTH_MISMATCH')
    expect(codeOf(() => reverseMap(f64([1, Infinity]), f64([1, 2]), { ties: 'first' }))).toBe('NOT_NUMERIC')
    expect(codeOf(() => reverseMapping(f64([1, 2]), f64([1, -Infinity]), { ties: 'first' }))).toBe('NOT_NUMERIC')
  })
})
