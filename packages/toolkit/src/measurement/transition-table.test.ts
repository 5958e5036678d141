import { describe, expect, it } from 'vitest'
import { transitionTable, type TransitionRows } from './transition-table.js'

const read = (rows: TransitionRows): ReturnType<typeof transitionTable> =>
  transitionTable(rows, { parameter: 'matrix' }, 'the matrix')

describe('transitionTable', () => {
  it('reads texts and numbers, columns in the order of the rows', () => {
    const read1 = read([
      ['region', 'south', 'north'],
      ['north', '.1', '9e-1'],
      ['south', 0.75, 0.25],
    ])
    expect(read1).toEqual({
      corner: 'region',
      labels: ['north', 'south'],
      matrix: [Float64Array.of(0.9, 0.1), Float64Array.of(0.25, 0.75)],
    })
  })

  it('accepts decimal commas, numbers as labels, and one level', () => {
    expect(read([[null, 1, '2'], ['1', '0,5', '0,5'], ['2', '0', '1']]).matrix[0]).toEqual(Float64Array.of(0.5, 0.5)) // oxfmt-ignore
    expect(read([['', 'a'], ['a', 1]]).matrix).toEqual([Float64Array.of(1)]) // oxfmt-ignore
  })

  it('accepts the rounding error of a sum of 1, and no more', () => {
    const near = (sum: number): TransitionRows => [['', 'a', 'b'], ['a', 0.5, sum - 0.5], ['b', 0, 1]] // oxfmt-ignore
    expect(() => read(near(1 + 9e-10))).not.toThrow()
    expect(() => read(near(1 - 9e-10))).not.toThrow()
    expect(() => read(near(1 + 2e-9))).toThrow(/row "a" with the sum 1\.000000002 instead of 1/)
    expect(() => read(near(1 - 2e-9))).toThrow(/row "a" with the sum 0\.99/)
  })

  it.each<[string, TransitionRows, RegExp]>([
    ['nothing', [], /no row below its header/],
    ['a header alone', [['', 'a']], /no row below its header/],
    ['no column', [['x'], ['a']], /no row below its header/],
    [
      'more columns than rows',
      [
        ['', 'a', 'b'],
        ['a', 1, 0],
      ],
      /1 row and 2 columns: it is not square/,
    ],
    [
      'a ragged row',
      [
        ['', 'a', 'b'],
        ['a', 1],
        ['b', 0, 1],
      ],
      /2 cells in row 1, but 3 in its header/,
    ],
    [
      'a row twice',
      [
        ['', 'a', 'b'],
        ['a', 1, 0],
        ['a', 0, 1],
      ],
      /two rows of "a"/,
    ],
    [
      'a column twice',
      [
        ['', 'a', 'a'],
        ['a', 1, 0],
        ['b', 0, 1],
      ],
      /two columns of "a"/,
    ],
    [
      'other names',
      [
        ['', 'a', 'c'],
        ['a', 1, 0],
        ['b', 0, 1],
      ],
      /row but no column "b", and a column but no row "c"/,
    ],
    [
      'a text',
      [
        ['', 'a', 'b'],
        ['a', 1, 0],
        ['b', 'much', 1],
      ],
      /has "much" in the row of "b" and the column of "a"/,
    ],
    [
      'nothing in a cell',
      [
        ['', 'a', 'b'],
        ['a', 1, ''],
        ['b', 0, 1],
      ],
      /nothing in the row of "a" and the column of "b"/,
    ],
    [
      'infinity',
      [
        ['', 'a', 'b'],
        ['a', 1, 0],
        ['b', Infinity, 1],
      ],
      /"Infinity" in the row of "b"/,
    ],
    [
      'a negative one',
      [
        ['', 'a', 'b'],
        ['a', 1.1, -0.1],
        ['b', 0, 1],
      ],
      /negative probability -0\.1 in the row of "a"/,
    ],
    [
      'a row that sums to less',
      [
        ['', 'a', 'b'],
        ['a', 1, 0],
        ['b', 0.5, 0.4],
      ],
      /row "b" with the sum 0\.9 instead of 1/,
    ],
  ])('refuses %s', (_, rows, message) => {
    expect(() => read(rows)).toThrow(message)
    expect(() => read(rows)).toThrow(expect.objectContaining({ code: 'BAD_PARAMETER', place: { parameter: 'matrix' } }))
  })
})
