import { describe, expect, it } from 'vitest'
import { categorical, dataset, numeric } from './dataset.js'
import { fromRows, toRows } from './rows.js'

const wrong = (rows: readonly object[], options = {}): unknown => {
  try {
    return fromRows(rows, options)
  } catch (error) {
    return error
  }
}

describe('fromRows', () => {
  it('takes columns as what their values are, in the order in which they appear', () => {
    const data = fromRows([
      { income: 31, sex: 'f', own: true, born: new Date('1980-02-29'), children: 2n },
      { income: null, sex: undefined, own: false, born: new Date('1990-01-01T10:30:00Z'), more: 7 },
    ])
    expect(data.names).toEqual(['income', 'sex', 'own', 'born', 'children', 'more'])
    expect(data.rows).toBe(2)
    expect(data.column('income')).toEqual(numeric([31, Number.NaN]))
    expect(data.column('sex')).toEqual(categorical(['f', null]))
    expect(data.column('own')).toMatchObject({ levels: ['false', 'true'], codes: Int32Array.of(1, 0), ordered: false })
    expect(data.column('born')).toMatchObject({ levels: ['1980-02-29', '1990-01-01T10:30:00.000Z'] })
    expect(data.column('children')).toEqual(numeric([2, Number.NaN]))
    expect(data.column('more')).toEqual(numeric([Number.NaN, 7]))
  })

  it('takes codes as categories and text as numbers where that is said', () => {
    const data = fromRows(
      [
        { sex: 1, income: '12.5' },
        { sex: 2, income: null },
      ],
      {
        kinds: { sex: 'categorical', income: 'numeric' },
      },
    )
    expect(data.column('sex')).toEqual(categorical(['1', '2']))
    expect(data.column('income')).toEqual(numeric([12.5, Number.NaN]))
  })

  it('takes nothing for a value that an object inherits, and any name for one of a column', () => {
    const data = fromRows([{ constructor: 1 }, { toString: 2 }, JSON.parse('{ "__proto__": 3 }') as object])
    expect(data.names).toEqual(['constructor', 'toString', '__proto__'])
    expect(toRows(data).map((row) => Object.entries(row))).toEqual([
      [['constructor', 1], ['toString', null], ['__proto__', null]],
      [['constructor', null], ['toString', 2], ['__proto__', null]],
      [['constructor', null], ['toString', null], ['__proto__', 3]],
    ]) // oxfmt-ignore
  })

  it.each([
    [[{ a: 1 }, { a: 'x' }], 'WRONG_INPUT', 'column "a" has the number 1 in record 1 and "x" in record 2'],
    [[{ a: [1] }], 'WRONG_INPUT', 'column "a" has an array in record 1'],
    [[{ a: { b: 1 } }], 'WRONG_INPUT', 'column "a" has an object in record 1'],
    [[{ a: () => 1 }], 'WRONG_INPUT', 'column "a" has a function in record 1'],
    [[{ a: new Date('never') }], 'WRONG_INPUT', 'an invalid date'],
    [[{ a: 2n ** 53n }], 'WRONG_INPUT', 'the whole number 9007199254740992'],
    [[[1, 2]], 'WRONG_INPUT', 'record 1 is an array, not an object'],
    [[null as unknown as object], 'WRONG_INPUT', 'record 1 is null, not an object'],
  ])('refuses with what is wrong (%#)', (rows, code, message) => {
    expect(wrong(rows)).toMatchObject({ code, message: expect.stringContaining(message) as string })
  })

  it('refuses kinds of columns that are not there, or not so', () => {
    expect(wrong([{ a: 1 }], { kinds: { b: 'numeric' } })).toMatchObject({ code: 'UNKNOWN_COLUMN' })
    expect(wrong([{ a: 'much' }], { kinds: { a: 'numeric' } })).toMatchObject({
      code: 'NOT_NUMERIC',
      place: { row: 1 },
    })
  })

  it('takes no records for a file of nothing', () => expect(fromRows([])).toMatchObject({ rows: 0, names: [] }))
})

describe('toRows', () => {
  it('gives back what came, with null for missing', () => {
    const rows = [
      { income: 31.5, sex: 'f' },
      { income: null, sex: 'm' },
      { income: -0, sex: null },
    ]
    expect(toRows(fromRows(rows))).toEqual(rows)
    expect(toRows(dataset([]))).toEqual([])
  })
})
