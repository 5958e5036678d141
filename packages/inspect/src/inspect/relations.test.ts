import { categorical, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { determinedColumns, MOST_PAIRED } from './determined.js'
import type { EquationSearch } from './equations/equation.js'
import { holdsText } from './equations/equation-text.js'
import { exactSums, MOST_COLUMNS } from './equations/exact-sums.js'
import { lookAtColumn } from './look-at-column.js'

const n = 600
const rng = seededRng('relations').child('columns')
const amounts = (scale: number): Float64Array =>
  Float64Array.from({ length: n }, () => Math.round(scale * rng.uniform()) + 1)
const [a, b, c] = [amounts(1000), amounts(300), amounts(50)]

function searched(columns: Readonly<Record<string, Float64Array>>): EquationSearch {
  return exactSums(
    Object.entries(columns).map(([name, values]) => ({ name, values })),
    n,
  )
}

function texts(columns: Readonly<Record<string, Float64Array>>): string[] {
  return searched(columns).equations.map((one) => `${one.text} ${holdsText(one, n)}`)
}

describe('exactSums', () => {
  const total = a.map((value, i) => value + b[i] + c[i])

  it('finds a total at any place', () => {
    expect(texts({ a, b, c, total })).toEqual(['total = a + b + c in every record'])
    expect(texts({ total, a, b, c })).toEqual(['total = a + b + c in every record'])
  })

  it('finds a total that holds in most records only, for any values in the others', () => {
    const corrected = total.map((value, i) => (i % 200 === 0 ? value + 100 : value))
    expect(texts({ a, b, c, corrected })).toEqual(['corrected = a + b + c in 597 of 600 records'])
  })

  it('finds rounded parts of a total', () => {
    const tens = total.map((value) => Math.round(value / 10))
    expect(texts({ a, b, tens, c })).toEqual([])
    const thousands = a.map((value) => Math.round(value * 1000) / 100)
    expect(texts({ a, thousands })).toEqual(['thousands = 10·a in every record'])
  })

  it('finds products and ratios of positive numbers', () => {
    expect(texts({ a, b, area: a.map((value, i) => value * b[i]) })).toEqual(['area = a·b in every record'])
    const rate = a.map((value, i) => value / b[i])
    expect(texts({ a, b, rate })).toEqual(['a = b·rate in every record'])
  })

  it('ignores missing values, and counts the records in which it holds', () => {
    const gaps = total.map((value, i) => (i % 3 === 0 ? Number.NaN : value))
    expect(texts({ a, b, c, gaps })).toEqual(['gaps = a + b + c in every record that has them (400)'])
  })

  it('finds nothing in independent columns, in few records, or in one column', () => {
    expect(searched({ a, b, c }).equations).toEqual([])
    expect(
      exactSums(
        [
          { name: 'x', values: Float64Array.of(1, 2) },
          { name: 'y', values: Float64Array.of(2, 4) },
        ],
        2,
      ),
    ).toEqual({
      equations: [],
      left: ['x', 'y'],
    })
    expect(searched({ a })).toEqual({ equations: [], left: ['a'] })
  })

  it('names the columns beyond its limit', () => {
    const many = Object.fromEntries(Array.from({ length: MOST_COLUMNS + 3 }, (_, j) => [`c${j}`, amounts(100)]))
    expect(searched(many).left).toHaveLength(3)
  })
})

describe('determinedColumns', () => {
  const towns = Array.from({ length: n }, (_, i) => `town ${(i * 7) % 40}`)
  const town = lookAtColumn('town', categorical(towns))
  const code = lookAtColumn('code', numeric(Float64Array.from(towns, (one) => 100 - Number(one.slice(5)))))
  const region = lookAtColumn(
    'region',
    categorical(towns.map((one) => (Number(one.slice(5)) < 13 ? 'north' : 'south'))),
  )
  const other = lookAtColumn('other', numeric(c))

  it('finds copies and coarser columns', () => {
    const { determined, isCut } = determinedColumns([town, other, code, region])
    expect(determined).toEqual([{ by: 'town', copies: ['code'], columns: ['region'] }])
    expect(isCut).toBe(false)
  })

  it('ignores coincidences with a column that is nearly constant or nearly an identifier', () => {
    const rare = lookAtColumn('rare', categorical(towns.map((_, i) => (i === 3 ? 'yes' : 'no'))))
    const own = lookAtColumn('own', numeric(Float64Array.from({ length: n }, (_, i) => (i < 2 ? 0 : i))))
    expect(determinedColumns([own, rare, region]).determined).toEqual([])
  })

  it('finds columns that are mostly equal', () => {
    const x = amounts(1e6)
    const y = x.map((value, i) => (i % 10 === 0 ? value + 5 : value))
    const found = determinedColumns([lookAtColumn('x', numeric(x)), lookAtColumn('y', numeric(y))])
    expect(found.nearlyEqual).toEqual([{ columns: ['x', 'y'], share: 0.9 }])
  })

  it('names the columns beyond its limit', () => {
    const many = Array.from({ length: MOST_PAIRED + 2 }, (_, j) => lookAtColumn(`c${j}`, numeric(c)))
    expect(determinedColumns(many).left).toEqual([`c${MOST_PAIRED}`, `c${MOST_PAIRED + 1}`])
  })
})
