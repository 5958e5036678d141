import { readXlsx, writeXlsx, xlsxSheets } from '@sdc/files/xlsx'
import { describe, expect, it } from 'vitest'
import { dropped } from '../../../inspect/src/in-memory.fixture.js'
import type { InputFile } from '@sdc/inspect'
import { dimensionsIn } from '../read/long-file.js'
import { readPattern } from '../cells/read-pattern.js'
import type { TableOptions } from '../read/table-columns.js'
import { readTableFile } from '../cells/table-file.js'
import type { TableView } from '../view/table-view.js'
import { checkLayout, viewCsv, viewXlsx, type TableLayout } from '../view/view-rows.js'

const book = (name: string, content: Uint8Array): InputFile => ({ name, content })
const of = (code: string, message: RegExp, place: object = {}): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message), place: expect.objectContaining(place) })

const totalsOf = (by: readonly string[]): Map<string, string> => new Map(by.map((name) => [name, 'T']))

/** Cells by their codes, sorted. */
function cellsIn(file: InputFile, options: TableOptions): string[] {
  const { table } = readTableFile({ file }, { uncounted: true, ...options })
  const name = (cell: number): string =>
    JSON.stringify([...table.dimensions.map(({ levels, codes }) => levels[codes[cell]]), table.values[cell]])
  return Array.from(table.values, (_, cell) => name(cell)).sort()
}

/** A table after protection, with some cells suppressed. */
function viewOf(file: InputFile, options: TableOptions, hidden: readonly number[] = []): TableView {
  const { table, source, columns } = readTableFile({ file }, { uncounted: true, ...options })
  const none = new Float64Array(table.values.length)
  const status = Uint8Array.from(table.values, (_, c) => (c === hidden[0] ? 1 : hidden.includes(c) ? 2 : 0))
  const kept = { values: undefined, intervals: undefined, count: undefined, rules: [], alone: new Map() }
  const sensitive = { status, lower: none, upper: none, width: none }
  return { name: file.name, source, by: columns.by, value: columns.value, of: 'x', table, status, sensitive, ...kept }
}

const codes = [
  ['2020', '2021'],
  ['01', '1', 'Süd;West "x"', 'a,b'],
  ['m', 'ж', '=1+1'],
]
/** A table of a number of dimensions with totals, decimals and negative values that add up exactly. */
function tableOf(dimensions: number): { readonly file: InputFile; readonly by: string[] } {
  const own = codes.slice(3 - dimensions)
  const sums = new Map<string, number>()
  const add = (at: number, leaf: readonly string[], cell: readonly string[], value: number): void => {
    if (at < own.length) for (const code of [leaf[at], 'Total']) add(at + 1, leaf, [...cell, code], value)
    else sums.set(JSON.stringify(cell), (sums.get(JSON.stringify(cell)) ?? 0) + value)
  }
  const leaves = own.reduce<string[][]>((all, more) => all.flatMap((one) => more.map((code) => [...one, code])), [[]])
  leaves.forEach((leaf, i) => add(0, leaf, [], i % 7 === 3 ? -2513 : 125_037 * i + 11))
  const by = ['year', 'region', 'sex'].slice(3 - dimensions)
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const lines = [...sums].map(
    ([cell, cents]) => `${(JSON.parse(cell) as string[]).map(quoted).join(',')},${cents / 100}`,
  )
  return { file: dropped('t.csv', `${by.join(',')},value\n${lines.join('\n')}\n`), by }
}

describe.each([1, 2, 3])('a table of %i dimensions', (n) => {
  const { file, by } = tableOf(n)
  const cells = cellsIn(file, { by })

  it.each<[string, TableLayout]>([
    ['wide', { layout: 'wide' }],
    ['wide, another dimension across', { layout: 'wide', across: by[0] }],
    ['wide, in German with thousands', { layout: 'wide', locale: 'de', thousands: true }],
    ['wide, in English with thousands', { layout: 'wide', locale: 'en', thousands: true }],
    ['long, in German', { locale: 'de' }],
    ['long, in French with thousands', { locale: 'fr', thousands: true }],
  ])('equals its CSV form, %s', (_, layout) => {
    const text = viewCsv(viewOf(file, { by }), 'public', layout)
    expect(cellsIn(dropped('w.csv', text), { by, form: { locale: layout.locale } })).toEqual(cells)
    // Written again, the file is equal.
    const again = viewOf(dropped('w.csv', text), { by, form: { locale: layout.locale } })
    expect(viewCsv(again, 'public', layout).split('\n').sort()).toEqual(text.split('\n').sort())
  })

  it.each(['long', 'wide'] as const)('equals its form as a %s workbook', (layout) => {
    const bytes = viewXlsx(viewOf(file, { by }), 'public', { layout })
    expect(cellsIn(book('w.xlsx', bytes), { by })).toEqual(cells)
    expect(viewXlsx(viewOf(book('w.xlsx', bytes), { by }), 'internal', { layout })).toEqual(
      viewXlsx(viewOf(file, { by }), 'internal', { layout }),
    )
    expect(xlsxSheets(bytes).map(({ name }) => name)).toEqual(
      n === 3 && layout === 'wide' ? ['2020', '2021', 'Total'] : ['value'],
    )
  })

  it('hides suppressed values behind a mark, which is read as a pattern', () => {
    const hidden = [2, 0, 3]
    const view = viewOf(file, { by }, hidden)
    const table = readTableFile({ file }, { by, uncounted: true })
    const said = Array.from(view.status, (one) => (one > 0 ? 3 : 0))
    for (const [name, pattern] of [
      ['csv', dropped('w.csv', viewCsv(view, 'public', { layout: 'wide' }))],
      ['mark', dropped('w.csv', viewCsv(view, 'public', { layout: 'wide', mark: ':' }))],
      ['long', dropped('w.csv', viewCsv(view, 'public', { mark: 'c' }))],
      ['xlsx', book('w.xlsx', viewXlsx(view, 'public', {}))],
      ['long xlsx', book('w.xlsx', viewXlsx(view, 'public', { layout: 'long' }))],
    ] as const)
      expect([name, [...readPattern(pattern, table).statuses]]).toEqual([name, said])
    // The public version has one mark, and does not show which cells are sensitive.
    const german = viewCsv(view, 'public', { layout: 'wide', locale: 'de' })
    expect(german.match(/(?<=;)x(?=[;\n])/g)).toHaveLength(3)
    expect(
      viewCsv(view, 'internal', { layout: 'wide' })
        .match(/(?<=,)[ps](?=[,\n])/g)
        ?.sort(),
    ).toEqual(['p', 's', 's'])
    const internal = xlsxSheets(viewXlsx(view, 'internal', {})).map(({ name }) => name)
    expect(internal.at(-1)).toBe('suppressed cells')
  })
})

describe('a wide table', () => {
  const long = cellsIn(
    dropped('l.csv', 'r,s,value\nN,m,1\nN,f,2\nN,T,3\nS,m,4\nS,f,5\nS,T,9\nT,m,5\nT,f,7\nT,T,12\n'),
    {
      by: ['r', 's'],
      totals: totalsOf(['r', 's']),
    },
  )
  const read = (text: string, options: TableOptions = {}): string[] =>
    cellsIn(dropped('w.csv', text), { by: ['r', 's'], totals: totalsOf(['r', 's']), ...options })

  it.each<[string, string, TableOptions]>([
    ['a header that names the rows', 'r,m,f,T\nN,1,2,3\nS,4,5,9\nT,5,7,12\n', {}],
    ['an empty corner', ';m;f;T\nN;1;2;3\nS;4;5;9\nT;5;7;12\n', { form: { across: 's' } }],
    ['a corner that says something else', 'r by s;m;f;T\nN;1;2;3\nS;4;5;9\nT;5;7;12\n', { form: { across: 's' } }],
    [
      'a title, a merged header, notes',
      'Persons in 2020\n\n;s;;\nr;m;f;T\nN;1;2;3\nS;4;5;9\nT;5;7;12\n\nSource: us\n',
      {},
    ],
    ['blanks around, empty columns behind', 'r , m,f ,T,,\n N,1 ,2,3,,\nS,4,5,9\nT,5,7,12,,\n,,,,,\n', {}],
    ['the first dimension across', 's,N,S,T\nm,1,4,5\nf,2,5,7\nT,3,9,12\n', {}],
    ['a mark order and tabs', '\uFEFFr\tm\tf\tT\r\nN\t1\t2\t3\r\nS\t4\t5\t9\r\nT\t5\t7\t12\r\n', {}],
  ])('is read with %s', (_, text, options) => {
    expect(read(text, options)).toEqual(long)
  })

  it('may have several columns of codes, also merged ones, and blocks in many notations', () => {
    const by = ['y', 'r', 's']
    const rows = { a: 'N,1,2,3\nT,1,2,3\n', b: 'N,4,0,4\nT,4,0,4\n', c: 'N,5,2,7\nT,5,2,7\n' }
    const head = 'r,m,f,T\n'
    const of = (text: string, options: TableOptions = {}): string[] =>
      cellsIn(dropped('w.csv', text), { by, totals: totalsOf(by), ...options })
    const whole = of(`y,a\n${head}${rows.a}\ny,b\n${head}${rows.b}\ny,T\n${head}${rows.c}`)
    expect(whole).toHaveLength(18)
    for (const name of ['y: ', 'y = ', ''])
      expect([
        name,
        of(`${name}a\n${head}${rows.a}\n${name}b\n${head}${rows.b}\n\n${name}T\n${head}${rows.c}`),
      ]).toEqual([name, whole])
    // One header for all blocks.
    expect(of(`y,a\n${head}${rows.a}y,b\n${rows.b}y,T\n${rows.c}`)).toEqual(whole)
    const columns = [rows.a, rows.b, rows.c].flatMap((text, y) =>
      text
        .trim()
        .split('\n')
        .map((line, i) => `${i === 0 ? 'abT'[y] : ''},${line}`),
    )
    expect(of(`y,r,m,f,T\n${columns.join('\n')}\n`)).toEqual(whole)
    const across = 'y,a,,,b,,,T\nr,m,f,T,m,f,T,m,f,T\nN,1,2,3,4,0,4,5,2,7\nT,1,2,3,4,0,4,5,2,7\n'
    expect(of(across.replace('y,a', ',a'))).toEqual(whole)
    expect(dimensionsIn(dropped('w.csv', `y,a\n${head}`), { by: [...by, 'z'], form: { across: 's' } })).toEqual(by)
  })

  it('has no cell for a dash, in both directions', () => {
    const by = ['r', 's']
    const table = dropped('w.csv', 'r,m,f,T\nN,1,-,1\nS,4,5,9\nT,5,5,10\n')
    const cells = cellsIn(table, { by, totals: totalsOf(['r', 's']) })
    expect(cells).toHaveLength(8)
    expect(viewCsv(viewOf(table, { by, totals: totalsOf(['r', 's']) }), 'public', { layout: 'wide' })).toBe(
      'r,m,f,T\nN,1,-,1\nS,4,5,9\nT,5,5,10\n',
    )
    expect(read('r,T\nT,3\n')).toEqual(['["T","T",3]'])
  })

  it.each([
    ['MISSING_VALUES', /line 3 has the mark "x"/, 'r,m,f,T\nN,1,2,3\nS,x,5,9\n', { line: 3, file: 'w.csv' }],
    ['MISSING_VALUES', /cell r=S, s=f in line 3 has no value/, 'r,m,f,T\nN,1,2,3\nS,4,,9\n', { line: 3 }],
    ['MISSING_VALUES', /line 3 names no r/, 'r,m,f,T\nN,1,2,3\n,4,5,9\n', { line: 3 }],
    ['MISSING_VALUES', /column 3 of the header in line 1 has no code/, 'r,m,,T\nN,1,2,3\n', { line: 1 }],
    ['RAGGED_ROW', /line 2 has 5 cells, its header 4/, 'r,m,f,T\nN,1,2,3,4\n', { line: 2 }],
    ['BAD_TABLE', /r=N, s=m is there twice/, 'r,m,f,T\nN,1,2,3\nN,4,5,9\nT,5,7,12\n', { line: 3 }],
    ['BAD_TABLE', /r=N, s=T is 4/, 'r,m,f,T\nN,1,2,4\nT,1,2,4\n', { line: 2 }],
    ['EMPTY_FILE', /empty/, '', {}],
    ['UNKNOWN_COLUMN', /no column "s"/, 'r,z,value\nN,1,2\n', {}],
    ['UNKNOWN_COLUMN', /no column "s"/, 'r,z,y\nN,a,2\n', {}],
  ])('is refused (%s, %s) with its line', (code, message, text, place) => {
    expect(() => read(text)).toThrow(of(code, message, place) as Error)
  })

  it('reads numbers by the language only', () => {
    const german = 'r;m;f;T\nN;1.234;0,5;1.234,5\nT;1.234;0,5;1.234,5\n'
    expect(read(german, { form: { locale: 'de' } })).toContain('["N","m",1234]')
    expect(() => read(german.replaceAll('1.234,5', '1.234'))).toThrow(of('NOT_NUMERIC', /./) as Error)
    expect(() => read('r,m,T\nN,1.5,1.5\nT,1.5,1.5\n', { form: { locale: 'de' } })).toThrow(
      of('NOT_NUMERIC', /"1.5" in line 2 is not a number as "de" writes them/, { line: 2 }) as Error,
    )
    const long = 'r;value;count\n1.234;1.234;1.000\nT;1.234;1.000\n'
    const { table } = readTableFile(
      { file: dropped('l.csv', long) },
      { by: ['r'], totals: totalsOf(['r']), form: { locale: 'de' } },
    )
    expect([table.dimensions[0].levels, [...table.values], [...table.counts]]).toEqual([
      ['1.234', 'T'],
      [1234, 1234],
      [1000, 1000],
    ])
  })

  it('keeps the marks of a file without a given language', () => {
    const text = 'r;m;f;T\nN;1,5;2;3,5\nT;1,5;2;3,5\n'
    expect(read(text)).toContain('["N","m",1.5]')
    expect(
      viewCsv(viewOf(dropped('w.csv', text), { by: ['r', 's'], totals: totalsOf(['r', 's']) }), 'public', {
        layout: 'wide',
      }),
    ).toBe(text)
  })
})

describe('a header', () => {
  it.each<[string, string, string, RegExp]>([
    ['two columns of one name', 'r,r,value\n', 'DUPLICATE_COLUMN', /both named "r"/],
    ['a column without a name', 'r,,value\n', 'FILE', /column 2 has no name/],
    ['a record', '1,2,3\n', 'FILE', /looks like a record/],
    ['a title, below which no dimension is', 'Persons;;\n;m;T\nN;1;1\n', 'UNKNOWN_COLUMN', /no column "s"/],
  ])('is refused with the reason: %s', (_, text, code, message) => {
    expect(() => readTableFile({ file: dropped('h.csv', text) }, { by: ['s', 'z'] })).toThrow(
      of(code, message) as Error,
    )
  })
})

describe('a workbook', () => {
  const rows = [['Persons', null], [], ['r', 2020, 2021, 'T'], ['01', 0.1, 0.2, 0.1 + 0.2], ['T', 0.1, 0.2, 0.1 + 0.2]]
  const options = { by: ['r', 'year'], totals: totalsOf(['r', 'year']), uncounted: true }

  it('is read from one sheet, with the displayed digits', () => {
    const bytes = writeXlsx([
      { name: 'A', rows: [['note']] },
      { name: 'B', rows },
    ])
    expect(() => readTableFile({ file: book('b.xlsx', bytes) }, options)).toThrow(
      of('BAD_OPTION', /2 sheets: "A", "B"/) as Error,
    )
    expect(cellsIn(book('b.xlsx', bytes), { ...options, form: { sheet: 'B' } })).toContain('["01","T",0.3]')
    expect(() => readTableFile({ file: book('b.xlsx', bytes) }, { ...options, form: { sheet: 'A' } })).toThrow(
      of('UNKNOWN_COLUMN', /no column "r" in b.xlsx/) as Error,
    )
  })

  it('names the row of a cell in messages', () => {
    const bytes = writeXlsx([{ name: 'A', rows: [...rows.slice(0, 4), ['T', 0.1, 'x', 0.3]] }])
    expect(() => readTableFile({ file: book('b.xlsx', bytes) }, options)).toThrow(
      of('MISSING_VALUES', /r=T, year=2021 in line 5 has the mark "x"/, { line: 5, file: 'b.xlsx' }) as Error,
    )
    const text = writeXlsx([
      {
        name: 'A',
        rows: [
          ['r', 'value'],
          ['a', 'seven'],
          ['T', 7],
        ],
      },
    ])
    expect(() =>
      readTableFile({ file: book('b.xlsx', text) }, { ...options, by: ['r'], totals: totalsOf(['r']) }),
    ).toThrow(of('NOT_NUMERIC', /seven/) as Error)
  })

  it('has numbers as numbers, totals in bold, and one mark', () => {
    const { file, by } = tableOf(2)
    const bytes = viewXlsx(viewOf(file, { by }, [0, 1]), 'public', { mark: ':' })
    const { rows: cells } = readXlsx(bytes)
    expect(cells.flat().filter((cell) => cell === ':')).toHaveLength(2)
    expect(cells[1].slice(1).every((cell) => cell === ':' || typeof cell === 'number')).toBe(true)
    expect(cells.map(([first]) => first)).toEqual(['region', '01', '1', 'Süd;West "x"', 'a,b', 'Total'])
  })
})

describe('printed numbers', () => {
  it('add up to the last digit, in every form', () => {
    const { file, by } = tableOf(2)
    const view = viewOf(file, { by })
    const german = viewCsv(view, 'public', { layout: 'wide', locale: 'de', thousands: true })
    const rows = german.trimEnd().split('\n').slice(1)
    for (const row of rows) {
      const cents = row
        .split(';')
        .slice(-4)
        .map((text) => {
          const [whole, part = ''] = text.replaceAll('.', '').split(',')
          return BigInt(whole + part.padEnd(2, '0'))
        })
      expect(cents[0] + cents[1] + cents[2]).toBe(cents[3])
    }
  })

  it.each<[TableLayout, RegExp]>([
    [{ mark: ' ' }, /could be taken for a value/],
    [{ mark: '0' }, /could be taken for a value/],
    [{ mark: '-' }, /could be taken for a value/],
    [{ across: 'z' }, /no table has the dimension "z"/],
    [{ thousands: true }, /nothing says how thousands are marked/],
    [{ locale: 'nowhere' }, /not a language/],
  ])('refuses %j', (layout, message) => {
    expect(() => checkLayout(layout, ['r', 's'])).toThrow(of('BAD_OPTION', message) as Error)
  })
})
