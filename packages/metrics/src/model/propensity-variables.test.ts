import {
  categorical,
  dataset,
  measureInput,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
} from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import { describe, expect, it } from 'vitest'
import { tableColumn } from '../testing/run.fixture.js'
import { propensityMetric } from './propensity.js'

/** Returns records with a strong relation between a number and a category, and further unrelated columns. */
function related(n: number, seed: string, isLost = false): Dataset {
  const rng = seededRng(seed)
  const x = Float64Array.from({ length: n }, () => rng.normal())
  const near = (v: number): number => (isLost ? rng.normal() : v) + 0.3 * rng.normal()
  return dataset([
    ['x', numeric(x)],
    ['c', categorical(Array.from(x, (v) => (near(v) > 0 ? 'high' : 'low')))],
    ['noise', numeric(x.map(() => rng.normal()))],
    ['level', categorical(Array.from(x, () => `l${rng.int(4)}`))],
    ['constant', numeric(x.map(() => 7))],
  ])
}

/** Returns the ratios of the columns, and that of the whole, last. */
async function ratiosOf(x: Dataset, y: Dataset, params: Readonly<Record<string, unknown>>): Promise<readonly number[]> {
  const asked = resolveParams(propensityMetric.params, { null: 'independent', ...params })
  const found = await measureByPlan(propensityMetric, measureInput(x, y, { params: asked, rng: seededRng(1) }))
  return [...tableColumn(found, 'variables', 'ratio'), tableColumn(found, 'propensity', 'value')[7]]
}

const with1 = (data: Dataset, name: string, column: Column): Dataset =>
  dataset(data.names.map((one) => [one, one === name ? column : data.column(one)]))

describe('pMSE that a column adds', () => {
  it('is the expected one on average for two samples of one population, of different lengths', async () => {
    const runs = 12
    const sums = new Float64Array(6)
    for (let s = 0; s < runs; s++) {
      const ratios = await ratiosOf(related(700, `a${s}`), related(400 + 50 * s, `b${s}`), { products: true })
      ratios.forEach((ratio, j) => (sums[j] += ratio / runs))
    }
    for (const j of [0, 1, 2, 3, 5]) expect(Math.abs(sums[j] - 1)).toBeLessThan(0.35)
    expect(sums[4]).toBeNaN()
  })

  it('names the two columns of a lost relation, with products only', async () => {
    const [x, y] = [related(800, 'a'), related(800, 'b', true)]
    const [number, category, noise, level, constant, all] = await ratiosOf(x, y, { products: true })
    expect(Math.min(number, category, all)).toBeGreaterThan(4)
    expect(Math.max(noise, level)).toBeLessThan(3)
    expect(constant).toBeNaN()
    expect(Math.max(...(await ratiosOf(x, y, {})).filter((one) => one === one))).toBeLessThan(4)
  })

  it('names a column with another distribution', async () => {
    const x = related(800, 'a')
    const shifted = with1(
      related(800, 'b'),
      'noise',
      numeric(Float64Array.from({ length: 800 }, (_, i) => (i % 40) / 20)),
    )
    const [number, , noise] = await ratiosOf(x, shifted, {})
    expect(noise).toBeGreaterThan(20)
    expect(number).toBeLessThan(4)
  })

  it('is 0 for an unmasked file', async () => {
    const x = related(200, 'a')
    for (const ratio of (await ratiosOf(x, x, { products: true })).filter((one) => one === one))
      expect(ratio).toBeCloseTo(0, 9)
  })
})
