import { describe, expect, it } from 'vitest'
import { studentQuantile } from './student.js'

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
  it.each(reference)('is what R gives with %d degrees of freedom', (degrees, expected) => {
    probabilities.forEach((p, i) => {
      // As the docblock says; R's own has 12 digits or more.
      expect(Math.abs(studentQuantile(p, degrees) / expected[i] - 1)).toBeLessThan(1e-9)
    })
  })

  it('is never NaN, and infinite only above the greatest number', () => {
    // R: qt(.975, .008187553112690807) is 3.6e157, its square no number.
    for (let degrees = 0.5; degrees > 1e-9; degrees *= 0.97) {
      expect(studentQuantile(0.975, degrees)).toBeGreaterThan(0)
      expect(studentQuantile(0.025, degrees)).toBeLessThan(0)
    }
    expect(studentQuantile(0.975, 0.008187553112690807) / 1e157).toBeCloseTo(3.6, 1)
    expect(studentQuantile(0.025, 0.008187553112690807) / 1e157).toBeCloseTo(-3.6, 1)
    expect(studentQuantile(0.975, 0.001)).toBe(Infinity)
  })

  it('is the normal one with infinitely many, 0 in the middle, and refuses what is no probability', () => {
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
})
