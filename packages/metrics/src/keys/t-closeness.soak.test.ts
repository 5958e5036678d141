import { numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { runKeys } from './keys.fixture.js'
import { lDiversityMetric } from './l-diversity.js'
import { tClosenessMetric } from './t-closeness.js'

describe('a million records', () => {
  it('both metrics accept a key with 900,000 values, some missing, and as many sensitive values', async () => {
    const n = 1_000_000
    const id = Float64Array.from({ length: n }, (_, i) => (i % 50_000 === 0 ? Number.NaN : i % 900_000))
    const columns = {
      id: numeric(id),
      two: numeric(id.map((_, i) => i % 2)),
      s: numeric(id.map((_, i) => (i * 7919) % 900_001)),
    }
    const diversity = await runKeys(lDiversityMetric, columns, { confidential: ['s'] })
    // The 20 without an id, all with two = 0, match half of the file; each other record with two = 0 matches them.
    expect(diversity.records?.[0]).toBeGreaterThan(400_000)
    expect(diversity.records?.[2]).toBeGreaterThanOrEqual(20)
    // Among those with two = 1, only the ids below 100,000 occur twice, with another value.
    expect(diversity.value).toBeCloseTo((100 * (n / 2 - 100_000)) / n, 1)
    const closeness = await runKeys(tClosenessMetric, columns, { confidential: ['s'] })
    expect(closeness.records?.[0]).toBeLessThan(0.01)
    // Records with two = 0 share the values of the 20; all other classes have one or two values.
    expect(closeness.value).toBe(50)
  })
})
