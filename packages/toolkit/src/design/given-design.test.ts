import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric, type Column } from '@sdc/core'
import { finiteColumns, maskedFile } from '../columns/finite-columns.js'
import { givenDesign } from './given-design.js'

const input = (columns: Record<string, Column>): Parameters<typeof givenDesign>[0] => {
  const data = dataset(Object.entries(columns))
  // The second half of a file: record i here is record 10 + i of the original.
  return { data, origin: Int32Array.from({ length: data.rows }, (_, i) => 10 + i), given: data.names }
}

describe('the design of given columns', () => {
  it('has unchanged numbers, and an indicator for every category that occurs except the first', () => {
    const region = { ...categorical(['s', 'n', 'e', 's'], ['w', 'n', 'e', 's']) }
    const one = input({ age: numeric([30, 40, 50, 60]), region })
    const { columns, warnings } = givenDesign(one, 'test/method')
    expect(columns.map((column) => [...column])).toEqual([
      [30, 40, 50, 60],
      [0, 0, 1, 0],
      [1, 0, 0, 1],
    ])
    expect(warnings).toEqual([expect.stringContaining('column "region" is represented by 2 indicator variables')])
  })

  it('adds nothing for a column of one category', () => {
    expect(givenDesign(input({ region: categorical(['n', 'n']) }), 'test/method').columns).toEqual([])
  })

  it('refuses very many categories before they fill the memory', () => {
    const names = Array.from({ length: 502 }, (_, i) => `c${i}`)
    expect(givenDesign(input({ code: categorical(names.slice(1)) }), 'test/method').columns).toHaveLength(500)
    const bad = input({ code: categorical(names) })
    expect(() => givenDesign(bad, 'test/method')).toThrow(/more than 500 indicator columns/)
    // All columns together have 250 indicators each, and one more.
    const half = names.slice(0, 251)
    const three = (more: readonly string[]): ReturnType<typeof input> =>
      input({ a: categorical(half), b: categorical(half), c: categorical(more) })
    expect(givenDesign(three(half.map(() => 'c0')), 'test/method').columns).toHaveLength(500)
    expect(() => givenDesign(three(half.map((_, i) => `c${i % 2}`)), 'test/method')).toThrow(/more than 500/)
  })
})

describe('columns with computable variances', () => {
  it('are refused if a value is infinite or too large, with its record in the original', () => {
    const one = input({ x: numeric([1, Number.NaN, -1e150]) })
    expect(() => finiteColumns(one, ['x'], 'test/method')).toThrow(
      expect.objectContaining({ code: 'NOT_NUMERIC', place: { method: 'test/method', column: 'x', row: 13 } }),
    )
    expect(finiteColumns(input({ x: numeric([1, Number.NaN, 1e145]) }), ['x'], 'm')).toHaveLength(1)
  })

  it('are returned as one masked file', () => {
    const { files, warnings } = maskedFile(['a', 'b'], [Float64Array.of(1), Float64Array.of(2)], ['said'])
    expect(files).toHaveLength(1)
    expect([...files[0].columns]).toEqual([
      ['a', numeric([1])],
      ['b', numeric([2])],
    ])
    expect(warnings).toEqual(['said'])
  })
})
