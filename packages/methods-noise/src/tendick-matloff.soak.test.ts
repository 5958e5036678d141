import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { correlatedNoise } from './correlated.js'
import { shrinkage, shrinkToMean } from './tendick-matloff.js'
import { cov, zBound } from './testing.fixture.js'

describe('noise/tendick-matloff', () => {
  it('has the constants that restore E S_Y and Var y, tested where they differ: n = 4, d = 1', () => {
    const n = 4
    const d = 1
    expect(shrinkage(n, d, 'sample')).toBeCloseTo(Math.sqrt(1 / 2), 15)
    expect(shrinkage(n, d, 'population')).toBeCloseTo(Math.sqrt(3 / 7), 15)
    const repeats = 20_000
    const rng = seededRng('samples')
    const meansOf = { sampleVariance: moments(), ofValue: moments(), exactValue: moments() }
    for (let r = 0; r < repeats; r++) {
      const x = Float64Array.from({ length: n }, () => rng.normal())
      const [noise] = correlatedNoise([x], d, false, rng.child(String(r)))
      const bySample = shrinkToMean(x, noise, shrinkage(n, d, 'sample'))
      const byPopulation = shrinkToMean(x, noise, shrinkage(n, d, 'population'))
      meansOf.sampleVariance.add(cov(bySample, bySample) - cov(x, x))
      meansOf.ofValue.add(byPopulation[0] ** 2)
      const [exactNoise] = correlatedNoise([x], d, true, rng.child(`exact ${r}`))
      meansOf.exactValue.add(shrinkToMean(x, exactNoise, shrinkage(n, d, 'sample'))[0] ** 2)
    }
    expect(Math.abs(meansOf.sampleVariance.z(0))).toBeLessThan(zBound)
    expect(Math.abs(meansOf.ofValue.z(1))).toBeLessThan(zBound)
    // With exact the constant of the sample gives Var y = σ², too.
    expect(Math.abs(meansOf.exactValue.z(1))).toBeLessThan(zBound)
  })
})

/** Mean and standard error of what is added; z(expected) is their distance in standard errors. */
function moments(): { add(value: number): void; z(expected: number): number } {
  let count = 0
  let mean = 0
  let squares = 0
  return {
    add(value) {
      count++
      const before = value - mean
      mean += before / count
      squares += before * (value - mean)
    },
    z: (expected) => (mean - expected) / Math.sqrt(squares / (count - 1) / count),
  }
}
