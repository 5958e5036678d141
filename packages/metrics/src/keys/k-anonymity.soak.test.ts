import { numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { run } from './k-anonymity.fixture.js'

describe('risk/k-anonymity', () => {
  it('accepts a million values of a key, some missing', async () => {
    const n = 1_000_000
    const id = Float64Array.from({ length: n }, (_, i) => (i % 1000 === 0 ? Number.NaN : i * 0.1))
    const measured = await run({ id: numeric(id), two: numeric(id.map((_, i) => i % 2)) })
    // 1,000 records without an id, all with two = 0: each matches those 500,000 − 1,000 others, and themselves.
    expect(measured.records?.[0]).toBe(n / 2)
    expect(measured.records?.[1]).toBe(1)
    expect(measured.records?.[2]).toBe(1001)
  })
})
