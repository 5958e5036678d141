import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { partitionIndices } from './partition-indices.js'

/** All indices from every pair of records. */
function byPairs(p: Int32Array, q: Int32Array): Record<string, number> {
  let [a, b, c, e] = [0, 0, 0, 0]
  for (let i = 0; i < p.length; i++)
    for (let k = 0; k < i; k++) {
      if (p[i] === p[k] && q[i] === q[k]) a++
      else if (p[i] === p[k]) b++
      else if (q[i] === q[k]) c++
      else e++
    }
  const all = a + b + c + e
  const entropy = (labels: readonly string[]): number =>
    [...new Set(labels)].reduce((sum, one) => {
      const share = labels.filter((other) => other === one).length / labels.length
      return sum - share * Math.log(share)
    }, 0)
  const [P, Q] = [p, q].map((labels) => [...labels].map(String))
  const both = P.map((one, i) => `${one} ${Q[i]}`)
  const [hp, hq, h] = [P, Q, both].map(entropy)
  return {
    rand: (a + e) / all,
    jaccard: a / (a + b + c),
    adjustedRand: (2 * (a * e - b * c)) / ((a + b) * (b + e) + (a + c) * (c + e)),
    wallaceFirst: a / (a + b),
    wallaceSecond: a / (a + c),
    fowlkesMallows: a / Math.sqrt((a + b) * (a + c)),
    mantaras: (h - hq + (h - hp)) / h,
  }
}

describe('partitionIndices', () => {
  it('equals the count over all pairs of records', () => {
    const rng = seededRng(1)
    for (let s = 0; s < 20; s++) {
      const p = Int32Array.from({ length: 30 }, () => rng.int(4))
      const q = p.map((k) => (rng.uniform() < 0.6 ? k : rng.int(6)))
      const expected = byPairs(p, q)
      const found = Object.entries(partitionIndices(p, q))
      expect(found).toHaveLength(7)
      for (const [name, value] of found) expect(value).toBeCloseTo(expected[name], 12)
    }
  })

  it('does not depend on the names of clusters, and exchanges with the partitions', () => {
    const p = Int32Array.of(0, 0, 1, 1, 2, 2, 2)
    const q = Int32Array.of(0, 0, 0, 1, 1, 2, 2)
    const one = partitionIndices(p, q)
    expect(
      partitionIndices(
        p.map((k) => 7 - k),
        q.map((k) => 1e6 * k),
      ),
    ).toEqual(one)
    const turned = partitionIndices(q, p)
    expect(turned.adjustedRand).toBeCloseTo(one.adjustedRand, 14)
    expect([turned.wallaceFirst, turned.wallaceSecond]).toEqual([one.wallaceSecond, one.wallaceFirst])
    // With as many pairs in both, Wallace is 2J/(1 + J): the identity of a printed table.
    expect(one.wallaceFirst).toBeCloseTo((2 * one.jaccard) / (1 + one.jaccard), 14)
  })

  it('equal partitions have the index of equality, also with single records or one cluster', () => {
    const best = {
      rand: 1,
      jaccard: 1,
      adjustedRand: 1,
      wallaceFirst: 1,
      wallaceSecond: 1,
      fowlkesMallows: 1,
      mantaras: 0,
    }
    for (const p of [Int32Array.of(0, 1, 2), Int32Array.of(4, 4, 4), Int32Array.of(1, 0, 1)])
      expect(partitionIndices(p, p.slice())).toEqual(best)
  })

  it('has no Wallace index for a partition of single records', () => {
    const found = partitionIndices(Int32Array.of(0, 0, 0, 0), Int32Array.of(0, 1, 2, 3))
    expect(found).toMatchObject({ rand: 0, jaccard: 0, adjustedRand: 0, wallaceFirst: 0, mantaras: 1 })
    expect([found.wallaceSecond, found.fowlkesMallows]).toEqual([Number.NaN, Number.NaN])
  })

  it('the adjusted index can be −½, and needs two records', () => {
    expect(partitionIndices(Int32Array.of(0, 0, 1, 1), Int32Array.of(0, 1, 0, 1)).adjustedRand).toBeCloseTo(-0.5, 14)
    expect(Object.values(partitionIndices(Int32Array.of(1), Int32Array.of(1))).every(Number.isNaN)).toBe(true)
    expect(() => partitionIndices(Int32Array.of(1), Int32Array.of(1, 2))).toThrow(RangeError)
  })
})
