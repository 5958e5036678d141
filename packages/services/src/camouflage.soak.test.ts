import { seededRng, type Query } from '@sdc/core'
import { linearRegression } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { opened, people } from './testing.fixture.js'

const data = people(60)
const of = (name: string): Float64Array => {
  const column = data.column(name)
  return column.kind === 'numeric' ? column.values : Float64Array.from(column.codes)
}
const ages = of('age')

/** Conditions that some records meet, and these records. */
function draw(rng: ReturnType<typeof seededRng>, most = 60): { where: NonNullable<Query['where']>; rows: number[] } {
  const where: Record<string, string | [number, number]> = {}
  const low = 1 + rng.int(60)
  where.id = [low, low + rng.int(most)]
  if (rng.uniform() < 0.3) where.region = ['north', 'south', 'east'][rng.int(3)]
  if (rng.uniform() < 0.3) where.age = [18, 18 + rng.int(60)]
  const region = data.column('region')
  const rows = Array.from({ length: data.rows }, (_, i) => i).filter((i) => {
    const label = region.kind === 'categorical' ? region.levels[region.codes[i]] : ''
    return (
      i + 1 >= low &&
      i + 1 <= Number(where.id[1]) &&
      (where.region === undefined || label === where.region) &&
      (where.age === undefined || ages[i] <= Number(where.age[1]))
    )
  })
  return { where, rows }
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const product = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, one, i) => sum + (one - mean(x)) * (y[i] - mean(y)), 0) / (x.length - 1)

/** True value, computed from the data; null if there is none. */
const truths: Record<string, { columns: string[]; of: (rows: number[]) => number[] | null }> = {
  sum: { columns: ['income'], of: (rows) => [rows.reduce((sum, i) => sum + of('income')[i], 0)] },
  mean: { columns: ['income'], of: (rows) => [mean(rows.map((i) => of('income')[i]))] },
  variance: {
    columns: ['income'],
    of: (rows) => (rows.length < 2 ? null : [product(rows.map((i) => of('income')[i]), rows.map((i) => of('income')[i]))]), // oxfmt-ignore
  },
  covariance: {
    columns: ['income', 'wage'],
    of: (rows) => (rows.length < 2 ? null : [product(rows.map((i) => of('income')[i]), rows.map((i) => of('wage')[i]))]), // oxfmt-ignore
  },
  min: { columns: ['income'], of: (rows) => [Math.min(...rows.map((i) => of('income')[i]))] },
  max: { columns: ['income'], of: (rows) => [Math.max(...rows.map((i) => of('income')[i]))] },
  median: {
    columns: ['income'],
    of(rows) {
      const sorted = rows.map((i) => of('income')[i]).sort((a, b) => a - b)
      return [(sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2]
    },
  },
  regression: {
    columns: ['income', 'hours', 'age'],
    of(rows) {
      const take = (name: string): Float64Array => Float64Array.from(rows, (i) => of(name)[i])
      // By name: age, then hours.
      const fit = linearRegression(take('income'), [take('age'), take('hours')])
      return rows.length < 3 || fit.dependent.length > 0 ? null : [...fit.coefficients]
    },
  },
}

describe('10,000 random queries of each kind', () => {
  it.each(Object.entries(truths))('%s: no true value is outside the answer', async (ask, truth) => {
    const service = await opened(data)
    const rng = seededRng(ask)
    let outside = 0
    let asked = 0
    let lost = 0
    let narrower = 0
    while (asked < 10_000) {
      // A median of many records takes long; medians of thousands are tested with the kernel.
      const { where, rows } = draw(rng, ask === 'median' ? 16 : 60)
      const query = { ask, columns: truth.columns, where } as Query
      const right = rows.length === 0 ? null : truth.of(rows)
      if (right === null) continue
      asked++
      const { interval, coefficients } = service.answer(query)
      const found = coefficients?.map((one) => one.interval) ?? (interval ? [interval] : [])
      lost += Math.abs(found.length - right.length)
      found.forEach(([low, high], c) => {
        if (!(low <= right[c] && right[c] <= high)) outside++
        if (Number.isFinite(low) && Number.isFinite(high) && high > low) narrower++
      })
    }
    expect([outside, lost]).toEqual([0, 0])
    expect(narrower).toBeGreaterThan(9_900)
  })
})
