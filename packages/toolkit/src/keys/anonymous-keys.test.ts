import { categorical, dataset, numeric, type Dataset } from '@sdc/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anonymousColumns } from './anonymous-keys.js'

type Cell = string | null

const roles = { keys: ['a', 'b'], confidential: ['c'] }
const file = (rows: readonly (readonly [Cell, Cell, string])[]): Dataset =>
  dataset(['a', 'b', 'c'].map((name, j) => [name, categorical(rows.map((row) => row[j]))]))
const positions = (length: number): Int32Array => Int32Array.from({ length }, (_, i) => i)
const found = (
  original: Dataset,
  released: Dataset,
  origin: Int32Array = positions(released.rows),
): ReturnType<typeof anonymousColumns> =>
  anonymousColumns({ original, released, origin }, roles, { records: 2, values: 2 })

const pairs = [
  ['x', 'p', '1'],
  ['x', 'p', '2'],
  ['y', 'q', '1'],
  ['y', 'q', '1'],
] as const

describe('quasi-identifiers that are k-anonymous in a released file', () => {
  it('are all of them if every class has k different originals; columns with ℓ values in every class are diverse', () => {
    expect(found(file(pairs), file(pairs))).toEqual({ keys: ['a', 'b'], sensitive: [], least: 2 })
    const diverse = file([...pairs.slice(0, 3), ['y', 'q', '3']])
    expect(found(diverse, diverse).sensitive).toEqual(['c'])
    expect(found(file(pairs.slice(1)), file(pairs.slice(1))).keys).toEqual([])
  })

  it('are none with copies of one record, with added records, without records, or without a role', () => {
    const one = file([pairs[0], pairs[2]])
    const doubled = file([pairs[0], pairs[0], pairs[2], pairs[2]])
    expect(found(one, doubled, Int32Array.of(0, 0, 1, 1)).keys).toEqual([])
    expect(found(one, doubled, Int32Array.of(0, -1, 1, -1)).keys).toEqual([])
    expect(found(one, doubled, Int32Array.of(-1, -1, -1, -1)).keys).toEqual([])
    expect(found(file(pairs), file([]), new Int32Array(0)).keys).toEqual([])
    const without = { keys: [], confidential: [] }
    const input = { original: file(pairs), released: file(pairs), origin: positions(4) }
    expect(anonymousColumns(input, without, { records: 2 }).keys).toEqual([])
  })

  it('count persons if a column has that role', () => {
    const visits = dataset([
      ...['a', 'b', 'c'].map((name) => [name, file(pairs).column(name)] as const),
      ['who', numeric([1, 1, 2, 3])],
    ])
    const input = { original: visits, released: visits, origin: positions(4) }
    expect(anonymousColumns(input, roles, { records: 2 }).keys).toEqual(['a', 'b'])
    expect(anonymousColumns(input, { ...roles, person: 'who' }, { records: 2 }).keys).toEqual([])
  })

  it('count the records that match a person if keys are missing, among those that lack the fewest', () => {
    const original = file([...pairs.slice(0, 2), ['y', 'q', '1'], ['y', 'r', '1']])
    expect(found(original, file([...pairs.slice(0, 2), ['y', null, '1'], ['y', null, '1']])).least).toBe(2)
    // Both match ('y', 'q'), but an intruder prefers the record that has both keys.
    expect(found(original, file([...pairs.slice(0, 2), ['y', 'q', '1'], ['y', null, '1']])).keys).toEqual([])
    // Two records without any key are compatible with everybody, and protect nobody.
    const blank = file([
      ['x', 'p', '1'],
      ['x', 'o', '1'],
      [null, null, '1'],
      [null, null, '1'],
    ])
    expect(found(file([...pairs.slice(0, 1), ['x', 'o', '1'], ...pairs.slice(2)]), blank).keys).toEqual([])
  })

  it('agree with counting every class', () => {
    const record = fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('p', 'q'), fc.constantFrom('1', '2'))
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 12 }), (rows) => {
        const counts = rows.map(([a, b]) => rows.filter((other) => other[0] === a && other[1] === b).length)
        const least = Math.min(...counts)
        expect(found(file(rows), file(rows)).least).toBe(least >= 2 ? least : 0)
      }),
    )
  })

  it('can be numbers', () => {
    const data = dataset([
      ['a', numeric([1, 1, 2, 2])],
      ['b', numeric([0, -0, 5, 5])],
      ['c', numeric([1, 2, 3, 4])],
    ])
    expect(found(data, data)).toEqual({ keys: ['a', 'b'], sensitive: ['c'], least: 2 })
  })
})
