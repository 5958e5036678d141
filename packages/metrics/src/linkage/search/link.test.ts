import { equalRecords } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditOf, creditsOf, nearestLinks, oneRight, type KeySizes, type NearestLinks } from './link.js'

const metrics = ['euclidean', 'cityblock', 'chebyshev'] as const

/** Links records to the records at these values of one key; the first of them is right. */
function links(from: readonly number[], to: readonly number[], sizes?: KeySizes): NearestLinks {
  const keys = [Float64Array.from(to)]
  const truth = oneRight(new Int32Array(from.length))
  return nearestLinks([Float64Array.from(from)], keys, equalRecords(keys), truth, () => {}, { sizes })
}

describe('nearestLinks', () => {
  it('equals comparing all records, by every distance, with several right ones or none', () => {
    const cell = fc.integer({ min: -3, max: 3 })
    const records = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 })
    const right = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(records, records, right, fc.constantFrom(...metrics), (from, to, rights, metric) => {
        const columns = (file: readonly (readonly number[])[]): Float64Array[] =>
          [0, 1].map((j) => Float64Array.from(file, (one) => one[j]))
        const rows = from.map((_, r) => [...new Set(rights[r].filter((row) => row < to.length))])
        const starts = Int32Array.of(0, ...from.map((_, r) => rows.slice(0, r + 1).flat().length))
        const truth = { starts, rows: Int32Array.from(rows.flat()) }
        const keys = columns(to)
        const found = nearestLinks(columns(from), keys, equalRecords(keys), truth, () => {}, { metric })
        from.forEach((one, r) => {
          const distances = to.map((other) => {
            const [a, b] = [Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])]
            return metric === 'euclidean' ? a * a + b * b : metric === 'cityblock' ? a + b : Math.max(a, b)
          })
          const tied = distances.flatMap((distance, i) => (distance === Math.min(...distances) ? [i] : []))
          expect(found.tied[r]).toBe(tied.length)
          expect(found.right[r]).toBe(rows[r].filter((row) => tied.includes(row)).length)
          expect(found.first[r]).toBe(rows[r].includes(tied[0]) ? 1 : 0)
        })
      }),
      { numRuns: 200 },
    )
  })

  it('treats two records as equally near if rounding hides the difference: by the sizes behind the keys', () => {
    // 2⁻⁴⁶ apart: far more than the rounding of keys of size 1, less than that of keys made of terms of size 100.
    const apart = [1 + 2 ** -46, -1]
    expect([...links([0], apart).tied]).toEqual([1])
    expect([...links([0], apart, { slack: Float64Array.of(100) }).tied]).toEqual([2])
    const terms = (ofFrom: number, ofTo: number): KeySizes => ({
      terms: { from: [Float64Array.of(ofFrom)], to: [Float64Array.of(ofTo, ofTo)] },
    })
    expect([...links([0], apart, terms(100, 0)).tied]).toEqual([2])
    expect([...links([0], apart, terms(0, 100)).tied]).toEqual([2])
    expect([...links([0], apart, terms(1, 1)).tied]).toEqual([1])
    // At a distance of 0 nothing else ties.
    expect([...links([-1], apart, { slack: Float64Array.of(1e9) }).tied]).toEqual([1])
  })

  it('reports progress every 1,024 records', () => {
    const shares: number[] = []
    const keys = [Float64Array.of(0, 1)]
    const n = 2049
    const from = [new Float64Array(n)]
    nearestLinks(from, keys, equalRecords(keys), oneRight(new Int32Array(n)), (share) => shares.push(share))
    expect(shares).toEqual([0, 1024 / n, 2048 / n])
  })
})

describe('credit of a link', () => {
  it('by each rule', () => {
    const worth = (tied: number, right: number, first: boolean): number[] =>
      (['fractional', 'first', 'inclusive', 'strict'] as const).map((rule) => creditOf(rule, tied, right, first))
    expect(worth(1, 1, true)).toEqual([1, 1, 1, 1])
    expect(worth(4, 1, false)).toEqual([0.25, 0, 1, 0])
    expect(worth(4, 2, true)).toEqual([0.5, 1, 1, 0])
    expect(worth(1, 0, false)).toEqual([0, 0, 0, 0])
    expect(worth(3, 0, false)).toEqual([0, 0, 0, 0])
  })

  it('record by record', () => {
    const some = { tied: Int32Array.of(2, 1, 3), right: Int32Array.of(1, 1, 0), first: Uint8Array.of(1, 1, 0) }
    expect([...creditsOf(some, 'fractional')]).toEqual([0.5, 1, 0])
    expect([...creditsOf(some, 'first')]).toEqual([1, 1, 0])
  })
})
