import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invertRecords, type RecordFunction } from './inversion-records.js'

type Rows = readonly (readonly number[])[]

const columnsOf = (rows: Rows, width: number): Float64Array[] =>
  Array.from({ length: width }, (_, k) => Float64Array.from(rows, (row) => row[k]))
const sumAndDifference: RecordFunction = ([a, b], masked) => {
  masked[0] = a + b
  masked[1] = a - b
}
/** Sum and parity: a function that gives many records one image. */
const sumAndParity: RecordFunction = ([a, b], masked) => {
  masked[0] = a + b
  masked[1] = Math.abs(a % 2)
}

function image(f: RecordFunction, row: readonly number[]): number[] {
  const masked = new Float64Array(2)
  if (row.some(Number.isNaN)) return [Number.NaN, Number.NaN]
  f(Float64Array.from(row), masked)
  return [...masked]
}

const small = fc.integer({ min: -4, max: 4 })
const rowsOfTwo = fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 40 })
const cell = fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: fc.constant(Number.NaN) })
const rowsWithHoles = fc.array(fc.tuple(cell, cell), { maxLength: 40 })

describe('invertRecords', () => {
  it('recovers every record of an injective function of the whole record', () => {
    fc.assert(
      fc.property(rowsOfTwo, fc.nat(), (rows, seed) => {
        const x = columnsOf(rows, 2)
        const y = columnsOf(
          rows.map((row) => image(sumAndDifference, row)),
          2,
        )
        const z = columnsOf(seededRng(seed).shuffle([...rows]), 2)
        // Sum and difference of whole numbers are whole: a tolerance of .4 matches the same records.
        for (const tolerance of [0, 0.4])
          expect(invertRecords(z, y, sumAndDifference, { tolerance })).toMatchObject({ recovered: x, rate: 1 })
      }),
    )
  })

  it('agrees with brute force, with missing values and every tolerance', () => {
    fc.assert(
      fc.property(rowsWithHoles, rowsWithHoles, fc.constantFrom(0, 1, 2.5), (released, masked, tolerance) => {
        const result = invertRecords(columnsOf(released, 2), columnsOf(masked, 2), sumAndParity, { tolerance })
        masked.forEach((row, i) => {
          const fits = released.filter((one) =>
            image(sumAndParity, one).every((value, k) => Math.abs(value - row[k]) <= tolerance),
          )
          const different = [...new Map(fits.map((one) => [one.join(), one])).values()]
          expect(result.candidates[i]).toBe(different.length)
          expect(result.recovered.map((column) => column[i])).toEqual(
            different.length === 1 ? different[0] : [Number.NaN, Number.NaN],
          )
        })
        expect(result.used).toBe(masked.filter((row) => !row.some(Number.isNaN)).length)
      }),
    )
  })

  it('tells apart by the record what no column tells apart', () => {
    const rows = [
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ]
    const doubled: RecordFunction = (record, masked) => masked.set(record.map((value) => Math.ceil(value / 2) + value))
    const masked = columnsOf(
      rows.map((row) => image(doubled, row)),
      2,
    )
    expect(invertRecords(columnsOf(rows, 2), masked, doubled).candidates).toEqual(Int32Array.of(1, 1, 1, 1))
  })

  it('refuses columns of different length, and knows nothing where there are none', () => {
    expect(() => invertRecords([new Float64Array(2), new Float64Array(3)], [], sumAndParity)).toThrow(/2 and 3 records/)
    expect(invertRecords([], [], sumAndParity)).toMatchObject({ used: 0, rate: null })
    expect(invertRecords([], [], sumAndParity, { tolerance: 1 })).toMatchObject({ used: 0, rate: null })
  })
})
