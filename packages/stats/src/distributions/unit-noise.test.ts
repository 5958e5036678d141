import { seededRng, type Rng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { mean } from '../moments/moments.js'
import { noiseLaws, unitNoise } from './unit-noise.js'

/** The tests' bound for |z|: a false alarm once in 1e7. */
const zBound = 5.33

/** A source whose uniform numbers are these, in turn. */
function fixed(...numbers: readonly number[]): Rng {
  let at = 0
  return { ...seededRng(0), uniform: () => numbers[at++] }
}

describe('unitNoise', () => {
  it.each(noiseLaws)('%s has mean 0 and variance 1', (law) => {
    const n = 1e6
    const draws = unitNoise(n, law, seededRng(law))
    expect(Math.abs(mean(draws)) * Math.sqrt(n)).toBeLessThan(zBound)
    const kurtosis = { normal: 3, uniform: 9 / 5, laplace: 6 }[law]
    const sd = Math.sqrt((kurtosis - 1) / n)
    expect(Math.abs(mean(draws.map((value) => value * value)) - 1) / sd).toBeLessThan(zBound)
  })

  it('inverts the distribution function of Laplace and is finite at both ends of [0, 1)', () => {
    const last = 1 - 2 ** -53
    const draws = unitNoise(5, 'laplace', fixed(0, 0.25, 0.5, 0.75, last))
    // F(x) = e^{√2·x}/2 for x ≤ 0: F⁻¹(¼) = −ln 2/√2; the lower half is walked from 0 outwards.
    const quarter = Math.LN2 / Math.SQRT2
    const expected = [0, -quarter, 0, quarter, (52 * Math.LN2) / Math.SQRT2]
    expected.forEach((value, i) => expect(draws[i]).toBeCloseTo(value, 12))
  })

  it('has uniform noise on [−√3, √3)', () => {
    const draws = unitNoise(2, 'uniform', fixed(0, 0.5))
    expect(Array.from(draws)).toEqual([-Math.sqrt(3), 0])
  })
})
