import { categorical, dataset, isMissing, numeric, sameColumn, seededRng, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { fillMissing } from './fill-missing.js'

const n = 3000
const rng = seededRng('filled file')
const x = Float64Array.from({ length: n }, () => Math.round(100 * rng.normal()) / 10)
const y = x.map((value) => Math.max(0, Math.round(50 + 3 * value + 5 * rng.normal())))
const z = Array.from(x, (value) => (value < -5 ? 'low' : value < 5 ? 'middle' : 'high'))
// Values are more often missing if x is large, so that records with a value have another mean.
const gone = Array.from(x, (value) => rng.uniform() < (value > 0 ? 0.6 : 0.05))
const holed = y.map((value, i) => (gone[i] ? Number.NaN : value))
const blank = Array.from({ length: n }, () => rng.uniform() < 0.2)
const file = dataset([
  ['x', numeric(x)],
  ['y', numeric(holed)],
  ['z', categorical(z.map((level, i) => (blank[i] ? null : level)))],
])
const filled = (data: Dataset, names: readonly string[], seed = 'a'): ReadonlyMap<string, Column> =>
  fillMissing(data, names, { rng: seededRng(seed), method: 'test/any' })
const numbers = (column: Column | undefined): Float64Array => {
  if (column?.kind !== 'numeric') throw new Error('not numeric')
  return column.values
}
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

describe('fillMissing', () => {
  it('fills every missing cell with a value of the column, and changes no other', () => {
    const made = filled(file, ['x', 'y', 'z'])
    expect([...made.keys()].sort()).toEqual(['y', 'z'])
    const known = new Set(holed)
    numbers(made.get('y')).forEach((value, i) => {
      expect(known.has(value)).toBe(true)
      if (!gone[i]) expect(value).toBe(y[i])
    })
    const column = made.get('z')
    if (column?.kind !== 'categorical') throw new Error('not categorical')
    column.codes.forEach((code, i) => {
      expect(code).toBeGreaterThanOrEqual(0)
      if (!blank[i]) expect(column.levels[code]).toBe(z[i])
    })
  })

  it('corrects the bias of leaving out records with values missing by x', () => {
    const left = mean(holed.filter((_, i) => !gone[i]))
    const made = mean(numbers(filled(file, ['x', 'y']).get('y')))
    // The mean of 3000 records with 900 drawn ones has an error of 5·√900/3000 = 0.05; the bias is over 5.
    expect(Math.abs(left - mean(y))).toBeGreaterThan(5)
    expect(Math.abs(made - mean(y))).toBeLessThan(0.5)
  })

  it('fills a category by its predictors', () => {
    const column = filled(file, ['x', 'z']).get('z')
    if (column?.kind !== 'categorical') throw new Error('not categorical')
    const right = z.filter((level, i) => blank[i] && column.levels[column.codes[i]] === level).length
    // By frequencies alone about 0.38² + 2·0.31² = 0.33 of them would be right.
    expect(right / blank.filter(Boolean).length).toBeGreaterThan(0.8)
  })

  it('draws from the distribution of a column without predictors', () => {
    const made = numbers(filled(file, ['y']).get('y'))
    const own = made.filter((_, i) => gone[i])
    const left = holed.filter((_, i) => !gone[i])
    expect(Math.abs(mean(own) - mean(left))).toBeLessThan(6 * (30 / Math.sqrt(own.length)))
    // More than the same five donors.
    expect(new Set(own).size).toBeGreaterThan(50)
  })

  it('is equal for the same stream and any order of the columns, and different for another stream', () => {
    const a = filled(file, ['x', 'y', 'z'])
    const b = filled(file, ['z', 'y', 'x'])
    const c = filled(file, ['x', 'y', 'z'], 'b')
    const same = (one: ReadonlyMap<string, Column>, other: ReadonlyMap<string, Column>): boolean =>
      [...one].every(([name, column]) => sameColumn(column, other.get(name) ?? numeric([])))
    expect(same(a, b)).toBe(true)
    expect(same(a, c)).toBe(false)
  })

  it('fills records with all values missing, and files of two records', () => {
    const nothing = dataset([
      ['a', numeric([1, Number.NaN, 3, 4])],
      ['b', numeric([5, Number.NaN, 6, 8])],
    ])
    for (const column of filled(nothing, ['a', 'b']).values()) expect(isMissing(column, 1)).toBe(false)
    const two = dataset([['a', numeric([7, Number.NaN])]])
    expect([...numbers(filled(two, ['a']).get('a'))]).toEqual([7, 7])
  })

  it('works with constant, collinear, huge and tiny columns, and many of them', () => {
    const many = Array.from({ length: 45 }, (_, j): [string, Column] => [
      `c${j}`,
      numeric(
        x.slice(0, 200).map((value, i) => (i % 9 === j % 9 ? Number.NaN : value * (j % 3 === 0 ? 1e200 : 1e-200))),
      ),
    ])
    const data = dataset([...many, ['k', numeric(new Float64Array(200).fill(2))]])
    const made = filled(data, data.names)
    expect(made.size).toBe(45)
    for (const column of made.values()) expect(numbers(column).every((value) => Number.isFinite(value))).toBe(true)
  })

  it('refuses a column without a value', () => {
    const data = dataset([['a', numeric([Number.NaN, Number.NaN])]])
    expect(() => filled(data, ['a'])).toThrow(
      expect.objectContaining({ code: 'ALL_MISSING', place: { method: 'test/any', column: 'a' } }),
    )
  })
})
