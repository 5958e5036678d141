import { categorical, numeric, type Hierarchy } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { columnHierarchy } from './column-hierarchy.js'

const ages: Hierarchy = [
  ['7', '0-9', '0-19', '*'],
  ['12', '10-19', '0-19', '*'],
  ['30', '30-39', '20-39', '*'],
  ['31', '30-39', '20-39', '*'],
]
const place = { column: 'age' }

describe('columnHierarchy', () => {
  it('has the row of each record, and classes with their sizes at every level', () => {
    const { codes, levels } = columnHierarchy(numeric([31, Number.NaN, 7, 12]), ages, place)
    expect([...codes]).toEqual([3, -1, 0, 1])
    expect(levels.map(({ labels }) => labels)).toEqual([
      ['7', '12', '30', '31'],
      ['0-9', '10-19', '30-39'],
      ['0-19', '20-39'],
      ['*'],
    ])
    expect(levels.map(({ sizes }) => [...sizes])).toEqual([[1, 1, 1, 1], [1, 1, 2], [2, 2], [4]])
    expect([...levels[1].classOf]).toEqual([0, 1, 2, 2])
  })

  it('matches numbers as numbers and categories by their text', () => {
    const rows: Hierarchy = [
      ['1.0', 'a'],
      ['0', 'b'],
    ]
    expect([...columnHierarchy(numeric([1, -0, 0]), rows).codes]).toEqual([0, 1, 1])
    expect([...columnHierarchy(categorical(['0', null, '1.0']), rows).codes]).toEqual([1, -1, 0])
    expect(() => columnHierarchy(categorical(['1']), rows)).toThrow(/lacks the value "1"/)
  })

  it('names every value without a row, its first record, and the lines to add', () => {
    expect(() => columnHierarchy(numeric([7, 99, 99, 12, 3]), ages, place)).toThrow(
      expect.objectContaining({
        code: 'BAD_HIERARCHY',
        message: 'the hierarchy of column "age" lacks the values "99" (record 2), "3" (record 5)',
        fix: 'Add the lines with their own classes: 99;CLASS1;CLASS2;*  3;CLASS1;CLASS2;*  Then run it again.',
        place: { column: 'age', row: 2 },
      }),
    )
    // A category without records needs no row.
    expect([...columnHierarchy(categorical(['7'], ['7', '8']), ages).codes]).toEqual([0])
  })

  it.each<[string, Hierarchy, RegExp]>([
    ['no row', [], /has no row/],
    ['no level', [['1']], /has no level above its values/],
    [
      'a short row',
      [
        ['1', 'a'],
        ['2', 'a', '*'],
      ],
      /row 2 .* has 3 cells, but the first has 2/,
    ],
    ['an empty class', [['1', 'a', ' ']], /row 1 .* has an empty class at level 2/],
    ['an empty value', [['', 'a']], /row 1 .* has no value/],
    [
      'a value twice',
      [
        ['1', 'a'],
        ['1', 'a'],
      ],
      /the value "1" twice, in rows 1 and 2/,
    ],
    [
      'a class in two classes',
      [
        ['1', 'a', 'x'],
        ['2', 'a', 'y'],
      ],
      /puts "a" of level 1 into two classes at level 2: "x" in row 1 \("1"\), "y" in row 2 \("2"\)/,
    ],
  ])('refuses %s', (_, rows, message) => {
    expect(() => columnHierarchy(numeric([1]), rows, place)).toThrow(
      expect.objectContaining({ code: 'BAD_HIERARCHY', message: expect.stringMatching(message) }),
    )
  })
})
