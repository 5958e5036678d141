import { describe, expect, it } from 'vitest'
import { householdRisks, unevenHouseholds } from './household-risk.js'

describe('householdRisks', () => {
  it('is the probability that at least one member is re-identified', () => {
    const risks = householdRisks(Float64Array.of(0.5, 0.2, 0.5, 1, 0, 0.3), Int32Array.of(1, 0, 1, 2, 2, -1))
    ;[0.75, 0.2, 0.75, 1, 1, 0.3].forEach((risk, i) => expect(risks[i]).toBeCloseTo(risk, 15))
  })

  it('is exact for small risks, and accepts no record', () => {
    const n = 1e4
    const [first] = householdRisks(new Float64Array(n).fill(1e-12), new Int32Array(n))
    // 1 − (1 − r)ⁿ = nr(1 − (n − 1)r/2 + …).
    expect(first / (n * 1e-12)).toBeCloseTo(1 - ((n - 1) * 1e-12) / 2, 12)
    expect(householdRisks(new Float64Array(0), new Int32Array(0))).toHaveLength(0)
  })
})

describe('unevenHouseholds', () => {
  it('counts households with two weights, each once', () => {
    const weights = Float64Array.of(1, 2, 1, 3, 3, 4, 5, 9)
    expect(unevenHouseholds(weights, Int32Array.of(0, 0, 0, 1, 1, -1, -1, 2))).toBe(1)
    expect(unevenHouseholds(weights, Int32Array.of(0, 0, 0, 1, 1, 1, 2, 2))).toBe(3)
  })
})
