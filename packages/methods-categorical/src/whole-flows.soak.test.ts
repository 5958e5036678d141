import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { diagonalMatrix, invariantMatrix, mixedWithIdentity, type TransitionMatrix } from './transition-matrix.js'
import { wholeFlows } from './whole-flows.js'

function invariantOf(counts: Float64Array, stay: number, alpha = 1): TransitionMatrix {
  const p = diagonalMatrix(
    counts,
    counts.map(() => stay),
  )
  return mixedWithIdentity(invariantMatrix(p, counts), alpha)
}

describe('wholeFlows', () => {
  it('have the expected mean', () => {
    const counts = Float64Array.of(7, 3, 1, 1)
    const matrix = invariantOf(counts, 0.6)
    const draws = 20_000
    const all = Array.from(counts, () => counts.map(() => 0))
    for (let r = 0; r < draws; r++)
      wholeFlows(counts, matrix, seededRng('mean').child(String(r))).forEach((row, k) =>
        row.forEach((flow, l) => (all[k][l] += flow)),
      )
    all.forEach((row, k) =>
      row.forEach((flow, l) => {
        const expected = counts[k] * matrix[k][l]
        const fraction = expected % 1
        // A flow is one of two neighbours, so that its variance is f(1 − f); |z| > 5.33 by chance once in 1e7.
        const error = Math.sqrt((fraction * (1 - fraction)) / draws)
        expect(Math.abs(flow / draws - expected)).toBeLessThan(5.33 * error + 1e-6)
      }),
    )
  })
})
