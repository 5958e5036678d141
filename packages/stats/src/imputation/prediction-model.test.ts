import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { categoryScores } from './category-scores.js'
import { predicted, predictionModel } from './prediction-model.js'

const n = 400
const rng = seededRng('predictions')
const normals = (): Float64Array => Float64Array.from({ length: n }, () => rng.normal())
const rows = Int32Array.from({ length: n }, (_, i) => i)
const [a, b] = [normals(), normals()]

describe('predictionModel', () => {
  it('finds a linear relation in any units, up to the ridge', () => {
    const y = a.map((value, i) => 7 + 2 * value - 3e-6 * (1e6 * b[i] + 5))
    const wide = b.map((value) => 1e6 * value + 5)
    const { constant, weights } = predictionModel([a, wide], rows).fit(y)
    // The ridge shrinks by 1e-5 of the correlations.
    expect(weights[0]).toBeCloseTo(2, 3)
    expect(weights[1] * 1e6).toBeCloseTo(-3, 3)
    expect(constant).toBeCloseTo(7, 3)
  })

  it('predicts the mean without predictors, and with a constant one', () => {
    const y = Float64Array.from({ length: n }, (_, i) => i)
    for (const predictors of [[], [new Float64Array(n).fill(3)]]) {
      const prediction = predictionModel(predictors, rows).fit(y)
      expect([...new Set(predicted(prediction, predictors, rows))]).toEqual([(n - 1) / 2])
    }
  })

  it('shares the weight among equal columns, and still predicts', () => {
    const y = a.map((value) => 4 * value)
    const model = predictionModel([a, a.slice(), a.map((value) => -value)], rows)
    const values = predicted(model.fit(y), [a, a.slice(), a.map((value) => -value)], rows)
    values.forEach((value, i) => expect(Math.abs(value - y[i])).toBeLessThan(1e-3))
  })

  it('fits only the given records', () => {
    const y = a.map((value, i) => (i < 200 ? value : 1e6))
    const first = rows.subarray(0, 200)
    const { weights, constant } = predictionModel([a], first).fit(y.subarray(0, 200))
    expect(weights[0]).toBeCloseTo(1, 3)
    expect(constant).toBeCloseTo(0, 3)
  })
})

describe('categoryScores', () => {
  it('orders categories by their predictors, for any codes', () => {
    // Code 2 where a is small, 0 in the middle, 1 if it is large.
    const codes = Int32Array.from(a, (value) => (value < -0.5 ? 2 : value < 0.5 ? 0 : 1))
    const scores = categoryScores(codes, 3, predictionModel([a, b], rows), { predictors: [a, b], rows })
    const of = (code: number): number => scores[codes.indexOf(code)]
    expect((of(0) - of(2)) * (of(1) - of(0))).toBeGreaterThan(0)
    const total = scores.reduce((sum, value) => sum + value, 0)
    expect(total / n).toBeCloseTo(0, 10)
    expect(scores.reduce((sum, value) => sum + value * value, 0) / n).toBeCloseTo(1, 10)
  })

  it('separates categories better than many other numbers', () => {
    const codes = Int32Array.from(a, (value, i) => Math.floor((4 * (value + b[i] * b[i] + 9)) % 4))
    const model = predictionModel([a, b], rows)
    const explained = (y: Float64Array): number => {
      const mean = y.reduce((sum, value) => sum + value, 0) / n
      const fitted = predicted(model.fit(y), [a, b], rows)
      const part = (values: Float64Array): number => values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      return part(fitted) / part(y)
    }
    const best = explained(categoryScores(codes, 4, model, { predictors: [a, b], rows }))
    for (let trial = 0; trial < 200; trial++) {
      const numbers = [rng.normal(), rng.normal(), rng.normal(), rng.normal()]
      // Twelve rounds find the canonical correlation to a few digits.
      expect(explained(Float64Array.from(codes, (code) => numbers[code]))).toBeLessThan(best * 1.02)
    }
  })

  it('is 0 without predictive columns', () => {
    const codes = Int32Array.from({ length: n }, (_, i) => i % 3)
    expect(new Set(categoryScores(codes, 3, predictionModel([], rows), { predictors: [], rows }))).toEqual(new Set([0]))
  })
})
