import { describe, expect, it } from 'vitest'
import { correlationMatrix, pearson } from './correlation.js'
import { mean, standardDeviation } from './moments.js'
import { standardise } from './standardise.js'
import { squarablePower, timesPower } from './times-power.js'

describe('timesPower', () => {
  it('multiplies exactly, beyond the range of one power', () => {
    expect([...timesPower(Float64Array.of(5e-324, -1e-323), 1074)]).toEqual([1, -2])
    expect([...timesPower(Float64Array.of(2, NaN), -1075)]).toEqual([5e-324, NaN])
  })
})

describe('squarablePower', () => {
  it('is 0 for values whose squares are doubles, and brings others to about 1', () => {
    expect(squarablePower(Float64Array.of(0, NaN), Float64Array.of(1e100, -1e-120))).toBe(0)
    expect(squarablePower(Float64Array.of(0, NaN))).toBe(0)
    for (const unit of [5e-324, 1e-200, 1e200, 1.7e308]) {
      const [scaled] = timesPower(Float64Array.of(unit), squarablePower(Float64Array.of(unit, -unit / 3)))
      expect(scaled).toBeGreaterThanOrEqual(1)
      expect(scaled).toBeLessThan(2)
    }
  })
})

describe('values with squares that overflow or vanish', () => {
  const units = [1e-200, 1e-310, 1e200, 1e307]
  const steps = [1, 4, 2, 8, 5]

  it.each(units)('have standard deviations, standardised values and correlations: %d', (unit) => {
    const [a, b] = [Float64Array.from(steps), Float64Array.of(2, 1, 5, 9, 9)]
    const tiny = a.map((step) => step * unit)
    // 1e-310 is subnormal: 3 digits of it are lost.
    const digits = unit < 1e-307 ? 11 : 14
    expect(mean(tiny) / unit).toBeCloseTo(4, digits)
    expect(standardDeviation(tiny) / unit).toBeCloseTo(standardDeviation(a), digits)
    const { columns, constant } = standardise([tiny])
    expect(constant).toEqual([false])
    standardise([a]).columns[0].forEach((z, i) => expect(columns[0][i]).toBeCloseTo(z, digits))
    expect(pearson(tiny, b)).toBeCloseTo(pearson(a, b), digits)
    expect(correlationMatrix([tiny, b]).get(0, 1)).toBeCloseTo(pearson(a, b), digits)
    expect(correlationMatrix([tiny, tiny]).get(0, 1)).toBeCloseTo(1, digits)
  })
})
