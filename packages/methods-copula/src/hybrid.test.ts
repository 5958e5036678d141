import { isSdcError } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hybridMethod, mixRecords, nearestSynthetic } from './hybrid.js'
import { columnsOf, copulaFile, runMethod } from './testing.fixture.js'

describe('hybrid microdata', () => {
  const { x } = copulaFile(300, 'hybrid')

  it('is the original at similarity 1, and a synthetic record at similarity 0', async () => {
    const positive = x.map((column) => column.map((value) => Math.abs(value) + 1))
    for (const form of ['additive', 'multiplicative']) {
      expect(columnsOf(await runMethod(hybridMethod, positive, [], { similarity: 1, form }))).toEqual(positive)
    }
    const zero = columnsOf(await runMethod(hybridMethod, positive, [], { similarity: 0 }))
    const half = columnsOf(await runMethod(hybridMethod, positive, [], { similarity: 0.5 }))
    const geometric = columnsOf(
      await runMethod(hybridMethod, positive, [], { similarity: 0.5, form: 'multiplicative' }),
    )
    positive.forEach((column, j) => {
      column.forEach((value, i) => {
        // The parameters are part of no stream's name here, so all draw the same synthetic records.
        expect(half[j][i]).toBeCloseTo((value + zero[j][i]) / 2, 9)
        expect(geometric[j][i] / Math.sqrt(value * zero[j][i])).toBeCloseTo(1, 12)
      })
    })
  })

  it('mixes with the record that brute force finds nearest', () => {
    const coordinate = fc.double({ min: -5, max: 5, noNaN: true })
    const records = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 30 })
    fc.assert(
      fc.property(records, records, (originals, synthetics) => {
        const [a, b] = [0, 1].map((j) => Float64Array.from(originals, (record) => record[j]))
        const [u, v] = [0, 1].map((j) => Float64Array.from(synthetics, (record) => record[j]))
        const sd = (column: Float64Array): number => {
          const centre = column.reduce((total, value) => total + value, 0) / column.length
          return Math.sqrt(column.reduce((total, value) => total + (value - centre) ** 2, 0) / (column.length - 1))
        }
        const [sa, sb] = [sd(a), sd(b)]
        fc.pre(sa > 0.01 && sb > 0.01)
        const distance = (i: number, k: number): number => ((a[i] - u[k]) / sa) ** 2 + ((b[i] - v[k]) / sb) ** 2
        nearestSynthetic([a, b], [u, v]).forEach((k, i) => {
          const least = Math.min(...Array.from(u, (_, other) => distance(i, other)))
          // Equally near ones differ by rounding, of coordinates up to some 1e3 standardised.
          expect(distance(i, k)).toBeLessThanOrEqual(least * (1 + 1e-9) + 1e-9)
        })
      }),
    )
  })

  it('mixes by the formula', () => {
    const pairs = Uint32Array.of(1, 0)
    const [columns, synthetic] = [[Float64Array.of(4, 9)], [Float64Array.of(16, 25)]]
    expect([...mixRecords(columns, synthetic, pairs, { similarity: 0.75, form: 'additive' })[0]]).toEqual([9.25, 10.75])
    const [product] = mixRecords(columns, synthetic, pairs, { similarity: 0.5, form: 'multiplicative' })
    expect(product[0]).toBeCloseTo(10, 12)
    expect(product[1]).toBeCloseTo(12, 12)
  })

  it('refuses a geometric mean of values that are not positive, original or synthetic', async () => {
    const message = (values: Float64Array, params: object): Promise<string> =>
      runMethod(hybridMethod, [values], [], { form: 'multiplicative', ...params }).then(
        () => 'none',
        (error: unknown) => (isSdcError(error) ? `${error.code} ${error.message}` : 'another'),
      )
    expect(await message(Float64Array.of(1, 0, 3, 4, 5), {})).toMatch(
      /BAD_PARAMETER the values of column "x0" include 0/,
    )
    // A normal law of values near 0 goes below it.
    const near = Float64Array.from({ length: 200 }, (_, i) => 0.01 + (i % 20) ** 4)
    expect(await message(near, { marginal: 'normal' })).toMatch(/BAD_PARAMETER the synthetic values/)
    expect(await message(near, {})).toBe('none')
  })
})
