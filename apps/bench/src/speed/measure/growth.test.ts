import { describe, expect, it } from 'vitest'
import { expectedSeconds, growth } from './growth.js'

describe('growth', () => {
  it('is the exponent of a power, for any factor', () => {
    for (const power of [0, 0.5, 1, 1.6, 2])
      expect(
        growth({ n: 1_080, seconds: 3 * 1_080 ** power }, { n: 10_000, seconds: 3 * 10_000 ** power }),
      ).toBeCloseTo(power, 10)
  })
})

describe('expectedSeconds', () => {
  it('continues the slope of the last two sizes', () => {
    const quadratic = [
      { n: 100, seconds: 0.5 },
      { n: 1_000, seconds: 0.01 },
      { n: 10_000, seconds: 1 },
    ]
    expect(expectedSeconds(quadratic, 100_000)).toBeCloseTo(100, 8)
  })

  it('is at least linear: after one size, after a size too short to measure, and after a faster one', () => {
    expect(expectedSeconds([{ n: 1_000, seconds: 2 }], 10_000)).toBeCloseTo(20, 10)
    const short = [
      { n: 1_000, seconds: 0.0009 },
      { n: 10_000, seconds: 2 },
    ]
    expect(expectedSeconds(short, 100_000)).toBeCloseTo(20, 10)
    const faster = [
      { n: 1_000, seconds: 3 },
      { n: 10_000, seconds: 2 },
    ]
    expect(expectedSeconds(faster, 100_000)).toBeCloseTo(20, 10)
  })

  it('is null without measurements', () => {
    expect(expectedSeconds([], 10)).toBeNull()
  })
})
