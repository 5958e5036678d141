import { dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { constantWarnings, missingWarnings, requireComplete, requireVariances } from './inputs.js'

const none = Number.NaN
const of = (...columns: number[][]): { names: string[]; columns: Float64Array[] } => ({
  names: columns.map((_, j) => `v${j + 1}`),
  columns: columns.map((column) => Float64Array.from(column)),
})

const input = ({ names, columns }: ReturnType<typeof of>, origin?: number[]) => ({
  data: dataset(names.map((name, j) => [name, numeric(columns[j])])),
  columns: names,
  origin: Int32Array.from(origin ?? columns[0].keys()),
})

describe('requireComplete', () => {
  it('names the column, the number of missing values, and the record of the first, counted from 1', () => {
    const file = of([1, 2, 3, 4], [none, 2, none, none])
    expect(() => requireComplete(input(of([1, 2])), of([1, 2]).columns, 'm', 'why')).not.toThrow()
    let thrown: unknown
    try {
      requireComplete(input(file, [7, 5, 6, 8]), file.columns, 'noise/correlated', 'it needs them')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({
      code: 'MISSING_VALUES',
      message: expect.stringMatching(/column "v2" has 3 missing values: it needs them/) as unknown,
      place: { method: 'noise/correlated', column: 'v2', row: 8 },
    })
  })
})

describe('requireVariances', () => {
  const check = (column: number[], least?: 2 | 3) => (): void =>
    requireVariances(input(of(column)), of(column).columns, 'm', least)

  it('accepts no value at all, two, or three if two moments are restored', () => {
    expect(check([none, none])).not.toThrow()
    expect(check([1, 2, none])).not.toThrow()
    expect(check([none], 3)).not.toThrow()
    expect(check([1, 2, 3, none], 3)).not.toThrow()
  })

  it('refuses fewer, and reports their number and the reason', () => {
    expect(check([1, none])).toThrow(
      /"v1" has one value here: the variance of the noise is a share of the column's variance, which needs two values/,
    )
    expect(check([1, none], 3)).toThrow(/has one value here: with mean and variance restored/)
    expect(check([1, 2, none], 3)).toThrow(/has 2 values here: with mean and variance restored, two values would be/)
  })
})

describe('warnings', () => {
  it('have one sentence for each column with missing values, with their number', () => {
    const { names, columns } = of([1, 2, 3], [1, none, none], [none, none, none])
    expect(missingWarnings(names, columns)).toEqual([
      'column "v2": 2 missing values stay missing',
      'column "v3": 3 missing values stay missing',
    ])
  })

  it('have one for each constant column only', () => {
    const { names, columns } = of([1, 2, 2], [5, 5, 5], [4, none, 4])
    expect(constantWarnings(names, columns).map((line) => line.slice(0, 11))).toEqual(['column "v2"', 'column "v3"'])
  })
})
