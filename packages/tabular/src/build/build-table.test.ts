import { categorical, dataset, numeric, type Column, type Dataset, type Table, type Taxonomy } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTable, type BuildOptions, type BuiltTable } from './build-table.js'

const region: Taxonomy = new Map([
  ['a1', 'A'],
  ['a2', 'A'],
  ['b1', 'B'],
  // Ragged: c has no level between it and the top.
  ['c', 'land'],
  ['A', 'land'],
  ['B', 'land'],
  ['land', null],
])

const record = fc.record({
  region: fc.constantFrom('a1', 'a2', 'b1', 'c'),
  sex: fc.constantFrom('m', 'f'),
  x: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -500, max: 5000 }).map((x) => x / 10),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  ),
  w: fc.integer({ min: 0, max: 12 }).map((w) => w / 4),
  who: fc.integer({ min: 0, max: 6 }),
  key: fc.integer({ min: 0, max: 2 ** 53 - 1 }).map((k) => k / 2 ** 53),
})
type Drawn = ReturnType<typeof record.generate>['value']

function dataOf(records: readonly Drawn[], weightOf = (r: Drawn): number => r.w): Dataset {
  return dataset([
    ['region', categorical(records.map((r) => r.region))],
    ['sex', categorical(records.map((r) => r.sex))],
    ['x', numeric(records.map((r) => r.x))],
    ['w', numeric(records.map(weightOf))],
    ['who', categorical(records.map((r) => `p${r.who}`))],
  ])
}
const dimensions = [{ name: 'region', hierarchy: region }, { name: 'sex' }]
const wholes: BuildOptions = { dimensions, value: 'x', top: 2 }

/** Every cell by its levels. */
function cells<T>(table: BuiltTable, what: (cell: number) => T): Map<string, T> {
  const [a, b] = table.dimensions
  return new Map(Array.from(a.codes, (code, c) => [`${a.levels[code]}|${b.levels[b.codes[c]]}`, what(c)]))
}

const above = (level: string): string[] => {
  const line = [level]
  for (let at = region.get(level); at && at !== 'land'; at = region.get(at)) line.push(at)
  return [...line, 'Total']
}
const isIn = (r: Drawn, cell: string): boolean => {
  const [level, sex] = cell.split('|')
  return above(r.region).includes(level) && (sex === 'Total' || sex === r.sex)
}

/** What a contribution of a weight stands as in the list of the largest. */
function repeated(x: number, w: number): number[] {
  const rest = w - Math.floor(w)
  return [...new Array<number>(Math.floor(w)).fill(x), ...(rest > 0 ? [rest * x] : [])]
}

function expectAdditive({ equations, values }: Table): void {
  for (const {
    cells: [whole, ...parts],
  } of equations) {
    const sum = parts.reduce((total, cell) => total + values[cell], 0)
    expect(Math.abs(sum - values[whole])).toBeLessThanOrEqual(1e-9 * parts.reduce((s, c) => s + Math.abs(values[c]), 0))
  }
}

describe('buildTable', () => {
  it('is what the definition says of every cell, by a count over all records', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const keys = Float64Array.from(records, (r) => r.key)
        const table = buildTable(dataOf(records), { ...wholes, weight: 'w', keys })
        expectAdditive(table)
        for (const [cell, c] of cells(table, (at) => at)) {
          const own = records.filter((r) => isIn(r, cell))
          expect(table.counts[c]).toBe(own.length)
          const sum = own.reduce((total, { x, w }) => total + x * w, 0)
          expect(Math.abs(table.values[c] - sum)).toBeLessThanOrEqual(
            1e-9 * own.reduce((s, { x, w }) => s + Math.abs(x * w), 0),
          )
          const ordered = own.flatMap(({ x, w }) => repeated(x, w)).sort((a, b) => Math.abs(b) - Math.abs(a) || b - a)
          expect(Array.from(table.largest?.subarray(2 * c, 2 * c + 2) ?? [])).toEqual([
            ordered[0] ?? 0,
            ordered[1] ?? 0,
          ])
          expect(table.alone?.[c]).toBe(own.length === 1 ? records.indexOf(own[0]) : -1)
          const units = own.reduce((total, r) => (total + BigInt(r.key * 2 ** 53)) % 2n ** 53n, 0n)
          expect(BigInt((table.keys?.[c] ?? -1) * 2 ** 53)).toBe(units)
        }
      }),
    )
  })

  it('adds what one respondent gave to a cell first, in totals too', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const table = buildTable(dataOf(records), { ...wholes, respondent: 'who', order: 'signed' })
        expectAdditive(table)
        for (const [cell, c] of cells(table, (at) => at)) {
          const gave = new Map<number, number>()
          for (const { who, x } of records.filter((r) => isIn(r, cell))) gave.set(who, (gave.get(who) ?? 0) + x)
          expect(table.counts[c]).toBe(gave.size)
          const ordered = [...gave.values()].sort((a, b) => b - a)
          const size = records.reduce((sum, { x }) => sum + Math.abs(x), 0)
          for (const j of [0, 1])
            expect(Math.abs((table.largest?.[2 * c + j] ?? -1) - (ordered[j] ?? 0))).toBeLessThanOrEqual(1e-9 * size)
          expect((table.alone?.[c] ?? -1) >= 0).toBe(gave.size === 1)
        }
      }),
    )
  })

  it('does not depend on the order of records', () => {
    const shuffled = fc
      .array(record, { minLength: 1, maxLength: 30 })
      .chain((records) => fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })))
    fc.assert(
      fc.property(shuffled, fc.boolean(), ([records, moved], people) => {
        const of = (some: readonly Drawn[]): Omit<BuiltTable, 'alone'> => {
          const keys = Float64Array.from(some, (r) => r.key)
          const data = dataOf(some, (r) => (people ? r.who : r.w))
          const built = buildTable(data, { ...wholes, weight: 'w', keys, ...(people && { respondent: 'who' }) })
          const { alone, ...rest } = built
          return { ...rest, ...(people && { alone }) }
        }
        expect(of(moved)).toEqual(of(records))
      }),
    )
  })

  it('makes totals of tenths exactly, with no digit that the data do not have', () => {
    const data = dataset([
      ['g', categorical(['u', 'v', 'u', 'v'])],
      ['x', numeric([0.1, 0.2, 0.7, 1e9])],
    ])
    const { values } = buildTable(data, { dimensions: [{ name: 'g' }], value: 'x' })
    expect([...values]).toEqual([0.8, 1000000000.2, 1000000001])
  })

  it('has the cells without a record, subtotals after their parts, levels that look like numbers in order', () => {
    const data = dataset([
      ['code', categorical(['10', '9', '01', '1', 'x'])],
      ['sex', categorical(['m', 'm', 'f', 'm', 'f'])],
    ])
    const table = buildTable(data, { dimensions: [{ name: 'code' }, { name: 'sex' }] })
    expect(table.dimensions[0].levels).toEqual(['01', '1', '9', '10', 'x', 'Total'])
    expect([...table.values]).toEqual([1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 2, 3, 5])
    expect(table.largest).toBeUndefined()
    const nested = buildTable(
      dataOf([
        { region: 'c', sex: 'f', x: 1, w: 1, who: 1, key: 0 },
        { region: 'a2', sex: 'f', x: 1, w: 1, who: 1, key: 0 },
      ]),
      { dimensions },
    )
    expect(nested.dimensions[0].levels).toEqual(['a2', 'A', 'c', 'Total'])
  })

  it('leaves empty cells out of a cross of more than two million', () => {
    const records = Array.from({ length: 1500 }, (_, i) => String(i))
    const data = dataset([
      ['a', categorical(records)],
      ['b', categorical(records)],
    ])
    const table = buildTable(data, { dimensions: [{ name: 'a' }, { name: 'b' }] })
    // Each record its own cell, a total each way, and the whole.
    expect(table.values).toHaveLength(3 * 1500 + 1)
    expectAdditive(table)
    expect(table.values[table.values.length - 1]).toBe(1500)
  })

  it('gives records without a level one of their own, and leaves those without a value out, where it is asked to', () => {
    const data = dataset([
      ['g', categorical(['u', null, 'v', 'v'])],
      ['x', numeric([1, 2, Number.NaN, 4])],
    ])
    const table = buildTable(data, {
      dimensions: [{ name: 'g' }],
      value: 'x',
      missingLevel: 'unknown',
      missingValues: 'leave-out',
    })
    expect(table.dimensions[0].levels).toEqual(['u', 'v', 'unknown', 'Total'])
    expect([...table.values]).toEqual([1, 4, 2, 7])
    expect([...table.counts]).toEqual([1, 1, 1, 3])
    expect(table.leftOut).toBe(1)
    const none = dataset([['g', categorical([null, null])]])
    expect([...buildTable(none, { dimensions: [{ name: 'g' }], missingLevel: 'unknown' }).values]).toEqual([2, 2])
  })

  const small = (g: Column, more: readonly (readonly [string, Column])[] = []): Dataset => dataset([['g', g], ...more])
  const two = categorical(['u', 'v'])
  it.each<[string, Dataset, Partial<BuildOptions>, string, RegExp]>([
    ['no dimension', small(two), { dimensions: [] }, 'BAD_OPTION', /dimension/],
    ['a dimension twice', small(two), { dimensions: [{ name: 'g' }, { name: 'g' }] }, 'DUPLICATE_COLUMN', /"g"/],
    ['no such column', small(two), { value: 'y' }, 'UNKNOWN_COLUMN', /"y"/],
    [
      'a level that is missing',
      small(categorical(['u', null])),
      {},
      'MISSING_VALUES',
      /1 of 2 records have no level of "g"/,
    ],
    ['a missing level that is there', small(categorical(['u', null])), { missingLevel: 'u' }, 'BAD_OPTION', /"u"/],
    ['a level called as the total', small(categorical(['u', 'Total'])), {}, 'BAD_OPTION', /"Total"/],
    [
      'a value that is missing',
      small(two, [['x', numeric([1, Number.NaN])]]),
      { value: 'x' },
      'MISSING_VALUES',
      /1 of 2/,
    ],
    ['no value at all', small(two, [['x', numeric([Number.NaN, Number.NaN])]]), { value: 'x' }, 'ALL_MISSING', /"x"/],
    ['text for a value', small(two, [['x', two]]), { value: 'x' }, 'NOT_NUMERIC', /"x"/],
    ['a sum that no number is', small(two, [['x', numeric([1e308, 1e308])]]), { value: 'x' }, 'WRONG_INPUT', /beyond/],
    ['an infinite value', small(two, [['x', numeric([1, Infinity])]]), { value: 'x' }, 'WRONG_INPUT', /record 2/],
    [
      'a weight that is missing',
      small(two, [['w', numeric([1, Number.NaN])]]),
      { weight: 'w' },
      'MISSING_VALUES',
      /"w"/,
    ],
    ['a negative weight', small(two, [['w', numeric([1, -2])]]), { weight: 'w' }, 'WRONG_INPUT', /record 2 is -2/],
    [
      'two weights of a respondent',
      small(two, [
        ['w', numeric([1, 2])],
        ['r', categorical(['p', 'p'])],
      ]),
      { weight: 'w', respondent: 'r' },
      'WRONG_INPUT',
      /records 1 and 2/,
    ],
    ['a record of nobody', small(two, [['r', categorical(['p', null])]]), { respondent: 'r' }, 'MISSING_VALUES', /"r"/],
    ['no contribution to keep', small(two), { top: 0 }, 'BAD_OPTION', /0/],
    ['too few keys', small(two), { keys: Float64Array.of(0.5) }, 'LENGTH_MISMATCH', /1 keys/],
    [
      'a level without place',
      small(two),
      { dimensions: [{ name: 'g', hierarchy: new Map([['u', 'A']]) }] },
      'BAD_HIERARCHY',
      /lacks 1 level\(s\) of the data: v/,
    ],
    [
      'records half in a part',
      small(two),
      {
        dimensions: [
          {
            name: 'g',
            hierarchy: new Map([
              ['u', 'v'],
              ['v', null],
              ['w', null],
            ]),
          },
        ],
      },
      'BAD_HIERARCHY',
      /in "v" of "g" itself, and others in "u"/,
    ],
    [
      'a subtotal called as the total',
      small(two),
      {
        dimensions: [
          {
            name: 'g',
            hierarchy: new Map([
              ['u', 'Total'],
              ['v', 'B'],
              ['Total', 'C'],
              ['B', 'C'],
            ]),
          },
        ],
      },
      'BAD_OPTION',
      /"Total"/,
    ],
  ])('refuses %s', (_, data, options, code, message) => {
    expect(() => buildTable(data, { dimensions: [{ name: 'g' }], ...options })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })
})
