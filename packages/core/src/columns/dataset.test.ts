import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  categorical,
  columnLength,
  dataset,
  isMissing,
  listed,
  numeric,
  numericValues,
  sameColumn,
  takeColumn,
  takeRows,
  unknownColumn,
  withColumns,
  withoutColumns,
  type Column,
  type Dataset,
} from './dataset.js'
import { isSdcError, type SdcError } from '../base/errors.js'

function errorOf(run: () => unknown): SdcError {
  try {
    run()
  } catch (error) {
    if (isSdcError(error)) return error
    throw error
  }
  return expect.fail('nothing was thrown')
}

const anyNumber = fc.double()
const anyLabel = fc.option(fc.string({ maxLength: 3 }), { nil: null })
const anyColumn = (rows: number): fc.Arbitrary<Column> =>
  fc.oneof(
    fc.array(anyNumber, { minLength: rows, maxLength: rows }).map(numeric),
    fc.array(anyLabel, { minLength: rows, maxLength: rows }).map((labels) => categorical(labels)),
  )
const labelOf = (column: Column, i: number): number | string | null => {
  if (column.kind === 'numeric') return column.values[i]
  return column.codes[i] < 0 ? null : column.levels[column.codes[i]]
}

describe('a column that is not there', () => {
  const fix = (name: string, names: readonly string[]): string => unknownColumn(name, names).fix

  it('names the nearest column and lists the others', () => {
    expect(fix('income', ['Income', 'incomes'])).toBe('Did you mean "Income"? The columns are Income, incomes.')
    expect(fix('x', ['a'])).toBe('The columns are a.')
    expect(unknownColumn('x', ['a'], 'the schema').message).toBe('there is no column "x", which the schema names')
  })

  it('is explained where a whole header became one column', () => {
    expect(fix('tax', ['income;tax;age'])).toMatch(/read as a single column.*separator: ";"/)
    expect(fix('tax', ['income\ttax'])).toContain(String.raw`separator: "\t"`)
  })
})

describe('numeric and categorical', () => {
  it('numeric keeps a Float64Array and copies a list', () => {
    const values = Float64Array.of(1, Number.NaN)
    expect(numeric(values).values).toBe(values)
    expect(numeric([1, -0]).values).toEqual(Float64Array.of(1, -0))
  })

  it('categorical: levels in order of appearance, null missing, the empty text a level', () => {
    expect(categorical(['b', null, 'a', 'b', ''])).toEqual({
      kind: 'categorical',
      codes: Int32Array.of(0, -1, 1, 0, 2),
      levels: ['b', 'a', ''],
      ordered: false,
    })
  })

  it('categorical: given levels are ordered, may be unused, and must cover the labels', () => {
    expect(categorical(['b', null], ['a', 'b', 'c'])).toEqual({
      kind: 'categorical',
      codes: Int32Array.of(1, -1),
      levels: ['a', 'b', 'c'],
      ordered: true,
    })
    expect(errorOf(() => categorical(['d'], ['a', 'b']))).toMatchObject({
      code: 'BAD_PLAN',
      message: '"d" is not one of the levels a, b',
    })
    expect(errorOf(() => categorical(['a'], ['a', 'b', 'a']))).toMatchObject({
      code: 'BAD_PLAN',
      message: 'a level is named twice: a, b, a',
    })
  })

  it('categorical holds its labels, whatever they are called', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyLabel, fc.constantFrom('__proto__', 'constructor', '1990'))), (labels) => {
        const column = categorical(labels)
        expect(labels.map((_, i) => labelOf(column, i))).toEqual(labels)
        expect(new Set(column.levels).size).toBe(column.levels.length)
        expect(labels.map((_, i) => isMissing(column, i))).toEqual(labels.map((label) => label === null))
      }),
    )
  })
})

describe('dataset', () => {
  it('keeps the order and the names of its columns, 1990 and __proto__ too', () => {
    const names = ['b', '1990', '__proto__', '2', 'constructor', '']
    const data = dataset(names.map((name, i) => [name, numeric([i])]))
    expect(data.names).toEqual(names)
    expect(data.rows).toBe(1)
    expect(names.map((name) => numericValues(data, name)[0])).toEqual([0, 1, 2, 3, 4, 5])
    expect(errorOf(() => data.column('toString')).code).toBe('UNKNOWN_COLUMN')
  })

  it('without columns, and without records', () => {
    expect(dataset([])).toMatchObject({ rows: 0, names: [] })
    expect(dataset([['a', numeric([])]]).rows).toBe(0)
    expect(errorOf(() => dataset([]).column('a')).fix).toBe('The file has no columns.')
  })

  it('takes any iterable, once', () => {
    const columns = new Map<string, Column>([
      ['a', numeric([1, 2])],
      ['b', categorical(['x', null])],
    ])
    expect(dataset(columns).column('b')).toBe(columns.get('b'))
    expect(dataset(columns.entries()).names).toEqual(['a', 'b'])
  })

  it('refuses a name twice and columns of different length', () => {
    expect(
      errorOf(() =>
        dataset([
          ['a', numeric([1])],
          ['a', numeric([2])],
        ]),
      ),
    ).toMatchObject({
      code: 'DUPLICATE_COLUMN',
      message: 'column "a" is named twice',
      place: { column: 'a' },
    })
    expect(
      errorOf(() =>
        dataset([
          ['a', numeric([1])],
          ['b', categorical(['x', 'y'])],
        ]),
      ),
    ).toMatchObject({
      code: 'LENGTH_MISMATCH',
      message: 'column "b" has 2 records, the columns before it 1',
      place: { column: 'b' },
    })
    expect(
      errorOf(() =>
        dataset([
          ['a', numeric([])],
          ['b', numeric([1])],
        ]),
      ).code,
    ).toBe('LENGTH_MISMATCH')
  })

  it('an unknown column: the error lists those there are', () => {
    expect(unknownColumn('c', ['a', 'b'])).toMatchObject({
      code: 'UNKNOWN_COLUMN',
      message: 'there is no column "c"',
      place: { column: 'c' },
      fix: 'The columns are a, b.',
    })
  })

  it('listed cuts long lists', () => {
    expect(listed([])).toBe('')
    expect(listed(['a', 'b', 'c'], 3)).toBe('a, b, c')
    expect(listed(['a', 'b', 'c'], 2)).toBe('a, b and 1 more')
    expect(listed(Array.from({ length: 25 }, (_, i) => `v${i}`))).toMatch(/v19 and 5 more$/)
  })
})

describe('numericValues and isMissing', () => {
  const data = dataset([
    ['n', numeric([1, Number.NaN])],
    ['c', categorical(['x', null])],
    ['zip', { ...categorical(['01067', '10115']), notNumeric: 'line 2: "01067" has a leading zero' }],
  ])

  it('numericValues gives the values themselves, or says why there are none', () => {
    const column = data.column('n')
    expect(column.kind === 'numeric' && numericValues(data, 'n') === column.values).toBe(true)
    expect(errorOf(() => numericValues(data, 'c'))).toMatchObject({
      code: 'NOT_NUMERIC',
      message: 'column "c" is not numeric: it has 1 categories',
      place: { column: 'c' },
    })
    expect(errorOf(() => numericValues(data, 'zip')).message).toBe(
      'column "zip" is not numeric: line 2: "01067" has a leading zero',
    )
    expect(errorOf(() => numericValues(data, 'q')).code).toBe('UNKNOWN_COLUMN')
  })

  it('isMissing: NaN and −1, not zero, not the empty text', () => {
    expect([0, 1].map((i) => isMissing(data.column('n'), i))).toEqual([false, true])
    expect([0, 1].map((i) => isMissing(data.column('c'), i))).toEqual([false, true])
    expect(isMissing(numeric([0]), 0) || isMissing(numeric([-0]), 0) || isMissing(categorical(['']), 0)).toBe(false)
  })
})

describe('takeColumn and takeRows', () => {
  it('gathers records in any order, repeated too, into fresh arrays', () => {
    fc.assert(
      fc.property(anyColumn(5), fc.array(fc.nat(4)), (column, rows) => {
        const taken = takeColumn(column, Int32Array.from(rows))
        expect(columnLength(taken)).toBe(rows.length)
        rows.forEach((row, i) => expect(Object.is(labelOf(taken, i), labelOf(column, row))).toBe(true))
      }),
    )
    const column = numeric([1, 2])
    const all = takeColumn(column, Int32Array.of(0, 1))
    expect(all).toEqual(column)
    expect(all.kind === 'numeric' && all.values === column.values).toBe(false)
  })

  it('a row that is not there is missing, never the first category', () => {
    const rows = Int32Array.of(-1, 0, 2)
    expect(takeColumn(numeric([5, 6]), rows)).toEqual(numeric([Number.NaN, 5, Number.NaN]))
    expect(takeColumn(categorical(['x', 'y']), rows)).toEqual({
      ...categorical(['x', 'y']),
      codes: Int32Array.of(-1, 0, -1),
    })
  })

  it('keeps levels, order, the reader’s reason and the kind of dates', () => {
    expect(takeColumn({ ...numeric([1, 2]), time: 'date' }, Int32Array.of(1))).toMatchObject({ time: 'date' })
    const column = { ...categorical(['lo', 'hi'], ['lo', 'hi']), notNumeric: 'line 2: "lo"' }
    expect(takeColumn(column, Int32Array.of(1))).toEqual({ ...column, codes: Int32Array.of(1) })
  })

  it('takeRows reads a column when it is asked for, once, and no other', () => {
    const asked: string[] = []
    const source: Dataset = {
      rows: 3,
      names: ['a', 'b'],
      column(name) {
        asked.push(name)
        if (name !== 'a' && name !== 'b') throw unknownColumn(name, ['a', 'b'])
        return numeric([1, 2, 3])
      },
    }
    const part = takeRows(source, Int32Array.of(2, 0))
    expect(part.rows).toBe(2)
    expect(part.names).toEqual(['a', 'b'])
    expect(asked).toEqual([])
    expect(part.column('b')).toEqual(numeric([3, 1]))
    expect(part.column('b')).toBe(part.column('b'))
    expect(asked).toEqual(['b'])
    expect(errorOf(() => part.column('c')).code).toBe('UNKNOWN_COLUMN')
  })

  it('takes no record at all', () => {
    const none = takeRows(dataset([['a', numeric([1])]]), new Int32Array(0))
    expect(none.rows).toBe(0)
    expect(columnLength(none.column('a'))).toBe(0)
  })
})

describe('withColumns', () => {
  const data = dataset([
    ['a', numeric([1, 2])],
    ['b', numeric([3, 4])],
    ['__proto__', categorical(['x', 'y'])],
  ])

  it('replaces in place, drops what is null, adds at the end, leaves the rest the same object', () => {
    const result = withColumns(
      data,
      new Map<string, Column | null>([
        ['z', numeric([9, 9])],
        ['a', null],
        ['b', numeric([5, 6])],
      ]),
    )
    expect(result.names).toEqual(['b', '__proto__', 'z'])
    expect(numericValues(result, 'b')).toEqual(Float64Array.of(5, 6))
    expect(result.column('__proto__')).toBe(data.column('__proto__'))
    expect(data.names).toEqual(['a', 'b', '__proto__'])
    expect(numericValues(data, 'b')).toEqual(Float64Array.of(3, 4))
  })

  it('dropping a column that is not there changes nothing; another length is refused unless all have it', () => {
    expect(withColumns(data, new Map([['q', null]])).names).toEqual(data.names)
    expect(errorOf(() => withColumns(data, new Map([['b', numeric([1])]]))).code).toBe('LENGTH_MISMATCH')
    const sampled = new Map<string, Column>(
      data.names.map((name) => [name, takeColumn(data.column(name), Int32Array.of(1))]),
    )
    expect(withColumns(data, sampled).rows).toBe(1)
  })
})

describe('sameColumn', () => {
  it('numbers: bit for bit', () => {
    expect(sameColumn(numeric([1, Number.NaN, -0]), numeric([1, Number.NaN, -0]))).toBe(true)
    expect(sameColumn(numeric([0]), numeric([-0]))).toBe(false)
    expect(sameColumn(numeric([0]), numeric([Number.NaN]))).toBe(false)
    expect(sameColumn(numeric([0.1 + 0.2]), numeric([0.3]))).toBe(false)
    expect(sameColumn(numeric([1]), numeric([1, 2]))).toBe(false)
    expect(sameColumn(numeric([]), numeric([]))).toBe(true)
  })

  it('categories: by label, whatever the order of the levels, missing equal to missing only', () => {
    expect(sameColumn(categorical(['a', 'b', null]), categorical(['a', 'b', null], ['b', 'c', 'a']))).toBe(true)
    expect(sameColumn(categorical(['a', 'b']), categorical(['b', 'a']))).toBe(false)
    expect(sameColumn(categorical([null]), categorical(['a']))).toBe(false)
    expect(sameColumn(categorical(['a']), categorical([null]))).toBe(false)
  })

  it('numbers are not categories', () => {
    expect(sameColumn(numeric([1]), categorical(['1']))).toBe(false)
    expect(sameColumn(categorical(['1']), numeric([1]))).toBe(false)
  })

  it('is what comparing every record says, and symmetric', () => {
    const small = fc.array(fc.constantFrom(0, -0, 1, Number.NaN), { minLength: 2, maxLength: 2 }).map(numeric)
    const labels = fc.array(fc.constantFrom('a', 'b', null), { minLength: 2, maxLength: 2 })
    const coded = fc
      .tuple(labels, fc.constantFrom(undefined, ['a', 'b'], ['b', 'a']))
      .map(([list, levels]) => categorical(list, levels))
    const column: fc.Arbitrary<Column> = fc.oneof(small, coded)
    fc.assert(
      fc.property(column, column, (a, b) => {
        const every = a.kind === b.kind && [0, 1].every((i) => Object.is(labelOf(a, i), labelOf(b, i)))
        expect(sameColumn(a, b)).toBe(every)
        expect(sameColumn(b, a)).toBe(every)
      }),
    )
  })
})

describe('withoutColumns', () => {
  it('leaves columns out, and asks for none of the others', () => {
    const asked: string[] = []
    const data: Dataset = {
      rows: 2,
      names: ['a', 'b', 'c'],
      column(name) {
        asked.push(name)
        return numeric([1, name === 'c' ? 3 : 2])
      },
    }
    const left = withoutColumns(data, ['b'])
    expect([left.rows, left.names, asked]).toEqual([2, ['a', 'c'], []])
    expect(left.column('c')).toEqual(numeric([1, 3]))
    expect(errorOf(() => left.column('b')).code).toBe('UNKNOWN_COLUMN')
    expect(asked).toEqual(['c'])
    expect(withoutColumns(data, [])).toBe(data)
  })
})
