import { numeric, withColumns, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../csv/read-csv.js'
import { writeCsv } from '../csv/write-csv.js'
import type { CsvOptions } from '../csv/csv-file.js'
import type { ColumnDescription } from '../dictionary/dictionary.js'
import { statOfTable } from './stat-of-table.js'
import type { MissingKinds, StatColumn, StatTable } from '../dictionary/stat-table.js'
import { tableOfStat } from './table-of-stat.js'

const numbers = (
  name: string,
  values: readonly (number | string)[],
  description: ColumnDescription = {},
): StatColumn => ({
  name,
  description: { stored: 'number', ...description },
  cells: {
    kind: 'numbers',
    values: Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN)),
    missing: kinds(values.map((value) => (typeof value === 'number' ? undefined : value))),
  },
})

const texts = (name: string, values: readonly (string | null)[], description: ColumnDescription = {}): StatColumn => {
  const levels = [...new Set(values.filter((value) => value !== null))]
  return {
    name,
    description: { stored: 'text', ...description },
    cells: {
      kind: 'texts',
      levels,
      codes: Int32Array.from(values, (value) => (value === null ? -1 : levels.indexOf(value))),
      missing: null,
    },
  }
}

function kinds(found: readonly (string | undefined)[]): MissingKinds | null {
  const all = ['', ...new Set(found.filter((text) => text !== undefined && text !== ''))] as string[]
  if (all.length === 1) return null
  return { texts: all, of: Int32Array.from(found, (text) => (text === undefined ? 0 : all.indexOf(text))) }
}

const labels = new Map([
  ['1', 'male'],
  ['2', 'female'],
  ['9', 'no answer'],
])
const survey: StatTable = {
  rows: 4,
  fileLabel: 'A survey',
  weight: 'w',
  columns: [
    texts('id', ['007', '010', 'x', null], { label: 'Person' }),
    numbers('sex', [2, 1, '9', 2], { labels, measure: 'nominal', missing: { values: ['9'] }, format: 'F1.0' }),
    numbers('income', [1500, '-9', '', '-8'], { missing: { values: ['-9', '-8'] }, format: 'F8.0' }),
    numbers('born', [0, -1, 19782, ''], { time: 'date', format: 'DATE11' }),
    numbers('w', [1.5, 1, 0.5, 1]),
  ],
}
const read = (options: CsvOptions = {}, table = survey): ReturnType<typeof tableOfStat> =>
  tableOfStat({ table, notes: [] }, { file: 'survey.sav', ...options })
const levelsOf = (data: Dataset, name: string): readonly (string | null)[] => {
  const column = data.column(name)
  if (column.kind === 'numeric') return Array.from(column.values, (value) => (value === value ? String(value) : null))
  return Array.from(column.codes, (code) => column.levels[code] ?? null)
}

describe('tableOfStat', () => {
  it('has labelled codes as categories in their order, and dates as days', () => {
    const { dataset } = read()
    expect(dataset.column('sex')).toMatchObject({ kind: 'categorical', levels: ['1', '2'], ordered: false })
    expect(dataset.column('born')).toMatchObject({ kind: 'numeric', time: 'date' })
    expect(levelsOf(dataset, 'born')).toEqual(['0', '-1', '19782', null])
    expect(dataset.column('income').kind).toBe('numeric')
    expect(dataset.column('id').kind).toBe('categorical')
  })

  it('writes as CSV the same as a CSV file of the data, with each kind of missing', () => {
    const file = read()
    expect(writeCsv(file, file.dataset)).toBe(
      'id,sex,income,born,w\n007,2,1500,1970-01-01,1.5\n010,1,-9,1969-12-31,1\nx,9,,2024-02-29,0.5\n,2,-8,,1\n',
    )
  })

  it('writes texts as CSV with the necessary quotes', () => {
    const table = { rows: 3, columns: [texts('a', ['x, y', 'say "z"', 'plain']), numbers('b', [1, 2, 3])] }
    const file = read({}, table)
    expect(writeCsv(file, file.dataset)).toBe('a,b\n"x, y",1\n"say ""z""",2\nplain,3\n')
  })

  it('prefers the schema to the file', () => {
    const columns = new Map([
      ['income', { missing: ['-9'] }],
      ['sex', { kind: 'numeric' as const, missing: [] }],
    ])
    const { dataset } = read({ columns })
    expect(levelsOf(dataset, 'income')).toEqual(['1500', null, null, '-8'])
    expect(levelsOf(dataset, 'sex')).toEqual(['2', '1', '9', '2'])
  })

  it('refuses values outside the levels of a schema, and names the record', () => {
    const columns = new Map([['sex', { levels: ['1'] }]])
    expect(() => read({ columns })).toThrow(/record 1, column "sex": "2" is not one of its levels/)
    expect(() => read({ columns: new Map([['nosuch', {}]]) })).toThrow(/no column "nosuch"/)
    const numeric = new Map([['id', { kind: 'numeric' as const }]])
    expect(() => read({ columns: numeric })).toThrow(/record 1, column "id": "007" has leading zeros/)
  })

  it('keeps a column with labels for some values only, or with measure scale, numeric', () => {
    const table = {
      rows: 2,
      columns: [
        numbers('a', [1, 5], { labels: new Map([['1', 'none']]), measure: 'nominal' }),
        numbers('b', [1, 2], { labels, measure: 'scale' }),
        numbers('c', [1, 2], { labels }),
      ],
    }
    const { dataset, dictionary } = read({}, table)
    expect(['a', 'b', 'c'].map((name) => dataset.column(name).kind)).toEqual(['numeric', 'numeric', 'categorical'])
    expect(dictionary.columns.get('c')?.kindReason).toBe('each value has a label')
  })
})

describe('statOfTable', () => {
  it('reproduces an unchanged file', () => {
    const file = read()
    expect(statOfTable(file, file.dataset, undefined)).toEqual({
      ...survey,
      columns: survey.columns.map((column) => ({
        ...column,
        description: expect.objectContaining({ ...column.description }) as unknown,
        cells: {
          ...column.cells,
          ...(column.name === 'sex' && { missing: kinds([undefined, undefined, '9', undefined]) }),
        },
      })),
    })
  })

  it('drops unused labels and missing definitions from a release', () => {
    const file = read()
    const origin = Int32Array.of(1, 1)
    const rows = (column: StatColumn): unknown => column.description
    const data = { rows: 2, names: ['sex', 'income'], column: (name: string) => taken(file.dataset, name, origin) }
    const { columns, fileLabel, weight } = statOfTable(file, data, origin, { released: true })
    expect(columns.map(rows)).toMatchObject([
      { labels: new Map([['1', 'male']]), missing: undefined },
      { missing: { values: ['-9'] } },
    ])
    expect([fileLabel, weight]).toEqual([undefined, undefined])
  })

  it('gives new categories new codes with labels, which read back as these categories', () => {
    const file = read()
    const classes = {
      kind: 'categorical',
      codes: Int32Array.of(1, 0, -1, 1),
      levels: ['a', '2'],
      ordered: true,
    } as const
    const data = withColumns(file.dataset, new Map([['sex', classes]]))
    const table = statOfTable(file, data, undefined)
    const sex = table.columns[1]
    expect(sex.cells).toMatchObject({ values: Float64Array.of(2, 3, NaN, 2) })
    expect(sex.description).toMatchObject({
      measure: 'ordinal',
      labels: new Map([
        ['2', 'female'],
        ['9', 'no answer'],
        ['3', 'a'],
      ]),
    })
    const again = read({ columns: new Map([['sex', { levels: ['a', '2'] }]]) }, table)
    expect(levelsOf(again.dataset, 'sex')).toEqual(['2', 'a', null, '2'])
  })

  it('keeps the kinds of missing cells in a masked column, and makes new ones system-missing', () => {
    const file = read()
    const data = withColumns(
      file.dataset,
      new Map([['income', numeric([Number.NaN, Number.NaN, Number.NaN, Number.NaN])]]),
    )
    const { missing } = statOfTable(file, data, undefined).columns[2].cells
    expect(Array.from(missing?.of ?? [], (kind) => missing?.texts[kind])).toEqual(['', '-9', '', '-8'])
  })

  it('converts texts of missing cells in a CSV file to letters with labels', () => {
    const csv = readCsv('a,b\n1,x\nrefused,NA\n3,y\n', { columns: new Map([['a', { missing: ['refused'] }]]) })
    const [a, b] = statOfTable(csv, csv.dataset, undefined).columns
    expect(a.description).toMatchObject({ stored: 'number', labels: new Map([['.a', 'refused']]) })
    expect(a.cells.missing?.texts).toEqual(['', '.a'])
    expect(b).toMatchObject({ description: { stored: 'text' }, cells: { levels: ['x', 'y'], missing: null } })
  })
})

function taken(data: Dataset, name: string, origin: Int32Array): ReturnType<Dataset['column']> {
  const column = data.column(name)
  if (column.kind === 'numeric') return { ...column, values: Float64Array.from(origin, (i) => column.values[i]) }
  return { ...column, codes: Int32Array.from(origin, (i) => column.codes[i]) }
}
