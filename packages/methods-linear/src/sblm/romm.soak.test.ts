import { numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { type TestFile } from '../shared/testing.fixture.js'
import { closeness } from './romm.fixture.js'

const rng = seededRng('romm')

function correlated(n: number): TestFile {
  const s = new Float64Array(n).map(() => rng.normal())
  const a = s.map((value) => value + rng.normal())
  return { x: [a, a.map((value) => Math.exp(value / 2) + rng.normal())], given: [numeric(s)] }
}

describe('linear/romm', () => {
  it('has none with ρ = 0, and less than ρ with the full basis', async () => {
    expect(Math.abs(await closeness(correlated(200), { similarity: 0 }, 60))).toBeLessThan(0.04)
    // About .36 here, with a standard error of at most .16/√200 = .011 over runs.
    const full = await closeness(correlated(30), { similarity: 0.5, basis: 'full' }, 200)
    expect(full).toBeLessThan(0.5 - 0.06)
    expect(full).toBeGreaterThan(0.2)
  })
})
