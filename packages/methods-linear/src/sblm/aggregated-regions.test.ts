import { categorical, dataset, maskInput, numeric, seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregateRegions, mergeNeighbours } from './aggregated-regions.js'

describe('aggregateRegions', () => {
  it('orders regions by their means, for any sizes, each column in its own unit', () => {
    // Means 5, 1, 3 of 1, 4 and 2 records; the other column has the same means in another unit.
    const regions = ['a', 'b', 'b', 'b', 'b', 'c', 'c']
    const x = Float64Array.of(5, 1, 0, 2, 1, 4, 2)
    const data = dataset([
      ['x', numeric(x)],
      ['region', categorical(regions)],
    ])
    const input = maskInput(data, { columns: ['x'], params: {}, rng: seededRng(1) })
    const columns = [x, x.map((value) => 1000 * value - 7)]
    const found = aggregateRegions(input, { regions: 'region', minimumUnits: 3 }, columns, 'a/b')
    const score = found.table.column('score')
    // (5, 1, 3) standardised is (1, −1, 0), and both loadings are √½.
    if (score.kind === 'numeric') [1, -1, 0].forEach((z, r) => expect(score.values[r]).toBeCloseTo(z * Math.SQRT2, 12))
    expect(score.kind).toBe('numeric')
    expect(found.names).toEqual(['b', 'a + c'])
    expect([...found.groups.ids]).toEqual([1, 0, 0, 0, 0, 1, 1])
    expect([[...found.groups.sizes], [...found.groups.firsts]]).toEqual([[4, 3], [1, 0]]) // oxfmt-ignore
  })
})

describe('mergeNeighbours', () => {
  it('merges neighbours from the lower end, and the rest with the last', () => {
    const merged = (order: number[], sizes: number[], least: number): number[] =>
      Array.from(mergeNeighbours(Uint32Array.from(order), Int32Array.from(sizes), least))
    expect(merged([0, 1, 2, 3], [5, 5, 5, 5], 5)).toEqual([0, 1, 2, 3])
    expect(merged([0, 1, 2, 3], [5, 5, 5, 5], 6)).toEqual([0, 0, 1, 1])
    expect(merged([0, 1, 2, 3], [5, 5, 5, 4], 5)).toEqual([0, 1, 2, 2])
    expect(merged([2, 0, 3, 1], [3, 3, 9, 3], 6)).toEqual([1, 1, 0, 1])
    expect(merged([0, 1, 2], [2, 2, 2], 6)).toEqual([0, 0, 0])
  })

  it('leaves no region below the minimum, and merges no more than needed', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 60 }), (list, asked) => {
        const least = Math.min(asked, list.reduce((a, b) => a + b, 0)) // oxfmt-ignore
        const order = Uint32Array.from(list.keys())
        const merged = mergeNeighbours(order, Int32Array.from(list), least)
        const totals = new Map<number, number>()
        merged.forEach((one, region) => {
          totals.set(one, (totals.get(one) ?? 0) + list[region])
          if (region > 0) expect(one - merged[region - 1]).toSatisfy((step: number) => step === 0 || step === 1)
        })
        for (const total of totals.values()) expect(total).toBeGreaterThanOrEqual(least)
        // But for the last, none would still be large enough without its last region.
        for (let region = 0; region < list.length; region++) {
          const [one, last] = [merged[region], merged[list.length - 1]]
          if (one < last && merged[region + 1] !== one)
            expect((totals.get(one) ?? 0) - list[region]).toBeLessThan(least)
        }
      }),
    )
  })
})
