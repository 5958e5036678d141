import { methodProblems, numericValues, pluginProblems, type Dataset, type MaskResult } from '@sdc/core'
import { paper000Records } from '@sdc/datasets'
import { variance } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { maskedTable, reference } from '@sdc/testing/reference'
import { groupMeans, groupSizes, spreadMeans, withinGroupSse } from '../shared/group-means.js'
import plugin from '../index.js'
import { individualRanking, individualRankingMethod } from './individual-ranking.js'
import { applyTo, codeOf, f64, maskedColumn, numericData, reportedGroups } from '../shared/run.fixture.js'

const apply = (data: Dataset, k: number): MaskResult => applyTo(individualRankingMethod, data, { k })

/** The definition, by sorting pairs of value and index and cutting the list. */
function naive(values: Float64Array, k: number): number[] {
  const order = Array.from(values, (value, i) => ({ value, i })).sort((a, b) => a.value - b.value || a.i - b.i)
  const labels = new Array<number>(values.length).fill(-1)
  for (let group = 0; order.length > 0; group++) {
    const members = order.splice(0, order.length < 2 * k ? order.length : k)
    for (const { i } of members) labels[i] = group
  }
  return labels
}

const column = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 60 }).map(f64)

describe('individualRanking', () => {
  it('has the five groups of five of Muralidhar, Sarathy & Domingo-Ferrer 2014, table 2, and their means', () => {
    const x = numericValues(paper000Records, 'X')
    const micY = [...numericValues(paper000Records, 'MIC Y')]
    const labels = individualRanking(x, 5)
    const masked = spreadMeans(groupMeans(x, labels), labels)
    expect([...groupSizes(labels)]).toEqual([5, 5, 5, 5, 5])
    expect([...masked]).toEqual(micY)
    // The paper prints both variances with two decimals.
    expect(variance(x)).toBeCloseTo(10223.51, 2)
    expect(variance(masked)).toBeCloseTo(9246.06, 2)
  })

  it('equals its definition, with ties in the order of the records', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 1, max: 7 }), (values, k) => {
        fc.pre(values.length >= k)
        const labels = individualRanking(values, k)
        expect([...labels]).toEqual(naive(values, k))
        const sizes = groupSizes(labels)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(Math.max(...sizes)).toBeLessThan(2 * k)
      }),
    )
  })

  it('depends on the order of the values only', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 1, max: 7 }), (values, k) => {
        fc.pre(values.length >= k)
        expect([
          ...individualRanking(
            values.map((value) => value ** 3 + 1e9),
            k,
          ),
        ]).toEqual([...individualRanking(values, k)])
      }),
    )
  })

  it('handles n = k, n = 2k − 1, n = 2k, and equal values', () => {
    expect([...individualRanking(f64([3, 1, 2]), 3)]).toEqual([0, 0, 0])
    expect([...individualRanking(f64([5, 4, 3, 2, 1]), 3)]).toEqual([0, 0, 0, 0, 0])
    expect([...individualRanking(f64([6, 5, 4, 3, 2, 1]), 3)]).toEqual([1, 1, 1, 0, 0, 0])
    expect([...individualRanking(f64([7, 7, 7, 7, 7]), 2)]).toEqual([0, 0, 1, 1, 1])
    expect([...individualRanking(f64([0, -0, 0, -0]), 2)]).toEqual([0, 0, 1, 1])
  })

  it('refuses values that cannot be grouped', () => {
    expect(codeOf(() => individualRanking(f64([1, 2]), 3))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => individualRanking(f64([]), 2))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => individualRanking(f64([1, Number.NaN]), 2))).toBe('MISSING_VALUES')
    expect(codeOf(() => individualRanking(f64([1, Infinity]), 2))).toBe('NOT_NUMERIC')
    expect(codeOf(() => individualRanking(f64([1, 2]), 0))).toBe('BAD_PARAMETER')
  })
})

describe('microaggregation/individual-ranking', () => {
  it('has the form of a method and of a plugin', () => {
    expect(methodProblems(individualRankingMethod)).toEqual([])
    expect(pluginProblems(plugin)).toEqual([])
  })

  it('groups every column separately and reports it', () => {
    const data = numericData([
      ['a', f64([1, 2, 3, 4])],
      ['b', f64([4, 1, 3, 2])],
    ])
    const result = apply(data, 2)
    expect([...maskedColumn(result, 'a')]).toEqual([1.5, 1.5, 3.5, 3.5])
    expect([...maskedColumn(result, 'b')]).toEqual([3.5, 1.5, 3.5, 1.5])
    expect([...reportedGroups(result, 'a')]).toEqual([0, 0, 1, 1])
    expect([...reportedGroups(result, 'b')]).toEqual([1, 0, 1, 0])
    // Every column: squares 4 × 0.25 = 1, variance 5/3.
    expect(result.report?.get('SSE')).toBeCloseTo(1.2, 14)
    expect(result.report?.get('SST')).toBe(6)
    expect(result.report?.get('IL (%)')).toBeCloseTo(20, 12)
    expect(result.report?.get('groups')).toBe(2)
  })
})

describe('individual ranking on census.csv', () => {
  const census = censusColumns()
  const values = (name: string): Float64Array => census.get(name) ?? new Float64Array()

  for (const k of [3, 5, 10]) {
    it(`k = ${k}: SSE, IL and the SSE of every column of another implementation`, () => {
      const { input, output } = reference('microaggregation.json', `census_onedims_k${k}`)
      const data = numericData(input.columns.map((name) => [name, values(name)]))
      const { report } = apply(data, k)
      // 17 digits, sums of 14,040 squares in another order.
      expect(Math.abs(Number(report?.get('SSE')) / output.SSE - 1)).toBeLessThan(1e-9)
      expect(Math.abs(Number(report?.get('IL (%)')) / output.IL - 1)).toBeLessThan(1e-9)
      expect(report?.get('SST')).toBe(output.SST)
      expect(input.columns).toHaveLength(13)
      for (const name of input.columns) {
        const sse = withinGroupSse(values(name), individualRanking(values(name), k))
        expect(Math.abs(sse / output.SSE_raw_by_column[name] - 1)).toBeLessThan(1e-9)
      }
    })
  }

  it('k = 3: the masked data of another implementation', () => {
    const theirs = reference('microaggregation.json', 'census_onedims_k3')
    const { colnames: names, rows } = maskedTable(theirs)
    expect(names).toEqual(theirs.input.columns)
    const result = apply(numericData(names.map((name) => [name, values(name)])), 3)
    for (const [j, name] of names.entries()) {
      const masked = maskedColumn(result, name)
      // Means of three integers below 1e6: both are off by a rounding or two.
      for (let i = 0; i < rows.length; i++)
        expect(Math.abs(masked[i] - rows[i][j])).toBeLessThanOrEqual(1e-15 * Math.abs(rows[i][j]) * 2)
    }
  })

  it('AGI at k = 3: the fast univariate algorithm of another implementation', () => {
    const { output } = reference('microaggregation.json', 'census_AGI_mafast_k3')
    const labels = individualRanking(values('AGI'), 3)
    const masked = spreadMeans(groupMeans(values('AGI'), labels), labels)
    const expected: number[] = output.mx
    expect(expected).toHaveLength(1080)
    for (let i = 0; i < 1080; i++) expect(Math.abs(masked[i] - expected[i])).toBeLessThanOrEqual(2e-15 * expected[i])
  })

  it('k = 7, which does not divide 1,080: equals its definition', () => {
    for (const column of census.values()) expect([...individualRanking(column, 7)]).toEqual(naive(column, 7))
  })
})
