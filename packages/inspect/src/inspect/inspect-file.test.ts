import { beforeAll, describe, expect, it } from 'vitest'
import { readSchema } from '../files/documents.js'
import { readTable } from '../files/tables.js'
import { dropped, registry } from '../in-memory.fixture.js'
import { jsonSchemaOf } from '@sdc/workflow'
import { inspectFile } from './inspect-file.js'
import type { ColumnInspection, Inspection } from './inspection.js'
import { inspectionJson } from './output/inspection-json.js'
import { inspectionText } from './output/inspection-text.js'
import { inspectOutput } from './output/output.js'
import { schemaText } from './output/schema-text.js'

function inspected(csv: string): Inspection {
  return inspectFile(readTable(dropped('data.csv', csv)), { file: 'data.csv' })
}

/** Returns a CSV file of these columns, each a function of the record. */
function csvOf(columns: Readonly<Record<string, (i: number) => string>>, records = 200): string {
  const names = Object.keys(columns)
  const lines = Array.from({ length: records }, (_, i) => names.map((name) => columns[name](i)).join(';'))
  return `${names.join(';')}\n${lines.join('\n')}\n`
}

/** Inspects a file, and again with the written schema, which must give the same description of every column. */
function roundTrip(csv: string): Inspection {
  const file = dropped('data.csv', csv)
  const found = inspectFile(readTable(file), { file: 'data.csv' })
  const schema = readSchema(dropped('schema.yaml', schemaText(found, registry)))
  expect(Object.keys(schema.columns)).toHaveLength(found.columns.length)
  const again = readTable(file, schema)
  for (const { name, suggestedKind, kind } of found.columns)
    expect(again.dataset.column(name).kind).toBe(suggestedKind ?? kind)
  return inspectFile(again, { file: 'data.csv', schema })
}

const mixed = csvOf({
  id: (i) => String(i + 1),
  hash: (i) => (i * 2654435761 + 0x10000000).toString(16).padStart(16, 'a').slice(0, 16),
  dwelling: (i) => String(1000 + Math.floor(i / 3)),
  sex: (i) => String(1 + ((i * 7) % 2)),
  children: (i) => String([0, 0, 0, 0, 1, 1, 2, 2, 3, 1][i % 10]),
  age: (i) => String(i % 17 === 0 ? 999 : 20 + ((i * 13) % 60)),
  income: (i) => (i % 11 === 0 ? '.' : String(1000 + ((i * 7919) % 613) * 10)),
  joined: (i) => `${String(1 + (i % 12)).padStart(2, '0')}/0${1 + (i % 9)}/2001`,
  town: (i) => ['North', 'south', 'north', ' south'][i % 4],
  code: (i) => `0${i % 5}`,
  nothing: () => '',
  same: () => '7',
  big: (i) => `90071992547409${90 + (i % 10)}1`,
  weight: (i) => (1.5 + (i % 4)).toFixed(1),
})

describe('inspectFile', () => {
  let found: Inspection
  let of: (name: string) => ColumnInspection
  let said: (name: string) => string[]
  beforeAll(() => {
    found = inspected(mixed)
    of = (name) => found.columns.find((one) => one.name === name) as ColumnInspection
    said = (name) => found.findings.filter(({ columns }) => columns.includes(name)).map(({ text }) => text)
  })

  it('explains the kind and role of a column', () => {
    expect(of('income')).toMatchObject({
      kind: 'categorical',
      why: 'line 2: "." is not a number',
      suggestedKind: undefined,
    })
    expect(of('code')).toMatchObject({ kind: 'categorical', why: 'line 2: "00" has leading zeros' })
    expect(of('big').why).toContain('beyond 2^53')
    expect(of('nothing')).toMatchObject({ shape: 'empty', missing: 200, distinct: 0, role: undefined })
    expect(of('same').shape).toBe('constant')
  })

  it.each([
    ['id', 'identifier', false],
    ['hash', 'identifier', false],
    ['dwelling', 'household', true],
    ['sex', 'quasi-identifier', false],
    ['age', 'quasi-identifier', false],
    ['children', 'quasi-identifier', true],
    ['weight', 'weight', false],
    ['joined', 'quasi-identifier', true],
  ])('suggests for %s: %s (unsure: %s)', (name, role, unsure) => {
    expect(of(name).role).toMatchObject({ role, unsure })
  })

  it('distinguishes codes from counts, and codes for missing values from numbers', () => {
    expect(of('sex')).toMatchObject({ shape: 'codes', suggestedKind: 'categorical' })
    expect(of('children')).toMatchObject({ shape: 'few numbers', suggestedKind: undefined })
    expect(of('age').missingCodes).toEqual([{ text: '999', records: 12, why: 'next largest 79' }])
    expect(said('income')).toEqual(['income: would be numbers but for ".": name these as missing'])
  })

  it.each([
    ['zip', (i: number) => String(10_000 + 37 * i), 'categorical'],
    ['PLZ', (i: number) => String(1000 + 37 * i), 'categorical'],
    // Numbers of different lengths, an income by places, and numbers without a name of postal codes.
    ['zip', (i: number) => String(900 + 37 * i), undefined],
    ['zip_income', (i: number) => String(10_000 + 37 * i), undefined],
    ['rent', (i: number) => String(10_000 + 37 * i), 'numeric'],
  ])('proposes categories for postal codes: %s', (name, cell, kind) => {
    const inspection = inspected(csvOf({ age: (i) => String(20 + (i % 40)), [name]: cell }))
    const column = inspection.columns.find((one) => one.name === name)
    expect(column?.suggestedKind).toBe(kind)
    const hasFinding = inspection.findings.some(({ text }) => /looks like postal codes/.test(text))
    expect(hasFinding).toBe(kind === 'categorical')
  })

  it('reports doubtful dates, and levels that may be one', () => {
    expect(said('joined')).toContain(
      'joined: dates as DD/MM/YYYY, or day and month exchanged: no day above 12 tells which is which',
    )
    expect(said('town').join()).toContain('differ by capitals only')
  })

  it('reports unique records by the quasi-identifiers, and nothing without them', () => {
    expect(found.risk?.isGuess).toBe(true)
    expect(found.risk?.risk.keys).toContain('age')
    const text = inspectionText(found).replace(/\n +/g, ' ')
    expect(text).toMatch(/Risk before masking \d+ % of 200 records are unique by \d guessed .*more: sdc risk data\.csv/)
    const none = inspected(csvOf({ income: (i) => String(1000 + ((i * 7919) % 613)) }))
    expect(none.risk).toBeUndefined()
    expect(inspectionText(none)).not.toContain('sdc risk')
    expect(inspectionJson(none).risk).toBeNull()
  })

  it('fits 80 columns of a terminal, and is complete in a file', () => {
    const screen = { width: 80, colour: false, all: false }
    const lines = inspectionText(found, screen).split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(inspectionText(found)).toContain('sdc inspect data.csv --write schema.yaml')
  })

  it('matches its declared output form', () => {
    expect(inspectOutput.parse(JSON.parse(JSON.stringify(inspectionJson(found))))).toEqual(inspectionJson(found))
    expect(jsonSchemaOf('inspect')).toMatchObject({ type: 'object' })
  })

  it('asks nothing that the schema settles', () => {
    const again = roundTrip(mixed)
    expect(again.columns.find(({ name }) => name === 'sex')).toMatchObject({ isSaid: true, isRoleSaid: true })
    expect(again.findings.filter(({ columns }) => columns.includes('sex') && columns.length === 1)).toEqual([])
  })

  it('suggests at most one weight and one household identifier', () => {
    const { columns } = inspected(
      csvOf({
        w: (i) => String(1 + (i % 3)),
        sampling_weight: () => '4',
        hid: (i) => String(i >> 2),
        hhid: (i) => String(i >> 1),
      }),
    )
    const roles = columns.map(({ role }) => role?.role)
    expect(roles).toEqual(['quasi-identifier', 'weight', 'household', 'non-confidential'])
  })
})

describe('repeated names', () => {
  const columns = {
    staff: (i: number) => `E${1000 + i}`,
    name: (i: number) => `Anna Khan ${i % 60}`,
    phone: (i: number) => `0${5550000 + (i % 90)}`,
    hire_date: (i: number) => `20${10 + (i % 9)}-0${1 + (i % 7)}-1${i % 10}`,
  }

  it('are identifiers shared by several persons, not persons with waves', () => {
    const found = inspected(csvOf(columns))
    const roles = found.columns.map(({ name, role }) => [name, role?.role])
    expect(roles).toEqual([
      ['staff', 'identifier'],
      ['name', 'identifier'],
      ['phone', 'identifier'],
      ['hire_date', 'quasi-identifier'],
    ])
  })

  it('have the level of records only if each record has its own number', () => {
    const levelOf = (csv: string): unknown =>
      readSchema(dropped('schema.yaml', schemaText(inspected(csv), registry))).columns.name.level
    const { name, hire_date } = columns
    expect(levelOf(csvOf(columns))).toBe('record')
    // Names may be the only identifier of persons with several records: the user decides.
    expect(levelOf(csvOf({ name, hire_date }))).toBeUndefined()
  })
})

describe('schemaText', () => {
  it('contains no cells but codes, and consequences of roles', () => {
    const text = schemaText(inspected(mixed), registry)
    expect(text).not.toContain('"."is not')
    expect(text).toMatch(/# missing: \["", NA, "999"\] {4}# 12 cells "999", next largest 79/)
    expect(text).toMatch(/Honoured by .*risk\/individual-risk/s)
    expect(text).not.toContain('aaaaaa')
  })

  it.each<[string, string]>([
    ['one record', 'a,b\n1,x\n'],
    ['one column', 'a\n1\n2\n'],
    ['nothing but missing cells', 'a,b\n,\nNA,\n'],
    [
      'names that are no words',
      'no,1990,"a: b","#x","x,y"," ","\'q\'",__proto__,constructor\n1,2,3,4,5,6,7,8,9\n2,3,4,5,6,7,8,9,1\n',
    ],
    ['names with line ends and quotes', '"a\nb","say ""hi""",\u{1F600},tab\there\n1,x,y,z\n2,x,"# no",": "\n'],
    ['a very long name', `${'n'.repeat(2000)},b\n1,2\n3,4\n`],
    [
      'levels that are YAML',
      `a,b\n${['yes', 'no', 'null', '~', '- x', '{', '[', '&a', '*', '!', '%', '@', '`'].map((one, i) => `${one},${i}`).join('\n')}\n`,
    ],
    ['decimal commas', 'a;b\n1,5;x\n2,5;y\n3,25;x\n'],
    ['infinite texts and NaN', 'a,b\nInfinity,NaN\n1,2\n-Infinity,3\n'],
  ])('is read back: %s', (_, csv) => {
    roundTrip(csv)
  })

  it('describes a file without a header', () => {
    const file = dropped('data.csv', '1,2\n3,4\n')
    const source = readTable(file, { header: false, columns: {} })
    const text = schemaText(inspectFile(source, { file: 'data.csv' }), registry)
    expect(readTable(file, readSchema(dropped('schema.yaml', text))).dataset.rows).toBe(2)
  })
})

it('proposes a greatest released age for columns of higher ages', () => {
  const ages = (greatest: number): string =>
    inspected(csvOf({ age: (i) => String(18 + ((i * 7) % (greatest - 17))), income: (i) => String(i * 37) }))
      .findings.filter(({ kind }) => kind === 'ages')
      .map(({ text }) => text)
      .join()
  expect(ages(95)).toMatch(/^age: above 89 in 1\d records: .*coding\/top-bottom with topAge: 89/)
  expect(ages(89)).toBe('')
})
