import { categorical, dataset, numeric, type Hierarchy } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { automaticHierarchy } from './automatic-hierarchy.js'
import { columnHierarchy, type ColumnHierarchy } from './column-hierarchy.js'
import { hierarchyOfWidths, hierarchyRows } from './hierarchy-rows.js'
import { keyHierarchies } from './key-hierarchies.js'

/** Every level is a function of the one below, with the stated sizes, up to one class. */
function expectNested({ levels }: ColumnHierarchy): void {
  for (const [h, { classOf, sizes, labels }] of levels.entries()) {
    expect(new Set(labels).size).toBe(labels.length)
    expect([...sizes]).toEqual(labels.map((_, own) => classOf.filter((one) => one === own).length))
    if (h === 0) continue
    const above = new Map<number, number>()
    levels[h - 1].classOf.forEach((own, row) => {
      expect(above.get(own) ?? classOf[row]).toBe(classOf[row])
      above.set(own, classOf[row])
    })
  }
  expect(levels[levels.length - 1].labels).toEqual(['*'])
}

describe('a hierarchy made automatically', () => {
  it('numbers: rounded widths that double, from sixteen classes between the outer tenths', () => {
    // 17 … 90: 10th and 90th percentiles 24.3 and 82.7, so 58.4/16 = 3.65 and 5 is the first width.
    const column = numeric(Float64Array.from({ length: 74 }, (_, i) => 17 + i))
    const hierarchy = automaticHierarchy(column)
    expect(hierarchy.widths).toEqual([5, 10, 20, 40])
    expect(hierarchy.levels.map(({ labels }) => labels.length)).toEqual([74, 16, 9, 5, 3, 1])
    expect(hierarchy.levels[1].labels.slice(0, 2)).toEqual(['[15,20)', '[20,25)'])
    expect(hierarchy.levels[4].labels).toEqual(['[0,40)', '[40,80)', '[80,120)'])
    expectNested(hierarchy)
    expect(hierarchy.words).toBe('classes of width 5, 10, 20, 40, then *')
  })

  it('puts multiples of a width into the class that begins with them, for any rounding', () => {
    const tenths = Array.from({ length: 31 }, (_, i) => Number(`${i - 15}e-1`))
    const { levels, widths } = automaticHierarchy(numeric([...tenths, ...tenths]))
    expect(widths?.[0]).toBe(0.2)
    const rows = hierarchyRows({ levels })
    expect(rows.find(([value]) => value === '0.6')?.[1]).toBe('[0.6,0.8)')
    expect(rows.find(([value]) => value === '-0.6')?.[1]).toBe('[-0.6,-0.4)')
    expect(rows.find(([value]) => value === '0')?.[1]).toBe('[0,0.2)')
  })

  it.each<[string, number[]]>([
    ['most of one value', [...new Array<number>(95).fill(0), 1, 2, 3, 1e6, 5e6]],
    ['an outlier', [1, 2, 3, 4, 5, 6, 7, 8, 9, 1e15]],
    ['the ends of doubles', [-1.7e308, 1.7e308, 0, 5e-324]],
    ['tiny differences', [1, 1 + 2e-16, 1 + 4e-16]],
    ['one value', [3, 3, 3]],
    ['none', [Number.NaN, Number.NaN]],
    ['two values', [1, 2]],
  ])('is nested for %s', (_, values) => {
    const hierarchy = automaticHierarchy(numeric(values))
    expectNested(hierarchy)
    expect(hierarchy.levels.length).toBeLessThanOrEqual(6)
    expect([...hierarchy.codes].map((code) => code < 0)).toEqual(values.map(Number.isNaN))
  })

  it('ordered categories: neighbours in pairs, fours, …; at most the five largest sizes', () => {
    const grades = categorical([...'abcde'], [...'abcde'])
    const { levels, words } = automaticHierarchy(grades)
    expect(levels.map(({ labels }) => labels)).toEqual([[...'abcde'], ['a..b', 'c..d', 'e'], ['a..d', 'e'], ['*']])
    expect(words).toBe('groups of 2, 4 neighbours, then *')
    const many = Array.from({ length: 1000 }, (_, i) => `g${i}`)
    const large = automaticHierarchy(categorical(many, many))
    expect(large.levels.map(({ labels }) => labels.length)).toEqual([1000, 32, 16, 8, 4, 2, 1])
    expectNested(large)
  })

  it('text: the value, and *', () => {
    const { levels } = automaticHierarchy({ ...categorical(['007', '01.10', null]), ordered: false })
    expect(levels.map(({ labels }) => labels)).toEqual([['007', '01.10'], ['*']])
  })
})

describe('rows of hierarchies', () => {
  it('widths give other values the same classes', () => {
    const column = numeric(Float64Array.from({ length: 74 }, (_, i) => 17 + i))
    const { levels, widths = [] } = automaticHierarchy(column)
    expect(hierarchyOfWidths(column, widths)).toEqual(hierarchyRows({ levels }))
    const next = numeric([19, 91, Number.NaN, 19])
    const rows = hierarchyOfWidths(next, widths)
    expect(rows).toEqual([
      ['19', '[15,20)', '[10,20)', '[0,20)', '[0,40)', '*'],
      ['91', '[90,95)', '[90,100)', '[80,100)', '[80,120)', '*'],
    ])
    expect([...columnHierarchy(next, rows).codes]).toEqual([0, 1, -1, 0])
  })

  it('several columns are read together, and all their errors are reported at once', () => {
    const data = dataset([
      ['a', numeric([1, 2])],
      ['b', categorical(['x', 'y'])],
      ['c', numeric([1, 2])],
    ])
    const given = new Map<string, Hierarchy>([
      ['a', [['1', '*']]],
      ['b', [['y', '*']]],
    ])
    expect(() => keyHierarchies(data, ['a', 'b', 'c'], given)).toThrow(
      expect.objectContaining({
        code: 'BAD_HIERARCHY',
        message: expect.stringMatching(
          /column "a" lacks the value "2" .*; the hierarchy of column "b" lacks the value "x"/,
        ),
      }),
    )
    const [c] = keyHierarchies(data, ['c'], given)
    expect(c.words).toMatch(/then \*/)
  })
})
