import { seededRng } from '@sdc/core'
import { Matrix, inverse } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { transitionEstimate, type TransitionEstimate } from './transition-estimate.js'

const rows = (...all: readonly (readonly number[])[]): Float64Array[] => all.map((row) => Float64Array.from(row))

function estimated(matrix: readonly Float64Array[], counts: readonly number[]): TransitionEstimate {
  const found = transitionEstimate(matrix, Float64Array.from(counts))
  if (found.estimates === undefined) throw new Error(`singular: ${found.condition}`)
  return found
}

const unit = (size: number, k: number): Float64Array => Float64Array.from({ length: size }, (_, i) => Number(i === k))

/** |z| beyond it: a false alarm once in 1e7. */
const zBound = 5.3

describe('transitionEstimate', () => {
  it('by hand: two categories, P = (.8 .2; .4 .6), t′ = (70, 30)', () => {
    const { estimates, varianceOf, condition } = estimated(rows([0.8, 0.2], [0.4, 0.6]), [70, 30])
    // (Pᵀ)⁻¹ = (1.5 −1; −.5 2).
    expect(estimates[0]).toBeCloseTo(75, 12)
    expect(estimates[1]).toBeCloseTo(25, 12)
    // Binomial: 75·.8·.2 + 25·.4·.6 = 18, over (.8 − .4)².
    expect(varianceOf(unit(2, 0))).toBeCloseTo(18 / 0.16, 10)
    expect(varianceOf(unit(2, 1))).toBeCloseTo(18 / 0.16, 10)
    // The total is known.
    expect(varianceOf(Float64Array.of(1, 1))).toBeCloseTo(0, 10)
    // ‖P‖₁ = 1.2, ‖P⁻¹‖₁ = ‖(1.5 −.5; −1 2)‖₁ = 2.5.
    expect(condition).toBeCloseTo(3, 12)
  })

  it('has the covariance of its definition, A·V·Aᵀ', () => {
    const p = rows([0.7, 0.2, 0.1, 0], [0.05, 0.8, 0.1, 0.05], [0.3, 0, 0.5, 0.2], [0, 0.1, 0, 0.9])
    const counts = [420, 310, 95, 175]
    const { estimates, varianceOf } = estimated(p, counts)
    const v = Matrix.zeros(4, 4)
    p.forEach((row, l) =>
      row.forEach((a, i) =>
        row.forEach((b, j) => v.set(i, j, v.get(i, j) + estimates[l] * ((i === j ? a : 0) - a * b))),
      ),
    )
    const a = inverse(new Matrix(p.map((row) => [...row])).transpose())
    const covariance = a.mmul(v).mmul(a.transpose())
    for (const weights of [
      [1, 0, 0, 0],
      [0, 0, 1, 0],
      [0, 1, 1, 0],
      [0.5, 0, -1, 2],
    ]) {
      const w = new Matrix([weights])
      const expected = w.mmul(covariance).mmul(w.transpose()).get(0, 0)
      expect(Math.abs(varianceOf(Float64Array.from(weights)) / expected - 1)).toBeLessThan(1e-12)
    }
  })

  it('is unbiased, with a standard error correct within 5 %, over 10⁴ draws', () => {
    const p = rows([0.8, 0.15, 0.05], [0.1, 0.6, 0.3], [0, 0.25, 0.75])
    const t = [900, 250, 50]
    const draws = 10_000
    const rng = seededRng('estimates')
    const sums = [0, 0, 0]
    const squares = [0, 0, 0]
    const variances = [0, 0, 0]
    for (let r = 0; r < draws; r++) {
      const after = [0, 0, 0]
      t.forEach((count, k) => {
        for (let i = 0; i < count; i++) {
          const u = rng.uniform()
          after[u < p[k][0] ? 0 : u < p[k][0] + p[k][1] ? 1 : 2]++
        }
      })
      const { estimates, varianceOf } = estimated(p, after)
      estimates.forEach((estimate, k) => {
        sums[k] += estimate - t[k]
        squares[k] += (estimate - t[k]) * (estimate - t[k])
        variances[k] += varianceOf(unit(3, k))
      })
    }
    t.forEach((_, k) => {
      const spread = Math.sqrt(squares[k] / draws)
      expect(Math.abs(sums[k] / draws) / (spread / Math.sqrt(draws))).toBeLessThan(zBound)
      // The sd of 10⁴ draws has itself an error of .7 %.
      expect(Math.abs(Math.sqrt(variances[k] / draws) / spread - 1)).toBeLessThan(0.05)
    })
  })

  it('keeps negative estimates, and has no error if nothing was changed', () => {
    const { estimates } = estimated(rows([0.8, 0.2], [0.2, 0.8]), [95, 5])
    expect(estimates[1]).toBeCloseTo(-25, 12)
    const same = estimated(rows([1, 0], [0, 1]), [7, 3])
    expect([...same.estimates, same.varianceOf(unit(2, 0)), same.condition]).toEqual([7, 3, 0, 1])
    expect(estimated([], []).estimates).toHaveLength(0)
  })

  it('gives the condition number of a matrix that is singular, or nearly so', () => {
    const of = (...all: number[][]): ReturnType<typeof transitionEstimate> => transitionEstimate(rows(...all), Float64Array.of(1, 1)) // oxfmt-ignore
    expect(of([0.5, 0.5], [0.5, 0.5])).toEqual({ estimates: undefined, condition: Infinity })
    const near = of([0.5, 0.5], [0.5 - 1e-11, 0.5 + 1e-11])
    expect(near.estimates).toBeUndefined()
    expect(near.condition).toBeGreaterThan(5e10)
    expect(near.condition).toBeLessThan(2e11)
    expect(of([0.5, 0.5], [0.5 - 1e-9, 0.5 + 1e-9]).estimates).toBeDefined()
  })
})
