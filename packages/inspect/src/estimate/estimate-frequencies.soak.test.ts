import { describe, expect, it } from 'vitest'
import { estimateFrequencies } from './estimate-frequencies.js'
import { count, maskedBy, people, regions, sexes } from './estimates.fixture.js'

/**
 * Compares estimates of a variable over many draws with the original frequencies: z of the mean, and squared errors
 * against the estimated variance.
 */
async function expectUnbiased(
  steps: readonly unknown[],
  columns: readonly string[],
  truth: (level: readonly (string | null)[]) => number,
): Promise<void> {
  const draws = 250
  const sums = new Map<
    string,
    { level: readonly (string | null)[]; error: number; squares: number; variance: number }
  >()
  for (let seed = 1; seed <= draws; seed++) {
    const { result } = estimateFrequencies(await maskedBy(people, steps, seed), { columns })
    for (const { level, estimate, standardError } of result[0].levels) {
      const key = JSON.stringify(level)
      const held = sums.get(key) ?? { level, error: 0, squares: 0, variance: 0 }
      const error = estimate - truth(level)
      sums.set(key, {
        level,
        error: held.error + error,
        squares: held.squares + error * error,
        variance: held.variance + standardError * standardError,
      })
    }
  }
  expect(sums.size).toBeGreaterThan(1)
  for (const { error, squares, variance } of sums.values()) {
    expect(Math.abs(error) / Math.sqrt(squares)).toBeLessThan(5.3)
    // The variance of 250 draws has a relative standard error of 9 %; the tolerance is five of them.
    expect(Math.abs(variance / squares - 1)).toBeLessThan(0.45)
  }
}

describe('estimateFrequencies with a public manifest', () => {
  const same = (a: string | null, b: string | null): boolean => a === b

  it('is unbiased for a single column, with the standard errors it reports', async () => {
    await expectUnbiased([{ columns: ['region'], params: { invariant: false, stay: 0.7 } }], ['region'], ([one]) =>
      count(regions, (region) => same(region, one)),
    )
  })

  it('is unbiased for groups, crossed columns and the missing level', async () => {
    const params = { crossed: ['region', 'sex'], missingAsLevel: true, stay: 0.75, invariant: false }
    await expectUnbiased([{ columns: ['region', 'sex'], by: ['year'], params }], ['region', 'sex'], ([region, sex]) =>
      count(regions, (one, i) => same(one, region) && same(sexes[i], sex)),
    )
  })

  it('is unbiased for one of crossed columns, whose records with a missing value were not masked', async () => {
    const params = { crossed: ['region', 'sex'], stay: 0.7 }
    await expectUnbiased([{ columns: ['region', 'sex'], params }], ['region'], ([region]) =>
      count(regions, (one) => same(one, region)),
    )
  })

  it('is unbiased for a column masked in two steps', async () => {
    const step = { columns: ['region'], params: { stay: 0.8, invariant: false } }
    await expectUnbiased([step, step], ['region'], ([one]) => count(regions, (region) => same(region, one)))
  })
})
