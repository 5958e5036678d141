import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { momentCount, momentsOf, monomials, type Monomials } from './monomials.js'

/** Generates all exponents of total degree 1 to m in d columns, the slow way. */
function exponents(d: number, m: number): number[][] {
  const all = (k: number, left: number): number[][] =>
    k === 0 ? [[]] : Array.from({ length: left + 1 }, (_, e) => all(k - 1, left - e).map((rest) => [...rest, e])).flat()
  return all(d, m).filter((one) => one.some((e) => e > 0))
}

/** Returns the exponents of a monomial, from its chain of parents. */
function exponentsOf({ columns, parent, variable }: Monomials, t: number): number[] {
  const counts = Array<number>(columns).fill(0)
  for (let at = t; at >= 0; at = parent[at]) counts[variable[at]]++
  return counts
}

const text = (exponent: readonly number[]): string => exponent.join(' ')

describe('monomials', () => {
  it('have C(d + m, m) − 1 members', () => {
    expect(momentCount(13, 3)).toBe(559)
    expect(momentCount(13, 2)).toBe(104)
    expect(momentCount(1, 4)).toBe(4)
    expect(momentCount(1000, 1000)).toBe(Infinity)
  })

  const cases = [1, 2, 3, 5].flatMap((d) => [1, 2, 3, 4].map((m) => [d, m] as const))

  it.each(cases)('%d columns to order %d: each exponent once', (d, m) => {
    const kind = monomials(d, m)
    const found = Array.from({ length: kind.count }, (_, t) => text(exponentsOf(kind, t)))
    expect([...found].sort()).toEqual(exponents(d, m).map(text).sort())
    expect(kind.count).toBe(momentCount(d, m))
  })

  it.each(cases)('%d columns to order %d: those with a column, and no other', (d, m) => {
    const kind = monomials(d, m)
    kind.withColumn.forEach(({ parent, variable, numbers }, j) => {
      const found = numbers.flatMap((ofPower, a) =>
        [...ofPower].map((number, t) => {
          // The product r at place t, times the power a + 1 of column j.
          const counts = Array<number>(d).fill(0)
          for (let at = t; at > 0; at = parent[at]) counts[variable[at]]++
          counts[j] += a + 1
          expect(text(exponentsOf(kind, number))).toBe(text(counts))
          return number
        }),
      )
      const having = [...Array(kind.count).keys()].filter((t) => exponentsOf(kind, t)[j] > 0)
      expect(found.sort((a, b) => a - b)).toEqual(having)
      // C(d + m − 1, m − 1): those of one degree less, and 1.
      expect(found).toHaveLength(momentCount(d, m - 1) + 1)
    })
  })

  it('refuse more than 10,000, with their number', () => {
    expect(() => monomials(40, 3)).toThrow(/order 3 in 40 columns has 12340 moments; the limit is 10000/)
    expect(() => monomials(500, 500)).toThrow(/more than 2⁵³/)
  })

  it('have the means that brute force finds', () => {
    const [n, d, m] = [70_000, 3, 3]
    const rng = seededRng('moments')
    const z = new Float64Array(n * d).map(() => rng.normal())
    const kind = monomials(d, m)
    const means = momentsOf(kind, z)
    for (let t = 0; t < kind.count; t++) {
      const counts = exponentsOf(kind, t)
      let total = 0
      for (let i = 0; i < n; i++) {
        let value = 1
        counts.forEach((count, j) => {
          for (let c = 0; c < count; c++) value *= z[i * d + j]
        })
        total += value
      }
      // Some 70,000 roundings of sums of a few hundred.
      expect(means[t]).toBeCloseTo(total / n, 11)
    }
  })
})
