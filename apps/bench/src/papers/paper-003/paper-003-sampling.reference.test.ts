import { expect, it } from 'vitest'
import { paperOptions } from '../options.fixture.js'
import { jpegTables } from './paper-003-jpeg.js'
import { samplingTable } from './paper-003-sampling.js'

const values = ({ checks }: { readonly checks: readonly ({ readonly ours: unknown } | null)[] }): number[] =>
  checks.map((check) => Number(check?.ours))

it('lossy compression: the error grows as the quality falls, and sorted records lose less', async () => {
  const [example, census] = await jpegTables(paperOptions())
  const errors = example.rows.map((row) => values(row)[0])
  expect(errors).toEqual(errors.toSorted((a, b) => a - b))
  // The largest error at Q = 80 by another program, written for this comparison.
  expect(values(example.rows[1])[1]).toBeCloseTo(18.8, 1)
  const [file, sorted] = [census.rows.slice(0, 4), census.rows.slice(4)].map((rows) => rows.map(values))
  for (const [i, [error, loss]] of sorted.entries()) {
    expect(error).toBeLessThan(file[i][0])
    expect(loss).toBeLessThan(file[i][1])
  }
})

it('sampling: a continuous value identifies in every sample, few categories in none', async () => {
  const { rows } = await samplingTable(paperOptions())
  const of = (name: string): number[][] => rows.filter(({ given }) => given[0] === name).map(values)
  for (const row of of('taxable income')) expect(Math.min(...row)).toBeGreaterThan(99)
  for (const [, certain] of of('region, sex, education').slice(0, 3)) expect(certain).toBe(0)
  // The probability that a sample unique is a population unique grows with the sample.
  const certain = of('region, sex, education, age').map(([, share]) => share)
  expect(certain.at(-1)).toBeGreaterThan(certain[0] + 10)
})
