import { categorical, dataset, fromRows, numeric, takeRows, type Dataset } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileRisk, type FileRisk } from './file-risk.js'

/**
 * Seven people. Classes of (sex, age, town): {1, 2} share f 30 N; 3 to 7 are unique.
 *   without sex:  (30 N) 1, 2, 3 · (40 N) 4 · (40 S) 5 · (40 –) 6 · (90 S) 7: 4 unique
 *   without age:  f N 1, 2, 4 · m N 3 · f S 5 · m – 6 · m S 7: 4 unique
 *   without town: f 30 1, 2 · m 30 3 · f 40 4, 5 · m 40 6 · m 90 7: 3 unique
 */
const people = fromRows([
  { sex: 'f', age: 30, town: 'N', income: 10, illness: 'none' },
  { sex: 'f', age: 30, town: 'N', income: 0, illness: 'none' },
  { sex: 'm', age: 30, town: 'N', income: 10, illness: 'flu' },
  { sex: 'f', age: 40, town: 'N', income: 20, illness: 'none' },
  { sex: 'f', age: 40, town: 'S', income: 30, illness: 'none' },
  { sex: 'm', age: 40, town: null, income: 40, illness: 'flu' },
  { sex: 'm', age: 90, town: 'S', income: 200, illness: 'rare' },
])
const keys = ['sex', 'age', 'town']

describe('fileRisk', () => {
  it('counts classes and the contribution of each quasi-identifier, as by hand', () => {
    const { identity } = fileRisk(people, { keys, k: 4 })
    expect(identity).toEqual({
      classes: 6,
      smallest: 1,
      unique: 5,
      belowThree: 7,
      belowK: 7,
      expected: 6 / 7,
      missing: 1,
      keys: [
        { key: 'town', levels: 2, missing: 1, alone: 1, without: 3 },
        { key: 'age', levels: 3, missing: 0, alone: 1, without: 4 },
        { key: 'sex', levels: 2, missing: 0, alone: 0, without: 4 },
      ],
      // Without town and age by sex alone: none.
      leaveOut: [
        { key: 'town', unique: 3 },
        { key: 'age', unique: 0 },
      ],
    })
  })

  it('finds the records that few quasi-identifiers make unique, with the values that expose them', () => {
    const { fewKeys } = fileRisk(people, { keys })
    // 6 by its missing town, 7 by its age; 3 by (m, 30) and (m, N), 4 by (40, N), 5 by (f, S) and (40, S).
    expect(fewKeys).toEqual({
      maxSize: 3,
      atMost: [2, 5, 5],
      exposed: [
        // A pair more: (m, 40) and (m, S) are minimal, too.
        { record: 6, facts: [{ column: 'town', value: null }], sets: 2 },
        { record: 7, facts: [{ column: 'age', value: '90' }], sets: 2 },
        { record: 3, facts: [{ column: 'sex', value: 'm' }, { column: 'age', value: '30' }], sets: 2 }, // oxfmt-ignore
      ],
    })
  })

  it('describes confidential columns as by hand', () => {
    const { values } = fileRisk(people, { keys, confidential: ['income', 'illness'] })
    expect(values[0]).toMatchObject({
      column: 'income',
      present: 7,
      once: 5 / 7,
      // Sorted: 0 10 10 20 30 40 200; the 95 % point is 40 + .7 · 160.
      numbers: { zeros: 1 / 7, greatest: 200, overSecond: 5, overP95: expect.closeTo(200 / 152, 12) },
    })
    expect(values[0].numbers?.toldBy?.key).toBe('age')
    expect(values[1]).toEqual({ column: 'illness', present: 7, once: 1 / 7, level: { level: 'none', share: 4 / 7 } })
  })

  it('counts weights that cannot be a number of persons', () => {
    const weighted = dataset([['w', numeric([0, 0.5, 1, 20])]])
    expect(fileRisk(weighted, { keys: [], weight: 'w' }).weights).toEqual({
      column: 'w',
      sum: 21.5,
      belowOne: 2,
      zero: 1,
    })
  })

  it('accepts files without anything to find', () => {
    const none = fileRisk(people, { keys: [] })
    expect([none.identity, none.fewKeys, none.values]).toEqual([undefined, undefined, []])
    const empty = dataset([['a', numeric([])], ['b', categorical([])]]) // oxfmt-ignore
    expect(fileRisk(empty, { keys: ['a'], confidential: ['b'] })).toMatchObject({ records: 0, values: [{ once: 0 }] })
    const one = fileRisk(takeRows(people, Int32Array.of(0)), { keys, confidential: ['income'] })
    // The only record of a file is unique by every set, even the empty one.
    expect(one.identity).toMatchObject({
      unique: 1,
      expected: 1,
      keys: [{ without: 1 }, { without: 1 }, { without: 1 }],
    })
    expect(one.values[0].numbers).toEqual({ zeros: 0, greatest: 10, overSecond: null, overP95: 1, toldBy: null })
    const blank = dataset([['a', numeric([NaN, NaN])], ['b', categorical(['x', 'x'])]]) // oxfmt-ignore
    expect(fileRisk(blank, { keys: ['a', 'b'], confidential: [] })).toMatchObject({
      identity: { unique: 0, classes: 1, missing: 2, keys: [{ levels: 1 }, { levels: 0, missing: 2 }] },
      fewKeys: { atMost: [0, 0], exposed: [] },
    })
  })

  it('searches smaller sets of many quasi-identifiers, and none if there are too many', () => {
    const wide = (d: number, n: number): FileRisk => {
      const names = Array.from({ length: d }, (_, j) => `k${j}`)
      const columns = names.map((name, j) => [name, numeric(Float64Array.from({ length: n }, (_, i) => (i >> j) & 1))] as const) // oxfmt-ignore
      return fileRisk(dataset(columns), { keys: names })
    }
    expect(wide(30, 40).fewKeys?.maxSize).toBe(3)
    expect(wide(30, 10_000).fewKeys?.maxSize).toBe(2)
    expect(wide(31, 40).fewKeys).toBeUndefined()
  })

  it('refuses a missing column, and one with two roles', () => {
    expect(() => fileRisk(people, { keys: ['towns'] })).toThrow('towns')
    expect(() => fileRisk(people, { keys, confidential: ['age'] })).toThrow('named twice')
  })

  const files = fc
    .array(fc.tuple(fc.nat(2), fc.nat(3), fc.nat(2), fc.nat(4)), { minLength: 1, maxLength: 25 })
    .map((rows) => rows.map(([a, b, c, d]) => ({ a, b, c: c === 0 ? null : String(c), d })))
  const names = ['a', 'b', 'c', 'd']

  it('equals the counts of a comparison of all pairs of records', () => {
    fc.assert(
      fc.property(files, (rows) => {
        const { identity, fewKeys } = fileRisk(fromRows(rows), { keys: names, k: 3 })
        const matches = (by: readonly string[]): number[] => {
          const texts = rows.map((row) => by.map((name) => row[name as 'a']).join())
          return texts.map((text) => texts.filter((other) => other === text).length)
        }
        const count = (by: readonly string[], below: number): number => matches(by).filter((f) => f < below).length
        expect(identity).toMatchObject({
          unique: count(names, 2),
          belowThree: count(names, 3),
          belowK: count(names, 3),
        })
        expect(identity?.expected).toBeCloseTo(matches(names).reduce((sum, f) => sum + 1 / f, 0) / rows.length, 12)
        for (const { key, without, alone } of identity?.keys ?? []) {
          expect(without).toBe(count(names.filter((name) => name !== key), 2)) // oxfmt-ignore
          expect(alone).toBe(count([key], 2))
        }
        const sets = Array.from({ length: 15 }, (_, set) => names.filter((_name, j) => ((set + 1) >> j) & 1))
        const uniqueBy = (i: number, most: number): boolean =>
          sets.some((set) => set.length <= most && matches(set)[i] === 1)
        expect(fewKeys?.atMost).toEqual([1, 2, 3].map((most) => rows.filter((_, i) => uniqueBy(i, most)).length))
        for (const { record, facts } of fewKeys?.exposed ?? [])
          expect(matches(facts.map(({ column }) => column))[record - 1]).toBe(1)
      }),
      { numRuns: 60 },
    )
  })

  it('does not depend on the order of the records', () => {
    const counts = (data: Dataset): unknown => {
      const { identity, fewKeys, values } = fileRisk(data, { keys: ['a', 'b', 'c'], confidential: ['d'] })
      // Sums over records in another order differ in the last bits, which may change the key that explains most.
      const numbers = values.map((one) => ({ ...one, numbers: { ...one.numbers, toldBy: undefined } }))
      return [identity, fewKeys?.atMost, fewKeys?.exposed.map(({ sets }) => sets), numbers]
    }
    fc.assert(
      fc.property(files, (rows) => {
        const data = fromRows(rows)
        const back = takeRows(data, Int32Array.from(rows.keys()).reverse())
        expect(counts(back)).toEqual(counts(data))
      }),
      { numRuns: 60 },
    )
  })

  it('counts the persons who are unique by quasi-identifiers and two of three answers', () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ sex: 'fm'[i % 2], q1: String((i * 7) % 5), q2: String((i * 3) % 4), q3: String((i * i) % 6) })) // oxfmt-ignore
    const { answers } = fileRisk(fromRows(rows), { keys: ['sex'], items: ['q1', 'q2', 'q3'], knownItems: 2 })
    const names = ['q1', 'q2', 'q3'] as const
    const sizes = [[0, 1], [0, 2], [1, 2]].map(([a, b]) => {
      const key = (row: (typeof rows)[number]): string => [row.sex, row[names[a]], row[names[b]]].join()
      return rows.map((row) => rows.filter((other) => key(other) === key(row)).length)
    }) // oxfmt-ignore
    const shares = sizes.map((of) => of.filter((size) => size < 3).length / 40)
    expect(answers).toMatchObject({ items: 3, known: 2, sets: 3 })
    expect(answers?.belowThree).toBeCloseTo(shares.reduce((sum, one) => sum + one, 0) / 3, 12)
    expect(answers?.worst.belowThree).toBeCloseTo(Math.max(...shares), 12)
    expect(answers?.belowThree).toBeGreaterThan(0.1)
    expect(fileRisk(fromRows(rows), { keys: ['sex'] }).answers).toBeUndefined()
  })
})

describe('dates', () => {
  it('are formatted as dates, without zeros and sizes', () => {
    const dates = { ...numeric([0, 0, 40, 19_000]), time: 'date' as const }
    const data = dataset([
      ['born', dates],
      ['seen', dates],
    ])
    const { fewKeys, values } = fileRisk(data, { keys: ['born'], confidential: ['seen'] })
    expect(fewKeys?.exposed[0].facts).toEqual([{ column: 'born', value: '1970-02-10' }])
    expect(values[0].numbers).toMatchObject({ zeros: null, greatest: null, overSecond: null, overP95: null })
  })
})
