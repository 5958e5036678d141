import {
  categorical,
  dataset,
  measureInput,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { regressionOfR, roundedTo } from '../testing/regressions.fixture.js'
import { file, normals, run, tableColumn } from '../testing/run.fixture.js'
import { propensityDesign } from './propensity-design.js'
import { expectedPropensity, propensityScore } from './propensity-score.js'
import { propensityMetric } from './propensity.js'
import { measureByPlan } from '@sdc/toolkit'

const census = censusColumns()
const three = (['AGI', 'FEDTAX', 'INTVAL'] as const).map(
  (name) => [name, census.get(name) ?? expect.fail(name)] as const,
)
const bases = [20000, 2000, 500]
const rounded = new Map(three.map(([name, values], j) => [name, roundedTo(values, bases[j])]))
const pMSE = (measured: Measurement): number => tableColumn(measured, 'propensity', 'value')[0]

async function measured(x: Dataset, y: Dataset, params: Readonly<Record<string, unknown>> = {}): Promise<Measurement> {
  return measureByPlan(
    propensityMetric,
    measureInput(x, y, { params: resolveParams(propensityMetric.params, params), rng: seededRng(1) }),
  )
}

describe('loss/propensity', () => {
  it.each([
    ['main', {}],
    ['squares', { squares: true }],
    ['products', { products: true }],
    ['both', { squares: true, products: true }],
  ])('has the pMSE of R: %s', async (terms, params) => {
    const [value, parameters] = regressionOfR('pmse')[terms]
    const found = await run(propensityMetric, new Map(three), rounded, { params })
    expect(pMSE(found) / value).toBeCloseTo(1, 8)
    expect(tableColumn(found, 'propensity', 'value')[5]).toBe(parameters)
    // c = ½: the maximum is ¼.
    expect(found.value).toBeCloseTo(400 * value, 8)
  })

  it('is 0 for an unmasked file, also in another order and with some records twice', async () => {
    expect((await run(propensityMetric, census, census)).value).toBeCloseTo(0, 12)
    const x = file(census)
    const twice = takeRows(
      x,
      Int32Array.from({ length: 2160 }, (_, i) => (i * 7) % 1080),
    )
    expect((await measured(x, twice)).value).toBeCloseTo(0, 12)
  })

  it('is 100 if a column separates the files, with a warning', async () => {
    const far = new Map([...census].map(([name, values]) => [name, values.map((v) => (name === 'AGI' ? v + 1e7 : v))]))
    const { value, warnings, columns } = await run(propensityMetric, census, far)
    // Limit of the propensities, except for about e⁻²⁰.
    expect(value).toBeCloseTo(100, 6)
    expect(warnings?.[0]).toContain('separation')
    expect(columns?.get('AGI')).toBeCloseTo(100, 6)
    expect(columns?.get('FEDTAX')).toBeCloseTo(0, 10)
  })

  it('equals the value by hand for a category: shares of masked records by category', async () => {
    // a: 30 of 40 records original, b: 10 of 40; c = ½, pMSE = mean (p − ½)² = 1/16, a quarter of the maximum.
    const labels = (as: number): string[] => Array.from({ length: 40 }, (_, i) => (i < as ? 'a' : 'b'))
    const [x, y] = [30, 10].map((as) => dataset([['c', categorical(labels(as))]]))
    const found = await measured(x, y)
    expect(found.value).toBeCloseTo(25, 9)
    expect(found.records?.[0]).toBeCloseTo(25, 9)
    expect(found.records?.[39]).toBeCloseTo(75, 9)
  })

  it('uses missing cells as a category of their own, and in addition to numbers', async () => {
    const values = normals(40, 1, 1).get('v1') ?? expect.fail()
    const holed = (from: number) => values.map((value, i) => (i >= from ? Number.NaN : value))
    const numbers = await run(propensityMetric, { v: holed(30) }, { v: holed(10) })
    const codes = (from: number) => categorical(Array.from({ length: 40 }, (_, i) => (i >= from ? null : 'a')))
    const categories = await measured(dataset([['v', codes(30)]]), dataset([['v', codes(10)]]))
    expect(categories.value).toBeCloseTo(25, 9)
    expect(numbers.value).toBeGreaterThan(25)
    // All values missing, or all equal: nothing to separate by.
    const none = new Float64Array(40).fill(Number.NaN)
    expect(
      (await run(propensityMetric, { none, one: none.map(() => 3) }, { none, one: none.map(() => 3) })).value,
    ).toBe(0)
  })

  it('infinite values and −0 give a finite value', async () => {
    const v = [-0, 1, 2, Infinity, 3, -Infinity, 4, 5]
    const w = [0, 1, 2, Infinity, 3, -Infinity, 4, 5]
    expect((await run(propensityMetric, { v }, { v: w })).value).toBeCloseTo(0, 12)
    const gone = w.map((value) => (value === Infinity ? 2 : value))
    expect((await run(propensityMetric, { v }, { v: gone })).value).toBeGreaterThan(1)
  })

  it('a column with another kind in one file separates every record', async () => {
    const x = dataset([['age', numeric([1, 2, 3, 4])]])
    const y = dataset([['age', categorical(['1', '2', '3', '4'])]])
    const { value, warnings } = await measured(x, y)
    expect(value).toBeCloseTo(100, 8)
    expect(warnings?.[0]).toContain('column "age" is numeric in one file')
  })

  it('pools rare categories: 300,000 of them take no longer than 20', async () => {
    const n = 60_000
    const names = (from: number) =>
      categorical(Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 'common' : `only ${from + i}`)))
    const found = await measured(dataset([['c', names(0)]]), dataset([['c', names(n)]]))
    expect(found.value).toBeCloseTo(0, 1)
    expect(tableColumn(found, 'pooled-categories', 'categories pooled')[0]).toBeGreaterThan(79_000)
  })

  it('pooled categories are one category', async () => {
    const words = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'c', 'b', 'a', 'd', 'a']
    const other = ['a', 'b', 'd', 'd', 'b', 'c', 'd', 'c', 'b', 'a', 'c', 'a']
    const of = (labels: readonly string[]): Dataset =>
      dataset([
        ['w', categorical(labels)],
        ['v', numeric(labels.map((_, i) => (i * i) % 5))],
      ])
    // a and b are the two most frequent of both files; c and d are pooled.
    const merged = (labels: readonly string[]): string[] => labels.map((one) => (one > 'b' ? 'rest' : one))
    const found = await measured(of(words), of(other), { levels: 3 })
    const expected = await measured(of(merged(words)), of(merged(other)))
    expect(found.value).toBeGreaterThan(1)
    expect(found.value).toBeCloseTo(expected.value ?? Number.NaN, 10)
    expect(tableColumn(found, 'pooled-categories', 'categories pooled')).toEqual([2])
  })

  it('null: the ratio is 1 on average for independent samples', async () => {
    const replicates = 60
    const ratios = await Promise.all(
      Array.from({ length: replicates }, async (_, r) => {
        const params = { null: 'independent' }
        const found = await run(propensityMetric, normals(400, 5, 2 * r), normals(400, 5, 2 * r + 1), { params })
        return tableColumn(found, 'propensity', 'value')[7]
      }),
    )
    // Nearly χ²₅/5: the standard deviation of the mean of 60 is √(2/5/60) = .08, and 4 of them are exceeded once in
    // 10,000.
    expect(Math.abs(ratios.reduce((sum, one) => sum + one, 0) / replicates - 1)).toBeLessThan(0.33)
    expect(expectedPropensity('fitted', 6, 0.25, 100)).toBeCloseTo((5 * 0.5625 * 0.25) / 100, 15)
    expect(expectedPropensity('independent', 6, 0.25, 100)).toBeCloseTo((5 * 0.75 * 0.25) / 100, 15)
  })

  it('the standard error equals the spread of pMSE over samples', () => {
    const n = 300
    const found = Array.from({ length: 200 }, (_, r) => {
      const x = normals(n, 2, 3 * r + 1)
      const y = new Map([...normals(n, 2, 3 * r + 2)].map(([name, v]) => [name, v.map((value) => value + 0.6)]))
      return propensityScore(
        propensityDesign(file(x), file(y), ['v1', 'v2'], { squares: false, products: false, levels: 20 }),
        n,
      )
    })
    const mean = found.reduce((sum, { pMSE: one }) => sum + one, 0) / found.length
    const sd = Math.sqrt(found.reduce((sum, { pMSE: one }) => sum + (one - mean) ** 2, 0) / (found.length - 1))
    const stated = found.reduce((sum, one) => sum + one.standardError, 0) / found.length
    // A standard deviation of 200 has an error of 5 %; four of these. The influence function of fixed halves is
    // slightly too wide.
    expect(stated / sd).toBeGreaterThan(0.85)
    expect(stated / sd).toBeLessThan(1.3)
  })

  it('too many terms: null with the reason', async () => {
    const { value, reason } = await run(propensityMetric, normals(60, 40, 1), normals(60, 40, 2), {
      params: { products: true },
    })
    expect(value).toBeNull()
    expect(reason).toContain('820 terms')
  })
})
