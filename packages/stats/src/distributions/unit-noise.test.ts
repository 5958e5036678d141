import { BLOCK, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { mean } from '../moments/moments.js'
import { noiseLaws, unitNoise } from './unit-noise.js'

/** The tests' bound for |z|: a false alarm once in 1e7. */
const zBound = 5.33

describe('unitNoise', () => {
  it.each(noiseLaws)('%s has mean 0 and variance 1', (law) => {
    const n = 1e6
    const draws = unitNoise(n, law, seededRng(law))
    expect(Math.abs(mean(draws)) * Math.sqrt(n)).toBeLessThan(zBound)
    const kurtosis = { normal: 3, uniform: 9 / 5, laplace: 6 }[law]
    const sd = Math.sqrt((kurtosis - 1) / n)
    expect(Math.abs(mean(draws.map((value) => value * value)) - 1) / sd).toBeLessThan(zBound)
  })

  it('inverts the Laplace distribution function, with numbers of its block', () => {
    const draws = unitNoise(5000, 'laplace', seededRng(3))
    const uniforms = seededRng(3).child('0')
    for (const draw of draws) {
      const u = uniforms.uniform()
      // F(x) = e^{√2·x}/2 for x ≤ 0; the lower half is walked from 0 outwards.
      const p = draw < 0 ? Math.exp(Math.SQRT2 * draw) / 2 : 1 - Math.exp(-Math.SQRT2 * draw) / 2
      expect(p).toBeCloseTo(u < 0.5 ? 0.5 - u : u, 14)
    }
  })

  it('has uniform noise on [−√3, √3)', () => {
    const draws = unitNoise(5000, 'uniform', seededRng(4))
    const uniforms = seededRng(4).child('0')
    for (const draw of draws) expect(draw).toBe(Math.sqrt(3) * (2 * uniforms.uniform() - 1))
  })

  it('draws every block of records from its own stream, for any number of blocks', () => {
    for (const law of noiseLaws) {
      const whole = unitNoise(2 * BLOCK + 3, law, seededRng(5))
      expect(unitNoise(BLOCK + 7, law, seededRng(5))).toEqual(whole.subarray(0, BLOCK + 7))
      expect(whole[BLOCK]).not.toBe(whole[0])
    }
  })
})
