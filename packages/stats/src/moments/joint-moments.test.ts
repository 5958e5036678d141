import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '@sdc/core'
import { centralSumsOfBlock, momentsOfCentralSums, pairTotalsOfBlock, type JointMoments } from './joint-moments.js'

function jointMoments(a: Float64Array, b: Float64Array): JointMoments {
  const added = (of: (a: Float64Array, b: Float64Array) => Float64Array): Float64Array =>
    blocksOf(a.length)
      .map(({ first, end }) => of(a.subarray(first, end), b.subarray(first, end)))
      .reduce((total, own) => total.map((sum, k) => sum + own[k]))
  const totals = added(pairTotalsOfBlock)
  const sums = added((x, y) => centralSumsOfBlock(x, y, totals))
  return momentsOfCentralSums(totals, sums)
}

/** μ_rs by its definition. */
function moment(a: number[], b: number[], r: number, s: number): number {
  const complete = a.flatMap((v, i): [number, number][] => (v === v && b[i] === b[i] ? [[v, b[i]]] : []))
  const average = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length
  const [ca, cb] = [average(complete.map(([v]) => v)), average(complete.map(([, v]) => v))]
  const power = (base: number, to: number): number => Array.from({ length: to }, () => base).reduce((p, v) => p * v, 1)
  return average(complete.map(([v, w]) => power(v - ca, r) * power(w - cb, s)))
}

describe('momentsOfCentralSums', () => {
  it('equals the definition over the complete pairs', () => {
    const value = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) }, fc.constant(Number.NaN))
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 30 }), (pairs) => {
        const [a, b] = [pairs.map(([v]) => v), pairs.map(([, w]) => w)]
        const count = pairs.filter(([v, w]) => v === v && w === w).length
        const found = jointMoments(Float64Array.from(a), Float64Array.from(b))
        expect(found.count).toBe(count)
        for (const [name, r, s] of [
          ['m20', 2, 0],
          ['m02', 0, 2],
          ['m11', 1, 1],
          ['m40', 4, 0],
          ['m04', 0, 4],
          ['m31', 3, 1],
          ['m13', 1, 3],
          ['m22', 2, 2],
        ] as const)
          if (count === 0) expect(found[name]).toBeNaN()
          // Fourth powers up to 18⁴ = 1e5, with 12 correct digits.
          else expect(Math.abs(found[name] - moment(a, b, r, s))).toBeLessThan(1e-7)
      }),
    )
  })

  it('has the moments of one column, and those of more than one block of records', () => {
    const values = Float64Array.from({ length: 140_000 }, (_, i) => i % 2)
    const { m20, m40, m22, m11, m31, count } = jointMoments(values, values)
    expect(count).toBe(140_000)
    expect([m20, m11]).toEqual([0.25, 0.25])
    expect([m40, m22, m31]).toEqual([0.0625, 0.0625, 0.0625])
  })
})
