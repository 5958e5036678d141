import {
  categorical,
  dataset,
  numeric,
  resolveParams,
  seededRng,
  type Column,
  type Dataset,
  type Table,
  type Taxonomy,
} from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pPercentRule } from '../rules/p-percent.js'
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

/** Maps the levels of every cell to a value. */
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

/** The exact decimal number, in units of 10⁻⁴⁰⁰. */
function units(x: number): bigint {
  const [, sign, whole, part = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(x)) ?? []
  const digits = BigInt(sign + whole + part)
  return digits * 10n ** BigInt(400 - part.length + Number(exponent))
}
/** The double nearest to a sum of products, by whole numbers. */
function sumOf(products: readonly (readonly [x: number, w: number])[]): number {
  return Number(`${products.reduce((sum, [x, w]) => sum + units(x) * units(w), 0n)}e-800`)
}
function decimals(x: number): number {
  return String(x).split('.')[1]?.length ?? 0
}

/** The entries of a weighted contribution in the list of the largest. */
function repeated(x: number, w: number): number[] {
  const whole = Math.floor(w)
  // A quarter and its multiples are exact in doubles.
  return [...new Array<number>(whole).fill(x), ...(w > whole ? [sumOf([[x, w - whole]])] : [])]
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
  it('has the defined numbers in every cell, by a count over all records', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const keys = Float64Array.from(records, (r) => r.key)
        const table = buildTable(dataOf(records), { ...wholes, weight: 'w', keys })
        expectAdditive(table)
        for (const [cell, c] of cells(table, (at) => at)) {
          const own = records.filter((r) => isIn(r, cell))
          expect(table.counts[c]).toBe(own.length)
          expect(table.values[c]).toBe(sumOf(own.map(({ x, w }) => [x, w])))
          if (table.magnitudes) expect(table.magnitudes[c]).toBe(sumOf(own.map(({ x, w }) => [Math.abs(x), w])))
          expect(table.weights?.[c]).toBe(sumOf(own.map(({ w }) => [w, 1])))
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

  it('adds the contributions of one respondent to a cell first, also in totals', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const table = buildTable(dataOf(records), { ...wholes, respondent: 'who', order: 'signed' })
        expectAdditive(table)
        for (const [cell, c] of cells(table, (at) => at)) {
          const gave = new Map<number, number>()
          const own = records.filter((r) => isIn(r, cell))
          for (const { who } of own) gave.set(who, sumOf(own.filter((r) => r.who === who).map(({ x }) => [x, 1])))
          expect(table.counts[c]).toBe(gave.size)
          const ordered = [...gave.values()].sort((a, b) => b - a)
          expect(Array.from(table.largest?.subarray(2 * c, 2 * c + 2) ?? [])).toEqual([
            ordered[0] ?? 0,
            ordered[1] ?? 0,
          ])
          expect(table.respondents?.[table.alone?.[c] ?? -1]).toBe(
            gave.size === 1 ? `p${[...gave.keys()][0]}` : undefined,
          )
        }
      }),
    )
  })

  it('keeps all contributions of respondents of several inner cells, and the largest of the others', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const table = buildTable(dataOf(records), { ...wholes, top: 1, respondent: 'who' })
        const cellsOf = (who: number): Set<string> =>
          new Set(records.filter((r) => r.who === who).map((r) => `${r.region}|${r.sex}`))
        const { starts = [], respondents = [], values = [] } = table.contributions ?? {}
        for (const [cell, c] of cells(table, (at) => at)) {
          const own = records.filter((r) => `${r.region}|${r.sex}` === cell)
          const people = [...new Set(own.map((r) => r.who))]
          const gave = people.map((who) => ({
            who,
            x: sumOf(own.filter((r) => r.who === who).map(({ x }) => [x, 1])),
          }))
          gave.sort((a, b) => Math.abs(b.x) - Math.abs(a.x) || b.x - a.x || a.who - b.who)
          const expected = gave.filter(({ who }, place) => place < 1 || cellsOf(who).size > 1)
          const kept = Array.from({ length: starts[c + 1] - starts[c] }, (_, i) => [
            table.respondents?.[respondents[starts[c] + i]],
            values[starts[c] + i],
          ])
          expect(kept).toEqual(expected.map(({ who, x }) => [`p${who}`, x]))
        }
      }),
    )
  })

  it('gives sums that add up to the totals as text, with no more decimals than a value and a weight have', () => {
    const few = fc.record({
      region: fc.constantFrom('a1', 'a2', 'b1', 'c'),
      sex: fc.constantFrom('m', 'f'),
      x: fc.integer({ min: -1e6, max: 1e8 }).map((x) => x / 100),
      w: fc.integer({ min: 0, max: 1e5 }).map((w) => w / 1000),
    })
    fc.assert(
      fc.property(fc.array(few, { minLength: 1, maxLength: 40 }), fc.boolean(), (drawn, weighted) => {
        const records = drawn.map((r) => ({ ...r, who: 0, key: 0 }))
        const { values, equations } = buildTable(dataOf(records), { ...wholes, ...(weighted && { weight: 'w' }) })
        for (const { cells: all, signs } of equations)
          expect(sumOf(Array.from(all, (cell, i) => [values[cell], signs[i]]))).toBe(0)
        for (const value of values) expect(decimals(value)).toBeLessThanOrEqual(weighted ? 5 : 2)
      }),
    )
    // 53 bits are too few for these products as doubles; weights of many decimals are rounded once.
    const total = (x: readonly number[], w: readonly number[]): number | undefined => {
      const data = dataset([
        ['g', categorical(x.map(() => 'u'))],
        ['x', numeric(x)],
        ['w', numeric(w)],
      ])
      return buildTable(data, { dimensions: [{ name: 'g' }], value: 'x', weight: 'w' }).values.at(-1)
    }
    expect(total([1289200627.015, 1289200627.015], [1, 1])).toBe(2578401254.03)
    expect(total(new Array(1000).fill(2578401.25403), new Array(1000).fill(1.1))).toBe(2836241379.433)
    expect(total([0.1, 0.2, 1e15], [1.23456789, 1.1, 1])).toBe(
      sumOf([
        [0.1, 1.23456789],
        [0.2, 1.1],
        [1e15, 1],
      ]),
    )
    expect(total([1e300, -1e300, 1e-300], [1, 1, 1])).toBe(1e-300)
  })

  it('takes the firms of a holding for one respondent, by a column or a list', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const of = (who: number): string => (who < 3 ? 'H' : `p${who}`)
        const data = dataset([
          ...['region', 'sex', 'x', 'who'].map((name) => [name, dataOf(records).column(name)] as const),
          ['holding', categorical(records.map(({ who }) => (who < 3 ? 'H' : null)))],
          ['one', categorical(records.map(({ who }) => of(who)))],
        ])
        const built = (more: Partial<BuildOptions>): BuiltTable => buildTable(data, { ...wholes, ...more })
        const one = built({ respondent: 'one' })
        expect(built({ respondent: 'who', holding: 'holding' })).toEqual(one)
        const holding = new Map(records.map(({ who }) => [`p${who}`, of(who)]))
        expect(built({ respondent: 'who', holding })).toEqual(one)
      }),
    )
  })

  it('records enough contributions for a waiver: where the firm is the largest a cell may become safe, nowhere else', () => {
    const positive = fc.array(
      record.map((r) => ({ ...r, x: Math.abs(r.x) })),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(positive, fc.integer({ min: 0, max: 6 }), (records, firm) => {
        const table = buildTable(dataOf(records), { ...wholes, respondent: 'who' })
        const number = table.respondents?.indexOf(`p${firm}`) ?? -1
        fc.pre(number >= 0)
        const status = (more: Partial<Table>): Uint8Array => {
          const params = resolveParams(pPercentRule.params, { p: 30 })
          const result = pPercentRule.protect({
            table: { ...table, ...more },
            params,
            rng: seededRng(1),
            tick: () => {},
          })
          return result instanceof Promise ? new Uint8Array() : result.status
        }
        const [before, after] = [status({}), status({ waivers: Int32Array.of(number) })]
        for (const [cell, c] of cells(table, (at) => at)) {
          const own = records.filter((r) => isIn(r, cell))
          const gave = (who: number): number => sumOf(own.filter((r) => r.who === who).map(({ x }) => [x, 1]))
          const people = [...new Set(own.map((r) => r.who))].map((who) => ({ who, x: gave(who) }))
          people.sort((a, b) => b.x - a.x)
          if (people[0]?.who !== firm && people[0]?.x !== gave(firm)) expect(after[c], cell).toBe(before[c])
          else if (people.length === 1) expect(after[c], cell).toBe(0)
          else expect(after[c]).toBeLessThanOrEqual(before[c])
        }
      }),
    )
  })

  it('adds contributions of non-respondents to the values only', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), (records) => {
        const some = [...records, { ...records[0], who: 9 }]
        const data = dataOf(some)
        const all = buildTable(data, { ...wholes, respondent: 'who' })
        const without = buildTable(data, { ...wholes, respondent: 'who', notRespondents: ['p9', `p${records[0].who}`] })
        expect(without.values).toEqual(all.values)
        expect(without.respondents).not.toContain('p9')
        for (const [cell, c] of cells(without, (at) => at)) {
          const people = new Set(
            some.filter((r) => isIn(r, cell) && r.who !== 9 && r.who !== records[0].who).map(({ who }) => who),
          )
          expect(without.counts[c]).toBe(people.size)
          expect(without.respondents?.[without.alone?.[c] ?? -1]).toBe(
            people.size === 1 ? `p${[...people][0]}` : undefined,
          )
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

  it('has cells for combinations without records, subtotals after their parts, numeric levels in order', () => {
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

  it('trims names of levels, respondents and holdings', () => {
    const data = dataset([
      ['g', categorical(['a ', 'a', '  b', '01', '1'])],
      ['f', categorical(['x', ' x', 'y', 'y ', 'z'])],
    ])
    const table = buildTable(data, { dimensions: [{ name: 'g' }], respondent: 'f' })
    expect(table.dimensions[0].levels).toEqual(['01', '1', 'a', 'b', 'Total'])
    expect([...table.values]).toEqual([1, 1, 2, 1, 5])
    expect([...table.counts]).toEqual([1, 1, 1, 1, 3])
    expect(table.respondents).toEqual(['x', 'y', 'z'])
    const blank = dataset([['g', categorical(['a', ' '])]])
    expect(() => buildTable(blank, { dimensions: [{ name: 'g' }] })).toThrow(/1 of 2 records have no level/)
  })

  it('leaves empty cells out of a cross of more than two million', () => {
    const records = Array.from({ length: 1500 }, (_, i) => String(i))
    const data = dataset([
      ['a', categorical(records)],
      ['b', categorical(records)],
    ])
    const table = buildTable(data, { dimensions: [{ name: 'a' }, { name: 'b' }] })
    // Each record has its own cell, a total in each dimension, and the grand total.
    expect(table.values).toHaveLength(3 * 1500 + 1)
    expectAdditive(table)
    expect(table.values[table.values.length - 1]).toBe(1500)
  })

  it('gives records without a level their own, and leaves out those without a value, on request', () => {
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
    [
      'a sum that no number is',
      small(two, [['x', numeric([1e308, 1e308])]]),
      { value: 'x' },
      'WRONG_INPUT',
      /exceeds the largest number/,
    ],
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
    [
      'somebody who is said to be no respondent, and is not there',
      small(two, [['r', categorical(['p', 'q'])]]),
      { respondent: 'r', notRespondents: ['p', '0'] },
      'BAD_OPTION',
      /0 is excluded from the respondents/,
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
      /in "v" of "g" itself, others in its part "u"/,
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
