import { categorical, dataset, numeric, type Column, type Dataset, type Hierarchy } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { columnHierarchy } from '../column-hierarchy.js'
import { parseHierarchyRule } from './parse-rule.js'
import { hierarchyOfRule } from './rule-rows.js'
import { usualRule } from './usual-rule.js'

const day = (text: string): number => Date.parse(text) / 86_400_000
const rowsOf = (rule: string, column: Column, more: [string, Column][] = []): Hierarchy => {
  const data: Dataset = dataset([['x', column], ...more])
  const rows = hierarchyOfRule(parseHierarchyRule(rule), { data, name: 'x', others: more.map(([name]) => name) })
  // Every result is a hierarchy: nested, with a row for each value, up to one class.
  expect(columnHierarchy(column, rows).levels.at(-1)?.labels).toEqual(['*'])
  return rows
}
const dated = (values: Iterable<number>, time: 'date' | 'datetime' = 'date'): Column => ({
  kind: 'numeric',
  values: Float64Array.from(values),
  time,
})

describe('rules of hierarchies', () => {
  it('dates: week, month, quarter, year and years, also before 1970', () => {
    const texts = ['1899-12-31', '1969-12-29', '1970-01-01', '2000-02-29', '2024-12-30']
    const rows = rowsOf('date:month,quarter,year,5years', dated(texts.map(day)))
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['1899-12', '1899-Q4', '1899', '1895-1899', '*'],
      ['1969-12', '1969-Q4', '1969', '1965-1969', '*'],
      ['1970-01', '1970-Q1', '1970', '1970-1974', '*'],
      ['2000-02', '2000-Q1', '2000', '2000-2004', '*'],
      ['2024-12', '2024-Q4', '2024', '2020-2024', '*'],
    ])
    // Weeks of ISO 8601: 1969-12-29 and 1970-01-01 are in week 1 of 1970, 2024-12-30 in week 1 of 2025.
    expect(rowsOf('date:week,month,year', categorical(texts)).map((row) => row.slice(1))).toEqual([
      ['1899-W52', '1899-12', '1899', '*'],
      ['1970-W01', '1970-01', '1970', '*'],
      ['1970-W01', '1970-01', '1970', '*'],
      ['2000-W09', '2000-03', '2000', '*'],
      ['2025-W01', '2025-01', '2025', '*'],
    ])
    const seconds = dated([-1, 0, 86_399, Number.NaN], 'datetime')
    expect(rowsOf('date:year', seconds).map(([, year]) => year)).toEqual(['1969', '1970', '1970'])
  })

  it('dates in the formats of offices', () => {
    expect(rowsOf('date:month', categorical(['29.02.2000', '1.3.2000 10:00']))).toEqual([
      ['29.02.2000', '2000-02', '*'],
      ['1.3.2000 10:00', '2000-03', '*'],
    ])
  })

  it('dates are nested for every day of a century', () => {
    const days = dated(Array.from({ length: 40_000 }, (_, i) => i - 20_000))
    for (const rule of ['date:week,month,quarter,year,5years', 'date:month,quarter,year,5years,10years'])
      expect(rowsOf(rule, days)).toHaveLength(40_000)
  })

  it('codes: by their first characters, with stars if all have one length, with one star otherwise', () => {
    expect(rowsOf('prefix:3,1', categorical(['80331', '80469', '10115']))).toEqual([
      ['80331', '803**', '8****', '*'],
      ['80469', '804**', '8****', '*'],
      ['10115', '101**', '1****', '*'],
    ])
    expect(rowsOf('prefix:3,1', categorical(['A00', 'A00.1', 'B2', 'A']))).toEqual([
      ['A00', 'A00*', 'A*', '*'],
      ['A00.1', 'A00*', 'A*', '*'],
      ['B2', 'B2', 'B*', '*'],
      ['A', 'A', 'A*', '*'],
    ])
    // Leading zeros that a reader of numbers dropped.
    expect(rowsOf('prefix:2', numeric([1067, 80331]))).toEqual([
      ['1067', '01***', '*'],
      ['80331', '80***', '*'],
    ])
  })

  it('numbers: classes that begin at multiples of the width', () => {
    expect(rowsOf('interval:5,10,20', numeric([0, 4, 5, 39, Number.NaN]))).toEqual([
      ['0', '0-4', '0-9', '0-19', '*'],
      ['4', '0-4', '0-9', '0-19', '*'],
      ['5', '5-9', '0-9', '0-19', '*'],
      ['39', '35-39', '30-39', '20-39', '*'],
    ])
    expect(rowsOf('interval:0.2,0.6', numeric([-0.1, 0.3, 0.6]))).toEqual([
      ['-0.1', '[-0.2,0)', '[-0.6,0)', '*'],
      ['0.3', '[0.2,0.4)', '[0,0.6)', '*'],
      ['0.6', '[0.6,0.8)', '[0.6,1.2)', '*'],
    ])
    expect(rowsOf('interval:10,20,20..90', numeric([3, 20, 85, 90, 104]))).toEqual([
      ['3', '<20', '<20', '*'],
      ['20', '20-29', '20-39', '*'],
      ['85', '80-89', '80-89', '*'],
      ['90', '>=90', '>=90', '*'],
      ['104', '>=90', '>=90', '*'],
    ])
    expect(rowsOf('interval:1,5', numeric([3]))).toEqual([['3', '3', '0-4', '*']])
    expect(rowsOf('interval:10', categorical(['7', '12']))).toEqual([
      ['7', '0-9', '*'],
      ['12', '10-19', '*'],
    ])
  })

  it('tree of numbers: classes with nearly as many records, and their halves', () => {
    const rows = rowsOf('tree', numeric(Float64Array.from({ length: 1600 }, (_, i) => i)))
    const sizes = [1, 2, 3, 4].map((h) => {
      const counts = new Map<string, number>()
      for (const row of rows) counts.set(row[h], (counts.get(row[h]) ?? 0) + 1)
      return [...counts.values()]
    })
    expect(sizes.map((of) => of.length)).toEqual([16, 8, 4, 2])
    expect(
      sizes
        .flat()
        .every((size, i) => Math.abs(size - [100, 200, 400, 800][[16, 24, 28, 30].findIndex((to) => i < to)]) <= 10),
    ).toBe(true)
    // Most records with one value, and one value only.
    expect(rowsOf('tree', numeric([...new Array<number>(95).fill(0), 1, 2, 3, 4, 5]))[0].length).toBeGreaterThan(2)
    expect(rowsOf('tree', numeric([7, 7]))).toEqual([['7', '*']])
  })

  it('tree of categories: joins categories that are similar in the other columns', () => {
    // a and c earn little, b and d much; e is rare.
    const work = ['a', 'b', 'c', 'd'].flatMap((one) => new Array<string>(50).fill(one))
    const income = numeric(work.map((one, i) => ('ac'.includes(one) ? i % 7 : 100 + (i % 7))))
    const rows = rowsOf('tree', categorical(work), [['income', income]])
    expect(rows.map((row) => row[1])).toEqual(['a / c', 'b / d', 'a / c', 'b / d'])
    const ordered = categorical(['low', 'middle', 'high', 'low'], ['low', 'middle', 'high'])
    expect(rowsOf('tree', ordered).map((row) => row[1])).toEqual(['low', 'middle..high', 'middle..high'])
  })

  it('a thousand categories, one, and none', () => {
    const many = categorical(Array.from({ length: 5000 }, (_, i) => `c${(i * i) % 1000}_${i % 1000}`.slice(-6)))
    expect(rowsOf('tree', many)[0]).toHaveLength(7)
    expect(rowsOf('tree', categorical(['only', null]))).toEqual([['only', '*']])
    const data = dataset([['x', numeric([Number.NaN])]])
    expect(hierarchyOfRule(parseHierarchyRule('interval:5'), { data, name: 'x' })).toEqual([])
  })

  it('are proposed by the pattern of the values', () => {
    const counted = (text: (i: number) => string): Column => categorical(Array.from({ length: 60 }, (_, i) => text(i)))
    expect(usualRule(dated([1, 2]))).toBe('date:month,quarter,year,5years')
    expect(usualRule(counted((i) => `${10 + (i % 19)}.02.${1900 + i}`))).toBe('date:month,quarter,year,5years')
    expect(usualRule(counted((i) => `${'AB'[i % 2]}${10 + (i % 20)}${i % 3 ? `.${i % 3}` : ''}`))).toBe('prefix:3,1')
    expect(usualRule(counted((i) => String(80_000 + 37 * i)))).toBe('prefix:3,2')
    expect(usualRule(counted((i) => `name ${i}`))).toBeUndefined()
    expect(usualRule(numeric([1, 2, 3]))).toBeUndefined()
  })

  it.each([
    ['date:year,month', /has "month" after "year"/],
    ['date:years5', /unknown step "years5"/],
    ['date:2years,5years', /do not consist of classes of 2/],
    ['prefix:1,2,3', /does not descend/],
    ['prefix:0', /number of characters/],
    ['interval:4,10', /10, which is not a multiple of 4/],
    ['interval:-5', /class width/],
    ['interval:', /class width/],
    ['interval:5,7..90', /not a multiple of the first width/],
    ['interval:5,90..20', /has the range/],
    ['trees', /none of the known forms/],
    ['age', /none of the known forms/],
  ])('refuses %s', (rule, message) => {
    expect(() => parseHierarchyRule(rule, { column: 'x' })).toThrow(
      expect.objectContaining({ code: 'BAD_HIERARCHY', message: expect.stringMatching(message) }),
    )
  })

  it('error messages list the forms, and the order that was probably meant', () => {
    const fixOf = (rule: string): string => {
      try {
        parseHierarchyRule(rule)
      } catch (error) {
        return (error as { fix: string }).fix
      }
      return ''
    }
    expect(fixOf('prefix:1,3,2')).toContain('prefix:3,2,1')
    expect(fixOf('codes:3')).toContain('interval:5,10,20')
  })

  it.each<[string, Column, RegExp]>([
    ['date:year', numeric([1980, 1990]), /has numbers: the rule date is for dates/],
    ['date:year', categorical(['1980-02-30']), /"1980-02-30", which is not a date/],
    ['date:year', categorical(['02/01/1980']), /not a date/],
    ['date:year', categorical(['30.02.1980']), /not a date/],
    ['prefix:2', numeric([-9, 100]), /the number -9: the rule prefix is for codes/],
    ['prefix:2', numeric([1.5]), /the number 1.5/],
    ['interval:5', categorical(['12', '90+']), /"90\+", which is not a number/],
    ['interval:1', numeric([1e300]), /too far from 0/],
    ['interval:5', numeric([Infinity]), /Infinity, which is in no class/],
    ['interval:5', dated([0, 1]), /has dates/],
    ['tree', categorical(Array.from({ length: 2001 }, (_, i) => `n${i}`)), /2001 categories/],
  ])('%s refuses values that it has no class for', (rule, column, message) => {
    expect(() => rowsOf(rule, column)).toThrow(
      expect.objectContaining({ code: 'BAD_HIERARCHY', message: expect.stringMatching(message) }),
    )
  })
})
