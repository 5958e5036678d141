import { describe, expect, it } from 'vitest'
import { overReplicates } from './replicates.js'

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
})
