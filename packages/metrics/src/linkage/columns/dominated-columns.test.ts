import { spread, type Spread } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { dominatedColumns } from './dominated-columns.js'

const column = (count: number, largestShare: number): Spread => ({
  ...spread(Float64Array.of(0, 1)),
  count,
  largestShare,
})
const percents = (...columns: Spread[]): string[] =>
  dominatedColumns(
    columns.map((_, j) => `v${j}`),
    columns,
  ).map((line) => /^(column "\w+": one record contributes [\d.]+ %)/.exec(line)?.[1] ?? line)

describe('dominatedColumns', () => {
  it('names columns of ten values or more, with one value that has more than 99 % of the sum of squares', () => {
    expect(percents(column(9, 0.999), column(10, 0.999), column(10, 0.99), column(10, 0.9901))).toEqual([
      'column "v1": one record contributes 99.9 %',
      'column "v3": one record contributes 99.01 %',
    ])
    expect(percents(column(100, Number.NaN))).toEqual([])
  })

  it('truncates the percentage, and never states 100', () => {
    expect(percents(column(10, 0.999_89), column(10, 0.999_999), column(10, 1))).toEqual([
      'column "v0": one record contributes 99.98 %',
      'column "v1": one record contributes 99.99 %',
      'column "v2": one record contributes 99.99 %',
    ])
  })

  it('finds a huge value among others, and none if there is none', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (i === 5 ? 1e6 : i % 7))
    expect(percents(spread(values))).toEqual(['column "v0": one record contributes 99.99 %'])
    expect(percents(spread(Float64Array.from({ length: 1000 }, (_, i) => i)))).toEqual([])
  })
})
