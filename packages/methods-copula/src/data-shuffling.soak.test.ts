import { seededRng } from '@sdc/core'
import { correlate } from '@sdc/stats'
import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { shuffleData } from './data-shuffling.js'
import { copulaFile } from './testing.fixture.js'

const sorted = (values: Float64Array): number[] => Array.from(values.toSorted())

describe('data shuffling', () => {
  it('permutes every column bit for bit, for any ties, dependences and constants', () => {
    const value = fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.constant(-0),
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
    )
    const file = fc.integer({ min: 2, max: 25 }).chain((n) =>
      fc.record({
        x: fc.array(fc.array(value, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 4 }),
        s: fc.array(fc.array(value, { minLength: n, maxLength: n }), { maxLength: 3 }),
        seed: fc.nat(),
      }),
    )
    fc.assert(
      fc.property(file, ({ x, s, seed }) => {
        const varying = x.filter((column) => new Set(column).size > 1 && column.some((v) => v !== column[0]))
        fc.pre(varying.length > 0)
        const columns = varying.map((column) => Float64Array.from(column))
        // A column twice, and one that another determines: correlations of 1 and −1.
        columns.push(
          columns[0].slice(),
          columns[0].map((v) => -3 * v),
        )
        const given = [...s.map((column) => Float64Array.from(column)), columns[0].map(() => 7)]
        const shuffled = shuffleData(columns, given, seededRng(seed))
        shuffled.forEach((column, j) => expect(sorted(column)).toEqual(sorted(columns[j])))
      }),
    )
  })

  it.each([1000, 100000])('keeps the Spearman correlations of %d records, those with the given columns too', (n) => {
    const { x, s } = copulaFile(n, n)
    const before = correlate([...x, ...s], 'spearman')
    const after = correlate([...shuffleData(x, s, seededRng(1)), ...s], 'spearman')
    // A rank correlation has a standard error of at most 1/√n.
    expect(Matrix.sub(after, before).abs().max()).toBeLessThan(4 / Math.sqrt(n))
  })
})
