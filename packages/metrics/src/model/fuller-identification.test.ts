import { categorical, dataset, numeric, seededRng, measureInput } from '@sdc/core'
import { mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { sufficientNoise } from '../testing/exact-noise.fixture.js'
import * as reference from '../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { fullerIdentificationMetric } from './fuller-identification.js'
import { measureByPlan } from '@sdc/toolkit'

const fuller = fullerIdentificationMetric
const masked = (x: ReadonlyMap<string, Float64Array>, d: number, seed: number): Map<string, Float64Array> => {
  const columns = sufficientNoise([...x.values()], d, seed)
  return new Map([...x.keys()].map((name, j) => [name, columns[j]]))
}

describe('risk/fuller-identification', () => {
  it('identifies the records that R does, with the same probability', async () => {
    // R: m <- lm(y ~ x); C <- crossprod(resid(m))/39; d2 <- sapply(i, function(k) mahalanobis(y, fitted(m)[k,], C))
    //    which(apply(d2, 2, which.min) == i); mean(diag(exp(-d2/2)) / colSums(exp(-d2/2)))
    const measured = await run(fuller, reference.x, reference.y)
    const found = [...(measured.records ?? [])].flatMap((credit, i) => (credit === 1 ? [i + 1] : []))
    expect(found).toEqual([7, 15, 20, 29, 37, 39])
    expect(measured.value).toBeCloseTo(15, 12)
    const [identified, targets, chance, probability, averaged] = tableColumn(measured, 'identified', 'value')
    expect([identified, targets, chance, averaged]).toEqual([6, 40, 1, 40])
    // R prints 15 digits; sums of 40 terms.
    expect(probability).toBeCloseTo(10.9930000851885, 11)
  })

  it.each([0, 1e-13])('identifies exactly one record if Σ_XY is 0 except for rounding (%d)', async (extra) => {
    for (let seed = 1; seed <= 8; seed++) {
      const x = normals(150, 4, seed)
      const y = new Map(
        [...masked(x, 0, seed)].map(([name, v]) => [name, v.map((u, i) => u + extra * x.get(name)![i])]),
      )
      const measured = await run(fuller, x, y)
      expect(tableColumn(measured, 'identified', 'value').slice(0, 3)).toEqual([1, 150, 1])
      // Every target has the same posterior, and these sum to 1.
      expect(tableColumn(measured, 'identified', 'value')[3]).toBeCloseTo(100 / 150, 9)
    }
  })

  it('identifies all records of an unmasked file, with or without dependent and constant columns', async () => {
    const x = normals(60, 3, 1)
    x.set(
      'sum',
      (x.get('v1') ?? new Float64Array()).map((value, i) => value + (x.get('v2')?.[i] ?? 0)),
    )
    x.set('flat', new Float64Array(60).fill(3))
    expect((await run(fuller, x, x)).value).toBe(100)
    // Any regular linear map of the file: C is 0.
    const turned = new Map(
      [...normals(60, 3, 1)].map(([name, v], j, all) => [name, v.map((u, i) => 3 + u - 2 * all[(j + 1) % 3][1][i])]),
    )
    expect((await run(fuller, normals(60, 3, 1), turned)).value).toBe(100)
  })

  it('searches candidates with the same given values, by label and including missing ones', async () => {
    const x = normals(90, 2, 3)
    const columns = masked(x, 0, 4)
    const labels = Array.from({ length: 90 }, (_, i) => (i < 10 ? null : ['n', 's', 'e'][i % 3]))
    const file = (values: ReadonlyMap<string, Float64Array>, levels: string[]): ReturnType<typeof dataset> =>
      dataset([...[...values].map(([name, v]) => [name, numeric(v)] as const), ['region', categorical(labels, levels)]])
    const measured = await measureByPlan(
      fuller,
      measureInput(file(x, ['n', 'e', 's']), file(columns, ['s', 'e', 'n']), {
        columns: ['v1', 'v2'],
        given: ['region'],
        params: { candidates: 'same-given', ties: 'fractional' },
        rng: seededRng(1),
      }),
    )
    // One prediction for all, so one record in each of the four blocks.
    expect(tableColumn(measured, 'identified', 'value').slice(0, 3)).toEqual([4, 90, 4])
  })

  it('finds a target by any of its masked records', async () => {
    const x = normals(40, 2, 1)
    const twice = new Map([...x].map(([name, v]) => [name, Float64Array.of(...v, ...v)]))
    const origin = Int32Array.from({ length: 80 }, (_, i) => i % 40)
    const measured = await run(fuller, x, twice, { origin, params: { ties: 'fractional' } })
    expect(measured.value).toBe(100)
    expect(measured.used).toBe(40)
    expect(tableColumn(measured, 'identified', 'value')[2]).toBe(1)
  })

  it('leaves out incomplete records and is null if a model has too few', async () => {
    const x = normals(30, 2, 1)
    const y = new Map([...x].map(([name, v]) => [name, v.map((u, i) => (i < 3 ? Number.NaN : u))]))
    const measured = await run(fuller, x, y, { origin: Array.from({ length: 30 }, (_, i) => (i === 29 ? -1 : i)) })
    expect(measured.used).toBe(26)
    expect(measured.value).toBe(100)
    expect(tableColumn(measured, 'left-out', 'count')).toEqual([4, 3, 0])
    const four = (file: ReadonlyMap<string, Float64Array>) =>
      new Map([...file].map(([name, v]) => [name, v.slice(0, 4)]))
    expect((await run(fuller, four(x), four(x))).reason).toMatch(/needs 5 records/)
    expect((await run(fuller, x, new Map([...x].map(([name, v]) => [name, v.map(() => 1)])))).value).toBeNull()
  })
})

describe('census groups of Muralidhar & Sarathy 2007, table 5', () => {
  const census = censusColumns()
  const by = ['AFNLWGT', 'EMCONTRB', 'PTOTVAL'].map((name) => census.get(name) ?? new Float64Array())
  const label = (i: number): number => by.reduce((code, column) => 2 * code + (column[i] < mean(column) ? 1 : 0), 0)
  const rowsOf = Array.from({ length: 8 }, (_, g) => [...by[0].keys()].filter((i) => label(i) === g))
  const group = (rows: readonly number[], names: readonly string[]): Map<string, Float64Array> =>
    new Map(names.map((name) => [name, Float64Array.from(rows, (i) => census.get(name)?.[i] ?? Number.NaN)]))

  it('have the printed sizes', () => {
    expect(rowsOf.map((rows) => rows.length).sort()).toEqual([156, 89, 57, 156, 203, 103, 96, 220].sort())
  })

  it('have exactly one identified record each at d = 0, although the covariance matrix is singular', async () => {
    // All other columns: a group has FICA = 0.0765·WSALVAL except for rounding, and ERNVAL is nearly WSALVAL.
    const names = [...census.keys()].filter((name) => !['AFNLWGT', 'EMCONTRB', 'PTOTVAL'].includes(name))
    for (const [g, rows] of rowsOf.entries()) {
      const x = group(rows, names)
      const measured = await run(fuller, x, masked(x, 0, g))
      expect(tableColumn(measured, 'identified', 'value')[0]).toBe(1)
    }
  })

  it.each([
    // Sums of the printed columns, and the spread of such a sum: √Σ n·p(1 − p), p the share in each group.
    [0.5, 70, 8],
    [0.9, 514, 16],
  ])('have as many identified records as printed for d = %f', async (d, printed, spread) => {
    const names = ['AGI', 'FEDTAX', 'STATETAX', 'TAXINC', 'INTVAL', 'FICA', 'WSALVAL', 'ERNVAL']
    let total = 0
    for (let seed = 1; seed <= 3; seed++) {
      for (const rows of rowsOf) {
        const x = group(rows, names)
        total += tableColumn(await run(fuller, x, masked(x, d, seed)), 'identified', 'value')[0]
      }
    }
    // The printed number is from one run, ours from three; |z| < 5.33, 1e-7.
    expect(Math.abs(total / 3 - printed)).toBeLessThan(5.33 * Math.sqrt(1 + 1 / 3) * spread)
  })
})
