import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { reverseMap } from './reverse-map.js'

const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)

describe('reverseMap breaks ties', () => {
  it('uniformly: a constant y gives every permutation of four values equally often', () => {
    const counts = new Map<string, number>()
    const runs = 24_000
    const rng = seededRng('uniform ties')
    for (let run = 0; run < runs; run++) {
      const z = reverseMap(f64([1, 2, 3, 4]), f64([5, 5, 5, 5]), { rng: rng.child(`${run}`) }).join()
      counts.set(z, (counts.get(z) ?? 0) + 1)
    }
    expect(counts.size).toBe(24)
    const expected = runs / 24
    const chiSquare = [...counts.values()].reduce((total, count) => total + (count - expected) ** 2 / expected, 0)
    // Wilson–Hilferty: the chi-square quantile of 23 degrees of freedom at 1 − 1e-7 (z = 5.20) is 77.9.
    expect(chiSquare).toBeLessThan(77.9)
  })
})
