import { categorical, numeric, type CategoricalColumn } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coarserTaxonomy } from './coarser-taxonomy.js'
import { levelMapFor } from './level-map.js'
import { usualClasses } from './usual-classes.js'
import { mappedClasses, mergesValues, withClasses } from './value-classes.js'

const place = { method: 'coding/global-recode', column: 'job' }
const map = (object: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(object))
const labels = ({ codes, levels }: CategoricalColumn): (string | null)[] =>
  Array.from(codes, (code) => levels[code] ?? null)

describe('levelMapFor', () => {
  it('is one map for all, rows or an object, or a map by column', () => {
    const pairs = [
      ['a', 'x'],
      ['b', 'x'],
    ]
    const one = { map: map({ a: 'x', b: 'x' }), named: false }
    expect(levelMapFor(pairs, 'job', place)).toEqual(one)
    expect(levelMapFor({ a: 'x', b: 'x' }, 'job', place)).toEqual(one)
    expect(levelMapFor({ job: pairs }, 'job', place)).toEqual({ ...one, named: true })
    expect(levelMapFor({ job: { a: 'x', b: 'x' } }, 'job', place)).toEqual({ ...one, named: true })
    expect(levelMapFor({ job: { a: 'x' } }, 'sex', place)).toBeUndefined()
    expect(levelMapFor({ job: { a: 'x' } }, 'toString', place)).toBeUndefined()
  })

  it('keeps codes as texts, and names of objects as levels', () => {
    const rows = [
      ['007', 'agents'],
      ['7', 'sevens'],
      ['constructor', 'builders'],
    ]
    expect([...(levelMapFor(rows, 'job', place)?.map ?? [])]).toEqual(rows)
  })

  it.each([
    [[['a']], /row 1 of the map has 1 cells/],
    [[['a', 'b', 'c']], /row 1 of the map has 3 cells/],
    [
      [
        ['a', 'x'],
        ['a', 'y'],
      ],
      /the level "a" twice: it becomes "x" and "y"/,
    ],
    [[['a', ' ']], /makes the level "a" an empty text/],
    [[], /the map is empty/],
    [{ job: {} }, /the map is empty/],
  ])('refuses %j', (given, message) => {
    expect(() => levelMapFor(given, 'job', place)).toThrow(message)
  })
})

describe('mappedClasses', () => {
  const wood = categorical(['wood', 'iron', null, 'cloth', 'iron'])

  it('names the levels that the map lacks, each with its first record, or puts them into one class', () => {
    const some = map({ wood: 'goods' })
    expect(() => mappedClasses(wood, some, undefined, place)).toThrow(
      expect.objectContaining({
        code: 'BAD_PARAMETER',
        message: 'the map for column "job" lacks the levels "iron" (record 2), "cloth" (record 4)',
        place: { ...place, parameter: 'map', row: 2 },
      }),
    )
    const numbers = numeric([5, 2, Number.NaN, 3, 2, 3])
    expect(() => mappedClasses(numbers, map({ '5': 'x' }), undefined, place)).toThrow(
      /lacks the levels "2" \(record 2\), "3" \(record 4\)/,
    )
    expect(() => mappedClasses(numbers, map({ '5': 'x', '2.0': 'x' }), undefined, place)).toThrow(
      /lacks the level "3" \(record 4\)/,
    )
    const rest = withClasses(wood, mappedClasses(wood, some, 'rest', place))
    expect(labels(rest)).toEqual(['goods', 'rest', null, 'rest', 'rest'])
    expect(labels(withClasses(numbers, mappedClasses(numbers, map({ '5': 'x' }), 'rest', place)))).toEqual([
      'x',
      'rest',
      null,
      'rest',
      'rest',
      'rest',
    ])
  })

  it('needs no entry for a level without records, and keeps no level of the finer column', () => {
    const column = categorical(['a', 'b'], ['a', 'b', 'gone'])
    const coarser = withClasses(column, mappedClasses(column, map({ a: 'x', b: 'x' }), undefined, place))
    expect(coarser.levels).toEqual(['x'])
    expect([...coarser.codes]).toEqual([0, 0])
  })

  it('keeps the order of classes that are runs of neighbours, and drops that of others', () => {
    const school = categorical(['low', 'high', 'none', 'mid'], ['none', 'low', 'mid', 'high'])
    const runs = withClasses(
      school,
      mappedClasses(school, map({ high: 'some', mid: 'some', low: 'little', none: 'little' }), undefined, place),
    )
    expect(runs).toMatchObject({ ordered: true, levels: ['little', 'some'] })
    expect(labels(runs)).toEqual(['little', 'some', 'little', 'some'])
    const ends = map({ high: 'end', none: 'end', mid: 'middle', low: 'middle' })
    expect(mappedClasses(school, ends, undefined, place)).toMatchObject({ ordered: false, labels: ['end', 'middle'] })
    const numbers = numeric([10, 2, 1])
    expect(mappedClasses(numbers, map({ '1': 'few', '2': 'few', '10': 'many' }), undefined, place)).toMatchObject({
      ordered: true,
      labels: ['few', 'many'],
    })
    expect(mappedClasses(numbers, map({ '1': 'few', '2': 'two', '10': 'few' }), undefined, place).ordered).toBe(false)
    // A nominal column gets no order.
    const trade = categorical(['a', 'b'])
    expect(mappedClasses(trade, map({ a: 'x', b: 'y' }), undefined, place).ordered).toBe(false)
  })

  it('reads the levels of a column of numbers as numbers, and refuses two that are equal', () => {
    const values = numeric([1, -0, 2.5])
    const of = mappedClasses(values, map({ '1.0': 'one', '0': 'zero', '2.50': 'half' }), undefined, place)
    expect(labels(withClasses(values, of))).toEqual(['one', 'zero', 'half'])
    expect(() => mappedClasses(values, map({ '1': 'one', '1.0': 'other' }), 'rest', place)).toThrow(
      /the number 1 twice: it becomes "one" and "other"/,
    )
  })
})

describe('withClasses', () => {
  it('keeps the other properties of a column', () => {
    const column = { ...categorical(['007', '010', null]), notNumeric: 'line 2' }
    const coarser = withClasses(column, mappedClasses(column, map({ '007': '0', '010': '0' }), undefined, place))
    expect(coarser).toEqual({
      kind: 'categorical',
      codes: Int32Array.of(0, 0, -1),
      levels: ['0'],
      ordered: false,
      notNumeric: 'line 2',
    })
  })
})

describe('coarserTaxonomy', () => {
  const taxonomy = new Map([
    ['oak', 'tree'],
    ['pine', 'tree'],
    ['rose', 'bush'],
    ['moss', null],
    ['tree', 'plant'],
    ['bush', 'plant'],
    ['plant', null],
  ])
  const levels = ['oak', 'pine', 'rose', 'moss']

  it('is the part above classes that are categories of it', () => {
    expect([...coarserTaxonomy(levels, taxonomy, ['tree', 'bush', 'moss'], Int32Array.of(0, 0, 1, 2))]).toEqual([
      ['tree', 'plant'],
      ['plant', null],
      ['bush', 'plant'],
      ['moss', null],
    ])
  })

  it('parent of another class is the nearest category above all its members', () => {
    expect([...coarserTaxonomy(levels, taxonomy, ['wood', 'rest'], Int32Array.of(0, 0, 1, 1))]).toEqual([
      ['wood', 'tree'],
      ['tree', 'plant'],
      ['plant', null],
      ['rest', null],
    ])
    expect(coarserTaxonomy(levels, taxonomy, ['garden'], Int32Array.of(0, -1, 0, -1)).get('garden')).toBe('plant')
  })
})

describe('usualClasses', () => {
  const counted = (counts: Readonly<Record<string, number>>, ordered = false): CategoricalColumn => ({
    ...categorical(
      Object.entries(counts).flatMap(([level, count]) => Array<string>(count).fill(level)),
      Object.keys(counts),
    ),
    ordered,
  })

  it('keeps the most frequent categories, the first of equal ones, and always makes fewer', () => {
    const column = counted({ a: 2, b: 5, c: 2, d: 1, e: 0 })
    expect(usualClasses(column, 3, 'other')).toEqual({
      labels: ['a', 'b', 'other'],
      ordered: false,
      ofCode: Int32Array.of(0, 1, 2, 2, 2),
    })
    expect(usualClasses(column, 10, 'other')?.labels).toEqual(['a', 'b', 'other'])
    expect(usualClasses(column, 1, 'other')?.labels).toEqual(['other'])
    expect(usualClasses(counted({ a: 3, b: 1 }), 5, 'other')?.labels).toEqual(['other'])
    expect(usualClasses(counted({ a: 3 }), 5, 'other')).toBeUndefined()
  })

  it('replaces a category called other by the class of the rest', () => {
    const column = counted({ other: 9, a: 3, b: 2, c: 1 })
    expect(usualClasses(column, 3, 'other')).toMatchObject({
      labels: ['a', 'b', 'other'],
      ofCode: Int32Array.of(2, 0, 1, 2),
    })
  })

  it('merges ordered neighbours, with nearly as many records each', () => {
    const column = counted({ z: 0, a: 4, b: 1, c: 1, gap: 0, d: 2, e: 4 }, true)
    expect(usualClasses(column, 3, 'other')).toEqual({
      labels: ['z to a', 'b to d', 'e'],
      ordered: true,
      ofCode: Int32Array.of(0, 0, 1, 1, 1, 1, 2),
    })
    // A single category keeps its name; an existing name is not used twice.
    expect(usualClasses(counted({ '1': 1, '2': 1, '1 to 2': 2 }, true), 2, 'other')?.labels).toEqual([
      '(1 to 2)',
      '1 to 2',
    ])
  })

  it('covers every category once, merges some, and keeps the order of ordered ones', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 12 }), fc.boolean(), (list, classes, ordered) => {
        fc.pre(list.filter((count) => count > 0).length > 1)
        const column = counted(Object.fromEntries(list.map((count, i) => [`l${i}`, count])), ordered)
        const of = usualClasses(column, classes, 'other')
        if (!of?.ofCode) return expect.fail('no classes')
        expect(of.labels.length).toBeLessThanOrEqual(classes)
        expect(new Set(of.labels).size).toBe(of.labels.length)
        expect([...of.ofCode].every((own) => own >= 0 && own < of.labels.length)).toBe(true)
        const coarser = withClasses(column, of)
        expect(new Set(coarser.codes).size).toBeLessThan(new Set(column.codes).size)
        expect(mergesValues(column, coarser.codes, of.labels.length)).toBe(true)
        if (ordered) expect([...of.ofCode]).toEqual([...of.ofCode].sort((a, b) => a - b))
      }),
    )
  })
})
