import { seededRng } from '@sdc/core'
import { covarianceMatrix } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { exactNoise, littleChance, requireExact } from './exact-noise.js'

const normals = (n: number, m: number, seed: string): Float64Array[] => {
  const rng = seededRng(seed)
  return Array.from({ length: m }, () => Float64Array.from({ length: n }, () => rng.normal()))
}

describe('exactNoise', () => {
  it('has mean 0, the identity as covariance matrix, and no covariance with the columns', () => {
    const columns = normals(12, 3, 'columns')
    const noise = exactNoise(normals(12, 2, 'draws'), columns)
    const all = covarianceMatrix([...noise, ...columns])
    for (let i = 0; i < 2; i++) {
      expect(noise[i].reduce((a, b) => a + b, 0)).toBeCloseTo(0, 12)
      for (let k = 0; k < 5; k++) expect(all.get(i, k)).toBeCloseTo(i === k ? 1 : 0, 12)
    }
  })
})

describe('requireExact', () => {
  it('accepts 1 + 2p records for p columns, not fewer', () => {
    expect(() => requireExact(7, 3, 'noise/additive')).not.toThrow()
    expect(() => requireExact(6, 3, 'noise/additive')).toThrow(/3 columns needs at least 7 records; there are 6/)
  })
})

describe('littleChance', () => {
  it('reports the remaining directions, n − 2p, up to ten of them', () => {
    expect(littleChance(16, 3)).toEqual([
      expect.stringMatching(
        /^exact noise on 3 columns of 16 records is hardly random: 10 directions remain for each column's noise/,
      ),
    ])
    expect(littleChance(7, 3)).toEqual([expect.stringMatching(/: 1 directions remain/)])
    expect(littleChance(17, 3)).toEqual([])
  })
})
