import { describe, expect, it } from 'vitest'
import { estimateFrequencies } from './estimate-frequencies.js'
import { count, maskedBy, people, regions, sexes } from './estimates.fixture.js'

/** Over draws the estimates of a variable against what there was: z of the mean, and the errors against the spread. */
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
    // The variance of 250 draws has an error of 9 %; five times that.
    expect(Math.abs(variance / squares - 1)).toBeLessThan(0.45)
  }
}

describe('sdc estimate, from a public manifest', () => {
  const same = (a: string | null, b: string | null): boolean => a === b

  it('is unbiased with the errors it says, of a column by itself', async () => {
    await expectUnbiased([{ columns: ['region'], params: { invariant: false, stay: 0.7 } }], ['region'], ([one]) =>
      count(regions, (region) => same(region, one)),
    )
  })

  it('… of groups, crossed columns and the missing level', async () => {
    const params = { crossed: ['region', 'sex'], missingAsLevel: true, stay: 0.75, invariant: false }
    await expectUnbiased([{ columns: ['region', 'sex'], by: ['year'], params }], ['region', 'sex'], ([region, sex]) =>
      count(regions, (one, i) => same(one, region) && same(sexes[i], sex)),
    )
  })

  it('… of one of crossed columns, where a record with a missing value stays as it was', async () => {
    const params = { crossed: ['region', 'sex'], stay: 0.7 }
    await expectUnbiased([{ columns: ['region', 'sex'], params }], ['region'], ([region]) =>
      count(regions, (one) => same(one, region)),
    )
  })

  it('… of a column that went through two steps', async () => {
    const step = { columns: ['region'], params: { stay: 0.8, invariant: false } }
    await expectUnbiased([step, step], ['region'], ([one]) => count(regions, (region) => same(region, one)))
  })
})
