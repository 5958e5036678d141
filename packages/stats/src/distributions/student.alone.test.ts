import { describe, expect, it, vi } from 'vitest'
import * as incomplete from './special-functions/incomplete.js'
import { studentQuantile } from './student.js'

vi.mock('./special-functions/incomplete.js', { spy: true })

const probabilities = [1e-4, 0.025, 0.3, 0.975]

/** Reference: R 4.2.2, sprintf("%.17g", qt(p, degrees)) at these probabilities. */
const reference = [
  [0.5, [-10284911.563163277, -164.55767348049446, -1.0095258786071923, 164.55767348049446]],
  [1, [-3183.0987571181508, -12.706204736174707, -0.72654252800536101, 12.706204736174694]],
  [2.5, [-34.867969321114863, -3.5746548420036932, -0.59730773825231553, 3.5746548420036919]],
  [10, [-5.6938201014575123, -2.2281388519862744, -0.54152803875501587, 2.2281388519862739]],
  [1e4, [-3.7203958691176395, -1.9602012398906259, -0.52441722834546667, 1.9602012398906257]],
  [1e6, [-3.719030274762543, -1.9599663568141066, -0.52440067986020866, 1.9599663568141066]],
  [1e9, [-3.7190164992449408, -1.9599639869123251, -0.52440051287519274, 1.9599639869123249]],
] as const

describe("the quantile of Student's distribution", () => {
  it.each(reference)('equals R for %d degrees of freedom', (degrees, expected) => {
    probabilities.forEach((p, i) => {
      // As the docblock says; R's own has 12 digits or more.
      expect(Math.abs(studentQuantile(p, degrees) / expected[i] - 1)).toBeLessThan(1e-9)
    })
  })

  it('is the normal one for infinitely many degrees, 0 in the middle, and refuses values that are not probabilities', () => {
    expect(studentQuantile(0.975, Infinity)).toBeCloseTo(1.9599639845400536, 14)
    expect(studentQuantile(0.5, 3)).toBe(0)
    for (const [p, degrees] of [
      [0, 3],
      [1, 3],
      [Number.NaN, 3],
      [0.9, 0],
      [0.9, Number.NaN],
    ])
      expect(() => studentQuantile(p, degrees)).toThrow(RangeError)
  })

  it.each([
    [0.1, 25],
    [0.5, 31],
    [1, 33],
    [2, 42],
    [2.9, 43],
    [3, 57],
    [5, 51],
    [10, 50],
    [100, 43],
    [10000.0, 29],
  ])('for %d degrees of freedom starts so near that 13 quantiles take %d probabilities', (degrees, most) => {
    vi.clearAllMocks()
    const many = [1e-12, 1e-6, 1e-3, 0.05, 0.2, 0.4, 0.51, 0.7, 0.9, 0.97, 0.999, 1 - 1e-6, 1 - 1e-9]
    for (const p of many) expect(Math.sign(studentQuantile(p, degrees))).toBe(Math.sign(p - 0.5))
    expect(vi.mocked(incomplete.betaFraction).mock.calls.length).toBeLessThanOrEqual(most)
  })

  it('has closed forms for 1, 2 and 4 degrees', () => {
    for (const p of [1e-9, 1e-4, 0.1, 0.24, 0.26, 0.4, 0.499, 0.6, 0.9, 0.999]) {
      const a = 4 * p * (1 - p)
      expect(studentQuantile(p, 1) / (-1 / Math.tan(Math.PI * p))).toBeCloseTo(1, 10)
      expect(studentQuantile(p, 2) / ((2 * (p - 0.5)) / Math.sqrt(a / 2))).toBeCloseTo(1, 10)
      const q = Math.cos(Math.acos(Math.sqrt(a)) / 3) / Math.sqrt(a)
      expect(studentQuantile(p, 4) / (Math.sign(p - 0.5) * 2 * Math.sqrt(q - 1))).toBeCloseTo(1, 8)
    }
  })

  it('agrees with its expansion at 1e5 degrees of freedom, and with the normal law beyond', () => {
    for (const p of [1e-6, 0.01, 0.3, 0.9]) {
      expect(studentQuantile(p, 1e5) / studentQuantile(p, 99_999.9)).toBeCloseTo(1, 8)
      vi.clearAllMocks()
      studentQuantile(p, 1e5)
      expect(vi.mocked(incomplete.betaFraction)).not.toHaveBeenCalled()
    }
  })
})
