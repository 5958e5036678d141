import { isSdcError, numericValues, seededRng, type Dataset } from '@sdc/core'
import { median, pearson, spearman, standardDeviation } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { artificialMicrodata } from './artificial-microdata.js'
import { artificialColumns } from './artificial-recipe.js'

const values = (data: Dataset): number[][] => data.names.map((name) => [...numericValues(data, name)])
const logs = (data: Dataset, name: string): Float64Array => numericValues(data, name).map(Math.log)

/** Correlation of two factors by the recipe: the path between them over the columns that they depend on. */
function factorCorrelation(a: string, b: string): number {
  if (a === b) return 1
  const index = (name: string): number => artificialColumns.findIndex((column) => column.name === name)
  const [later, earlier] = index(a) > index(b) ? [a, b] : [b, a]
  const { leansOn, loading } = artificialColumns[index(later)]
  return loading * (leansOn === null ? commonLoading(earlier) : factorCorrelation(leansOn, earlier))
}

function commonLoading(name: string): number {
  const { leansOn, loading } = artificialColumns[artificialColumns.findIndex((column) => column.name === name)]
  return loading * (leansOn === null ? 1 : commonLoading(leansOn))
}

describe('artificialMicrodata', () => {
  const n = 20_000
  const large = artificialMicrodata(seededRng('large'), { rows: n, columns: artificialColumns.length })

  it('has 1,080 records of 8 columns by default', () => {
    const data = artificialMicrodata(seededRng(1))
    expect(data.rows).toBe(1080)
    expect(data.names).toEqual(artificialColumns.slice(0, 8).map(({ name }) => name))
  })

  it('spans scales from a hundredth to a million', () => {
    const medians = large.names.slice(0, 8).map((name) => median(numericValues(large, name)))
    expect(Math.min(...medians)).toBeLessThan(0.02)
    expect(Math.max(...medians)).toBeGreaterThan(500_000)
  })

  it('each column depends only on earlier ones', () => {
    artificialColumns.forEach(({ leansOn }, j) => {
      if (leansOn !== null) expect(artificialColumns.slice(0, j).map(({ name }) => name)).toContain(leansOn)
    })
  })

  it('has log-normal columns of the stated median and standard deviation', () => {
    for (const { name, median: m, sigma } of artificialColumns) {
      const log = logs(large, name)
      const mean = log.reduce((total, value) => total + value, 0) / n
      // z bounds at a false alarm of 1e-7: a mean varies by σ/√n, a normal sample's sd by σ/√(2n).
      // Rounding adds less than 1e-3 σ.
      expect(Math.abs(mean - Math.log(m))).toBeLessThan(5.33 * (sigma / Math.sqrt(n)) + 1e-3 * sigma)
      expect(Math.abs(standardDeviation(log) - sigma)).toBeLessThan(5.33 * (sigma / Math.sqrt(2 * n)) + 1e-3 * sigma)
    }
  })

  it('is skewed to the right', () => {
    for (const { name } of artificialColumns) {
      const column = numericValues(large, name)
      const mean = column.reduce((total, value) => total + value, 0) / n
      const sd = standardDeviation(column)
      const skewness = column.reduce((total, value) => total + ((value - mean) / sd) ** 3, 0) / n
      // The least skewed column has (e^σ² + 2)√(e^σ² − 1) = 1.3 at σ = .4.
      expect(skewness).toBeGreaterThan(1)
    }
  })

  it('has the correlations that its recipe implies', () => {
    for (const a of large.names) {
      for (const b of large.names) {
        if (a >= b) continue
        const r = factorCorrelation(a, b)
        // 5.33 standard errors of a normal sample's correlation (1e-7); rounding changes it by less than 1e-3.
        expect(Math.abs(pearson(logs(large, a), logs(large, b)) - r)).toBeLessThan(
          (5.33 * (1 - r * r)) / Math.sqrt(n) + 1e-3,
        )
      }
    }
  })

  it('has near-collinear and negatively related columns among the first eight', () => {
    expect(spearman(numericValues(large, 'INCOME'), numericValues(large, 'WAGES'))).toBeGreaterThan(0.99)
    expect(spearman(numericValues(large, 'WAGES'), numericValues(large, 'CONTRIBUTION'))).toBeGreaterThan(0.999)
    expect(spearman(numericValues(large, 'INCOME'), numericValues(large, 'DEFAULT_RISK'))).toBeLessThan(-0.2)
  })

  it('has ties, but few', () => {
    const data = artificialMicrodata(seededRng(3))
    const shares = data.names.map((name) => new Set(numericValues(data, name)).size / data.rows)
    expect(Math.min(...shares)).toBeGreaterThan(0.8)
    expect(Math.min(...shares)).toBeLessThan(1)
  })

  it('is positive and repeatable; other options do not change its records and columns', () => {
    const size = fc.record({ rows: fc.integer({ min: 1, max: 60 }), columns: fc.integer({ min: 1, max: 30 }) })
    fc.assert(
      fc.property(fc.string(), size, size, (seed, small, more) => {
        const data = values(artificialMicrodata(seededRng(seed), small))
        const larger = { rows: small.rows + more.rows, columns: small.columns + more.columns }
        const extended = values(artificialMicrodata(seededRng(seed), larger))
        expect(data.flat().every((value) => value > 0 && Number.isFinite(value))).toBe(true)
        expect(values(artificialMicrodata(seededRng(seed), small))).toEqual(data)
        expect(extended.slice(0, small.columns).map((column) => column.slice(0, small.rows))).toEqual(data)
      }),
    )
  })

  it('repeats the names if more columns are requested than the recipe names', () => {
    const data = artificialMicrodata(seededRng(1), { rows: 50, columns: 30 })
    expect(new Set(data.names).size).toBe(30)
    expect(data.names).toContain('INCOME_2')
    expect(values(data)[0]).not.toEqual(values(data)[artificialColumns.length])
  })

  it('differs between seeds', () => {
    expect(values(artificialMicrodata(seededRng(1)))).not.toEqual(values(artificialMicrodata(seededRng(2))))
  })

  it('refuses sizes that are not positive whole numbers', () => {
    for (const bad of [0, -1, 1.5, Number.NaN, Infinity]) {
      for (const options of [{ rows: bad }, { columns: bad }]) {
        let caught: unknown
        try {
          artificialMicrodata(seededRng(1), options)
        } catch (error) {
          caught = error
        }
        expect(isSdcError(caught) && caught.code).toBe('BAD_PARAMETER')
      }
    }
  })
})
