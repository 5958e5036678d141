import { dataset, measureInput, numeric, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { completeRows, correspondence, gather, knownPairs, pairedColumn } from './correspondence.js'

const none = Number.NaN
/** Columns x0, x1, …: the value of row i in column j. */
const file = (rows: number, columns: number, value: (i: number, j: number) => number): Dataset =>
  dataset(
    Array.from({ length: columns }, (_, j) => [
      `x${j}`,
      numeric(Array.from({ length: rows }, (_row, i) => value(i, j))),
    ]),
  )

describe('pairs of records', () => {
  it('are those with a known origin', () => {
    expect(knownPairs(Int32Array.of(2, -1, 0, 5))).toEqual({
      masked: Int32Array.of(0, 2, 3),
      original: Int32Array.of(2, 0, 5),
    })
    const data = file(3, 1, (i) => i)
    const input = measureInput(data, data, { params: {}, origin: Int32Array.of(1, -1, 2) })
    expect(correspondence(input, 'identity', 'risk/one')).toEqual(knownPairs(input.origin))
  })

  it('are the nearest in all columns that vary, in units of the original’s standard deviations, without records with a missing value', () => {
    // Column 0 in units a million times as large has no more influence than the others; column 8 is constant.
    const unit = (j: number): number => (j === 0 ? 1e6 : 1)
    const original = file(6, 9, (i, j) => (j === 8 ? 3 : i === 4 && j === 2 ? none : unit(j) * ((i * (j + 1)) % 11)))
    const masked = file(6, 9, (i, j) =>
      j === 8 ? 100 * i : i === 1 && j === 5 ? none : unit(j) * (((5 - i) * (j + 1)) % 11) + 0.01,
    )
    const pairs = correspondence(measureInput(original, masked, { params: {} }), 'nearest', 'risk/one')
    expect([...pairs.masked]).toEqual([0, 2, 3, 4, 5])
    // Masked record i was made from original 5 − i.
    expect([...pairs.original]).toEqual([5, 3, 2, 1, 0])
  })

  it('have no nearest record if at most seven columns vary', () => {
    const input = (varying: number): ReturnType<typeof measureInput> => {
      const data = file(4, 9, (i, j) => (j < varying ? i * (j + 1) : 1))
      return measureInput(data, data, { params: {} })
    }
    expect(() => correspondence(input(7), 'nearest', 'risk/one')).toThrow(
      expect.objectContaining({ code: 'BAD_PARAMETER', place: { metric: 'risk/one', parameter: 'truth' } }),
    )
    expect([...correspondence(input(8), 'nearest', 'risk/one').original]).toEqual([0, 1, 2, 3])
  })

  it('are none if no original record is complete', () => {
    const original = file(9, 9, (i, j) => (i === j ? none : (i * (j + 2)) % 13))
    const pairs = correspondence(
      measureInput(
        original,
        file(9, 9, (i, j) => i + j),
        { params: {} },
      ),
      'nearest',
      'm',
    )
    expect(pairs).toEqual({ masked: new Int32Array(0), original: new Int32Array(0) })
  })
})

it('rows without a missing value, and their values', () => {
  const columns = [Float64Array.of(1, none, 3, 4), Float64Array.of(5, 6, 7, none)]
  expect([...completeRows(columns, 4)]).toEqual([0, 2])
  expect([...completeRows([], 2)]).toEqual([0, 1])
  expect(gather(columns, Int32Array.of(2, 0)).map((column) => [...column])).toEqual([
    [3, 1],
    [7, 5],
  ])
})

it('a column pair by pair has original and masked values, missing ones too', () => {
  const input = measureInput(
    file(3, 1, (i) => 10 * i),
    file(2, 1, (i) => (i === 0 ? none : 7)),
    { params: {} },
  )
  const pairs = { masked: Int32Array.of(1, 0), original: Int32Array.of(2, 1) }
  expect(pairedColumn(input, 'x0', pairs)).toEqual({
    name: 'x0',
    x: Float64Array.of(20, 10),
    y: Float64Array.of(7, none),
  })
})
