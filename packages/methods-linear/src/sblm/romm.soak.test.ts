import { numeric, seededRng } from '@sdc/core'
import { residualise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { average, cov } from '@sdc/testing/moments'
import { rommMethod } from './romm.js'
import { mask, numbersOf, type TestFile } from '../shared/testing.fixture.js'

const rng = seededRng('romm')

function correlated(n: number): TestFile {
  const s = new Float64Array(n).map(() => rng.normal())
  const a = s.map((value) => value + rng.normal())
  return { x: [a, a.map((value) => Math.exp(value / 2) + rng.normal())], given: [numeric(s)] }
}

/** Mean correlation, over columns and runs, of masked and original residuals given S. */
async function closeness(file: TestFile, params: Readonly<Record<string, unknown>>, runs: number): Promise<number> {
  const s = numbersOf(file.given)
  const x = residualise(file.x, s)
  const found: number[] = []
  for (let seed = 0; seed < runs; seed++) {
    const y = residualise(await mask(rommMethod, file, params, seed), s)
    y.forEach((column, j) => found.push(cov(column, x[j]) / Math.sqrt(cov(column, column) * cov(x[j], x[j]))))
  }
  return average(Float64Array.from(found))
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
