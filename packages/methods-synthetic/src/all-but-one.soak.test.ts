import { describe, expect, it } from 'vitest'
import { allButOne, attackedCategories, attackedFiles, shownCategories } from './all-but-one.fixture.js'

const runs = process.env.SDC_SOAK === '1' ? 400 : 60
/** Three standard errors of the difference of two counts. */
const slack = (one: number, other: number): number => 3 * Math.sqrt(Math.max(1, one + other))

describe.each(attackedFiles().map((file) => [file.name, file] as const))('all records but one known: %s', (_, file) => {
  it('the person is guessed no better than from files without them, and their value is not copied', async () => {
    const { inside, outside, copies } = await allButOne(file, { percentOfRecords: 300 }, runs)
    expect(copies).toBe(0)
    expect(inside - outside).toBeLessThanOrEqual(slack(inside, outside))
  })

  it('copied values of single records disclose the person', async () => {
    const params = { smoothing: 'none', smallestLeaf: 1, support: 0, percentOfRecords: 300 } as const
    const { inside, outside, copies } = await allButOne(file, params, runs)
    expect(copies).toBeGreaterThan(runs / 2)
    expect(inside - outside).toBeGreaterThan(slack(inside, outside))
  })
})

describe.each(attackedCategories().map((file) => [file.name, file] as const))('only one has %s', (_, file) => {
  const files = Math.ceil(runs / 10)

  it('it is in no file', async () => {
    expect(await shownCategories(file, { percentOfRecords: 300 }, files)).toBe(0)
  })

  it('copies disclose it', async () => {
    expect(await shownCategories(file, { smoothing: 'none', percentOfRecords: 300 }, files)).toBeGreaterThan(files / 2)
  })
})
