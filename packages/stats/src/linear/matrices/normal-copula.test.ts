import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { copulaCorrelations, nearestCopula, normalFromSpearman } from './normal-copula.js'

describe('normal correlations of Spearman correlations', () => {
  it('invert ρ_s = 6/π·arcsin(ρ/2)', () => {
    for (const rho of [-1, -0.5, 0, 0.3, 1])
      expect(normalFromSpearman((6 / Math.PI) * Math.asin(rho / 2))).toBeCloseTo(rho, 15)
  })

  it('are a correlation matrix, the nearest one if needed', () => {
    const possible = copulaCorrelations(new Matrix([[1, 0.5], [0.5, 1]])) // oxfmt-ignore
    expect(possible.moved).toBe(0)
    expect(possible.correlations.get(1, 0)).toBeCloseTo(2 * Math.sin(Math.PI / 12), 15)
    // Spearman .9, .9 and .5: ρ = .908, .908, .518 have the determinant 1 + 2·.908²·.518 − 2·.908² − .518² = −.063.
    const impossible = copulaCorrelations(new Matrix([[1, 0.9, 0.5], [0.9, 1, 0.9], [0.5, 0.9, 1]])) // oxfmt-ignore
    expect(impossible.moved).toBeGreaterThan(0.01)
    expect(impossible.correlations.diagonal()).toEqual([1, 1, 1])
    expect(nearestCopula(impossible.correlations).moved).toBe(0)
    expect(copulaCorrelations(Matrix.eye(0)).moved).toBe(0)
  })

  it('ignore moves by rounding, and report the size of other moves', () => {
    const pair = (rho: number): Matrix => new Matrix([[1, rho], [rho, 1]]) // oxfmt-ignore
    expect(nearestCopula(pair(1 + 5e-10)).moved).toBe(0)
    expect(nearestCopula(pair(1 + 4e-9)).moved / 4e-9).toBeCloseTo(1, 1)
    expect(nearestCopula(pair(-1.25)).moved).toBeCloseTo(0.25, 9)
    expect(copulaCorrelations(new Matrix([[9, 0.5], [0.5, 9]])).correlations.diagonal()).toEqual([1, 1]) // oxfmt-ignore
  })
})
