import { describe, expect, it } from 'vitest'
import { tidyEnds } from './tidy-ends.js'

describe('ends of intervals', () => {
  it('have no more digits than the values, unless they are fractions', () => {
    const tidy = tidyEnds(Float64Array.of(14622.88, 8123.17, -0.5))
    const ends = Float64Array.of(14622.880000000001, 23950.449999999997, -77.31000000000131, 1 / 3, Infinity, -Infinity)
    expect([...tidy(ends)]).toEqual([14622.88, 23950.45, -77.31, 1 / 3, Infinity, -Infinity])
  })

  it('are unchanged in a table of zeros, and if values have too many digits for a step', () => {
    expect([...tidyEnds(Float64Array.of(0, 0))(Float64Array.of(0, 0.25))]).toEqual([0, 0.25])
    expect([...tidyEnds(Float64Array.of(Math.PI, Math.E))(Float64Array.of(1.000000000001))]).toEqual([1.000000000001])
  })
})
