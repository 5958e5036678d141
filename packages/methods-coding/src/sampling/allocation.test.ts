import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, type AllocationRule } from './allocation.js'

const of = (sizes: readonly number[], total: number, rule: AllocationRule): number[] => [
  ...allocate(Int32Array.from(sizes), total, rule),
]

describe('allocate', () => {
  it('divides a sample in proportion, by the greatest remainders', () => {
    expect(of([50, 30, 20], 10, 'proportional')).toEqual([5, 3, 2])
    // 5.5, 3.3 and 2.2: the stratum with the greatest remainder gets the last unit.
    expect(of([50, 30, 20], 11, 'proportional')).toEqual([6, 3, 2])
    // Equal remainders: the first stratum.
    expect(of([10, 10, 10, 10], 6, 'proportional')).toEqual([2, 2, 1, 1])
  })

  it('gives each stratum at least one, taken from the others', () => {
    expect(of([98, 1, 1], 10, 'proportional')).toEqual([8, 1, 1])
    expect(of([970, 10, 10, 10], 10, 'proportional')).toEqual([7, 1, 1, 1])
    expect(of([5, 5], 2, 'proportional')).toEqual([1, 1])
  })

  it('gives equal numbers, up to the size of a stratum', () => {
    expect(of([100, 100, 4], 30, 'equal')).toEqual([13, 13, 4])
    expect(of([100, 100, 100], 10, 'equal')).toEqual([4, 3, 3])
    expect(of([3, 2, 1], 6, 'equal')).toEqual([3, 2, 1])
  })

  it('refuses fewer than the number of strata, and more than all', () => {
    expect(() => of([5, 5], 1, 'equal')).toThrow(RangeError)
    expect(() => of([5, 5], 11, 'equal')).toThrow(RangeError)
  })

  it('has the right total, is within bounds, and cannot be made fairer by moving a unit', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
    const rule = fc.constantFrom<AllocationRule>('proportional', 'equal')
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), rule, (list, share, by) => {
        const all = list.reduce((sum, size) => sum + size, 0)
        const total = Math.min(all, list.length + Math.floor(share * (all - list.length + 1)))
        const taken = of(list, total, by)
        expect(taken.reduce((sum, one) => sum + one, 0)).toBe(total)
        taken.forEach((one, h) => {
          expect(one).toBeGreaterThanOrEqual(1)
          expect(one).toBeLessThanOrEqual(list[h])
        })
        // Shares in proportion to weights have ratios n_a/w_a. Moving one unit from a to b never raises the lesser
        // ratio without making it the greater one.
        const weight = list.map((size) => (by === 'equal' ? 1 : size))
        taken.forEach((one, a) =>
          taken.forEach((other, b) => {
            if (one <= 1 || other >= list[b]) return
            expect((other + 1) / weight[b]).toBeGreaterThanOrEqual((one - 1) / weight[a] - 1e-9)
          }),
        )
      }),
    )
  })

  it('is not quadratic in the number of strata', () => {
    const sizes = Int32Array.from({ length: 300_000 }, (_, h) => 1 + (h % 977))
    const taken = allocate(sizes, 400_000, 'proportional')
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(400_000)
  })
})
