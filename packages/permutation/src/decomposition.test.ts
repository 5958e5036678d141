import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decompose, meanDistanceAtRandom } from './decomposition.js'
import { paperTable1 } from '../../reverse-map/src/paper-tables.fixture.js'

const value = fc.oneof(
  fc.integer({ min: -4, max: 4 }),
  fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
  fc.constant(Number.NaN),
)
const pairs = fc.array(fc.tuple(value, value), { maxLength: 40 })
const f64 = (values: readonly number[]): Float64Array => Float64Array.from(values)
const split = (list: readonly (readonly [number, number])[]): [Float64Array, Float64Array] => [
  f64(list.map(([a]) => a)),
  f64(list.map(([, b]) => b)),
]

describe('decompose', () => {
  it('is a permutation and noise that changes no rank', () => {
    fc.assert(
      fc.property(pairs, fc.integer(), (list, seed) => {
        const [x, y] = split(list)
        const { z, residual, distance, pairs: used } = decompose(x, y, seededRng(seed))
        const complete = list.flatMap(([a, b], i) => (Number.isNaN(a) || Number.isNaN(b) ? [] : [i]))
        expect(used).toBe(complete.length)
        expect(f64(complete.map((i) => z[i])).sort()).toEqual(f64(complete.map((i) => x[i])).sort())
        const byZ = [...complete].sort((a, b) => z[a] - z[b] || y[a] - y[b])
        for (let at = 1; at < byZ.length; at++) expect(y[byZ[at - 1]]).toBeLessThanOrEqual(y[byZ[at]])
        for (const i of complete) {
          // Two roundings, each of half a unit in the last place of the larger operand.
          const unit = Number.EPSILON * Math.max(Math.abs(y[i]), Math.abs(z[i]), Number.MIN_VALUE)
          expect(Math.abs(z[i] + residual[i] - y[i])).toBeLessThanOrEqual(unit)
          expect(distance[i]).toBeLessThan(Math.max(1, complete.length))
        }
        list.forEach((_, i) => expect(Number.isNaN(z[i]) && Number.isNaN(distance[i])).toBe(!complete.includes(i)))
      }),
    )
  })

  it('moves nothing in an unmasked column, and has no noise in a reverse-mapped column', () => {
    const list = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2 })
    fc.assert(
      fc.property(list, fc.integer(), (values, seed) => {
        const x = f64(values)
        const same = decompose(x, x, seededRng(seed))
        expect(same.distance.every((one) => one === 0)).toBe(true)
        expect(same.noiseShare).toBeNull()
        const swapped = decompose(x, f64([...values].reverse()), seededRng(seed))
        expect(swapped.residual.every((one) => one === 0)).toBe(true)
        expect(swapped.noiseShare === null || swapped.noiseShare === 0).toBe(true)
      }),
    )
  })

  it('has the z and the ranks of Muralidhar, Sarathy & Domingo-Ferrer 2014, table 1', () => {
    const { z, distance } = decompose(f64(paperTable1.x), f64(paperTable1.y))
    expect([...z]).toEqual(paperTable1.z)
    expect([...distance]).toEqual(paperTable1.rankX.map((rank, i) => Math.abs(rank - paperTable1.rankY[i])))
  })

  it('the worked example: noise share by hand', () => {
    const { z, distance, residual, noiseShare } = decompose(f64([1, 5, 3]), f64([4.5, 1.5, 4]))
    expect([[...z], [...distance], [...residual]]).toEqual([
      [5, 1, 3],
      [2, 2, 0],
      [-0.5, 0.5, 1],
    ])
    // e has mean 1/3 and y − x = (3.5, −3.5, 1) has: (e − 1/3)² sum to 7/6, (y − x − 1/3)² to 151/6.
    expect(noiseShare).toBeCloseTo(7 / 151, 12)
  })

  it('has no noise share if the masking only shifts, for any rounding', () => {
    const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(values, fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (list, shift) => {
        const x = f64(list)
        const y = x.map((one) => one + shift)
        expect(decompose(x, y).noiseShare).toBeNull()
      }),
    )
    // A real change next to a value whose unit in the last place is greater: no shift.
    expect(decompose(f64([1e17, 1, 2]), f64([1e17, 3, 1])).noiseShare).not.toBeNull()
    expect(decompose(f64([7]), f64([9])).noiseShare).toBeNull()
  })

  it('has the noise share of the same values in any unit', () => {
    const [x, y] = [f64([1, 5, 3]), f64([4.5, 1.5, 4])]
    // Powers of two are exact: the squares of the first would be infinite, those of the last zero.
    for (const unit of [2 ** 1020, 2 ** 600, 2 ** -600, 2 ** -1000]) {
      const scaled = (values: Float64Array): Float64Array => values.map((one) => one * unit)
      expect(decompose(scaled(x), scaled(y)).noiseShare).toBeCloseTo(7 / 151, 12)
    }
    // Differences that no number can hold.
    expect(decompose(f64([-1.7e308, 1.7e308]), f64([1.7e308, -1.7e308])).noiseShare).toBe(0)
  })

  it('moves a third of the file on average for a random permutation', () => {
    const n = 2001
    const x = Float64Array.from({ length: n }, (_, i) => i)
    const moved = decompose(x, seededRng('permutation').shuffle(x.slice())).distance
    const mean = moved.reduce((sum, one) => sum + one, 0) / n
    // The distances have variance about n²/18 and weak dependence: |z| < 5.33 (1e-7) with twice the independent variance.
    expect(Math.abs(mean - meanDistanceAtRandom(n))).toBeLessThan(5.33 * Math.sqrt((2 * n) / 18))
  })

  it('refuses files without a link and infinite values', () => {
    expect(() => decompose(f64([1, 2]), f64([1]))).toThrow(/2 original and 1 masked/)
    expect(() => decompose(f64([1, Infinity]), f64([1, 2]))).toThrow(/original value of record 2/)
    expect(() => decompose(f64([1, 2]), f64([-Infinity, 2]))).toThrow(/masked value of record 1/)
  })
})
