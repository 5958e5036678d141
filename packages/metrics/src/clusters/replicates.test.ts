import { describe, expect, it } from 'vitest'
import { overReplicates, replicateInterval } from './replicates.js'

describe('replicates', () => {
  it('have mean, spread and standard error', () => {
    expect(overReplicates(Float64Array.of(2, 4, 6))).toEqual({
      mean: 4,
      sd: 2,
      least: 2,
      greatest: 6,
      standardError: 2 / Math.sqrt(3),
    })
    expect(overReplicates(Float64Array.of(5))).toMatchObject({ mean: 5, sd: 0, standardError: 0 })
  })

  it('the interval is that of Student’s distribution, cut to the range', () => {
    // The 97.5 % quantile with 2 degrees of freedom is 4.302653, and 4.302653 · 2/√3 is 4.968276.
    const values = Float64Array.of(52, 54, 56)
    expect(replicateInterval(values, [0, 100])).toEqual({
      low: expect.closeTo(49.031724, 5) as number,
      high: expect.closeTo(58.968276, 5) as number,
      by: 'replicates',
    })
    expect(replicateInterval(values, [50, 57])).toMatchObject({ low: 50, high: 57 })
    expect(replicateInterval(Float64Array.of(5), [0, 100])).toBeUndefined()
  })
})
