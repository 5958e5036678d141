import { describe, expect, it } from 'vitest'
import { studentQuantile } from './student.js'

describe("the quantile of Student's distribution", () => {
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
})
