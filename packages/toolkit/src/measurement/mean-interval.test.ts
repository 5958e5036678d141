import { describe, expect, it } from 'vitest'
import { replicateInterval } from './mean-interval.js'

describe('the interval of a mean over replicates', () => {
  it('is that of Student’s distribution, limited to the range', () => {
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
