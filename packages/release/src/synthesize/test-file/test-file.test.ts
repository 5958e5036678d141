import { isSdcError, type Column, type Dataset } from '@sdc/core'
import { parseFileSchema, type FileSchemaInput } from '@sdc/engine'
import { bindRules, brokenRecords, parseRules } from '@sdc/rules'
import { describe, expect, it } from 'vitest'
import { testFile, type TestFile } from './test-file.js'

const drawn = (schema: FileSchemaInput, records = 500, seed = '1'): TestFile =>
  testFile(parseFileSchema(schema), { records, seed }, 'schema.yaml')

const valuesOf = (data: Dataset, name: string): (string | number | null)[] => {
  const column: Column = data.column(name)
  return column.kind === 'numeric'
    ? Array.from(column.values, (value) => (Number.isNaN(value) ? null : value))
    : Array.from(column.codes, (code) => column.levels[code] ?? null)
}

const errorOf = (schema: FileSchemaInput): string => {
  try {
    drawn(schema)
  } catch (error) {
    if (isSdcError(error)) return `${error.message}. ${error.fix}`
    throw error
  }
  return 'no error'
}

const hospital: FileSchemaInput = {
  separator: ';',
  decimal: ',',
  rules: [
    'stay = discharge - admission',
    'admission <= discharge',
    'if age < 15 then job = "none"',
    'if job = "none" then wage = 0',
  ],
  columns: {
    id: { kind: 'categorical', role: 'identifier' },
    age: { kind: 'numeric', min: 0, max: 99, integer: true, missing: ['99', '-9'] },
    job: { kind: 'categorical', levels: ['none', 'part', 'full'] },
    wage: { kind: 'numeric', min: 0, max: 5000 },
    admission: { kind: 'date', dateFormat: 'DD.MM.YYYY', min: '2023-01-01', max: '2023-12-31' },
    discharge: { kind: 'date', dateFormat: 'DD.MM.YYYY', min: '2023-01-01', max: '2024-03-31' },
    stay: { kind: 'numeric', min: 0, max: 90, integer: true },
  },
}

describe('a test file of a schema', () => {
  it('keeps kinds, levels, bounds, missing codes and rules', () => {
    const { dataset } = drawn(hospital, 2000).source
    expect(dataset.rows).toBe(2000)
    expect(new Set(valuesOf(dataset, 'id')).size).toBe(2000)
    const ages = valuesOf(dataset, 'age')
    expect(
      ages.every((age) => age === null || (typeof age === 'number' && age >= 0 && age < 99 && age % 1 === 0)),
    ).toBe(true)
    const missing = ages.filter((age) => age === null).length
    // 5 % of 2000, with a standard deviation of 9.7.
    expect(missing).toBeGreaterThan(60)
    expect(missing).toBeLessThan(140)
    const jobs = valuesOf(dataset, 'job')
    for (const job of ['none', 'part', 'full']) expect(jobs.filter((one) => one === job).length).toBeGreaterThan(400)
    for (const stay of valuesOf(dataset, 'stay') as number[]) expect(stay >= 0 && stay <= 90).toBe(true)
    const rules = bindRules(
      parseRules(hospital.rules ?? []),
      dataset,
      new Map([
        ['admission', 'date'],
        ['discharge', 'date'],
      ]),
    )
    for (const rule of rules) expect(brokenRecords(rule, dataset), rule.rule.text).toMatchObject({ broken: 0 })
    // The rule would also hold if no record met its condition.
    expect(valuesOf(dataset, 'wage').filter((wage) => wage === 0).length).toBeGreaterThan(400)
    expect(new Set(valuesOf(dataset, 'stay')).size).toBeGreaterThan(60)
  })

  it('is the same with the same seed, and different with another one', () => {
    const ages = (seed: string): unknown => valuesOf(drawn(hospital, 50, seed).source.dataset, 'age')
    expect(ages('a')).toEqual(ages('a'))
    expect(ages('a')).not.toEqual(ages('b'))
  })

  it('has persons in households, with constant columns and waves in their order', () => {
    const { dataset } = drawn({
      rules: ['birth <= visit'],
      columns: {
        hid: { role: 'household' },
        pid: { role: 'person', kind: 'categorical' },
        year: { role: 'wave', kind: 'numeric', min: 2020, max: 2022 },
        region: { kind: 'categorical', levels: ['N', 'S'], level: 'household' },
        birth: { kind: 'date', min: '1950-01-01', max: '2023-12-31', level: 'person' },
        visit: { kind: 'date', min: '2020-01-01', max: '2023-12-31' },
      },
    }).source
    const [hid, pid, year, region, birth] = ['hid', 'pid', 'year', 'region', 'birth'].map((name) =>
      valuesOf(dataset, name),
    )
    const persons = new Map<unknown, number[]>()
    pid.forEach((one, i) => persons.set(one, [...(persons.get(one) ?? []), i]))
    expect(Math.max(...Array.from(persons.values(), (rows) => rows.length))).toBe(3)
    for (const rows of persons.values()) {
      expect(new Set(rows.map((i) => `${hid[i]} ${birth[i]}`)).size).toBe(1)
      const years = rows.map((i) => Number(year[i]))
      expect(years).toEqual([...new Set(years)].sort((a, b) => a - b))
    }
    const ofHousehold = new Map(hid.map((one, i) => [one, region[i]]))
    hid.forEach((one, i) => expect(region[i]).toBe(ofHousehold.get(one)))
    expect(new Set(hid).size).toBeLessThan(persons.size)
  })

  it('makes up levels and bounds that the schema lacks, and names them', () => {
    const { source, messages } = drawn({
      rules: ['state in {open, closed}'],
      columns: { state: { kind: 'categorical' }, kind: {}, size: { kind: 'numeric', max: 10 } },
    })
    expect(new Set(valuesOf(source.dataset, 'state'))).toEqual(new Set(['open', 'closed']))
    expect(new Set(valuesOf(source.dataset, 'kind'))).toEqual(new Set(['A', 'B', 'C']))
    expect(messages.at(-1)).toMatchObject({
      kind: 'warning',
      text: expect.stringContaining('state (levels), kind (levels), size (min)'),
    })
  })

  it('takes levels of labels, hierarchies and taxonomies, without missing codes', () => {
    const { dataset } = drawn({
      columns: {
        sex: { kind: 'categorical', labels: { '1': 'male', '2': 'female', '-9': 'no answer' }, missing: ['-9'] },
        town: {
          kind: 'categorical',
          hierarchy: [
            ['Bonn', 'W'],
            ['Jena', 'E'],
          ],
        },
        job: { kind: 'categorical', taxonomy: { cook: 'food', baker: 'food', food: null } },
      },
    }).source
    expect(new Set(valuesOf(dataset, 'sex'))).toEqual(new Set(['1', '2', null]))
    expect(new Set(valuesOf(dataset, 'town'))).toEqual(new Set(['Bonn', 'Jena']))
    expect(new Set(valuesOf(dataset, 'job'))).toEqual(new Set(['cook', 'baker']))
  })

  it('reaches both ends of bounds with decimals', () => {
    const { dataset } = drawn(
      { columns: { one: { min: 0.07, max: 0.07 }, few: { min: 0.57, max: 0.58 } } },
      3000,
    ).source
    expect(new Set(valuesOf(dataset, 'one'))).toEqual(new Set([0.07]))
    const few = valuesOf(dataset, 'few') as number[]
    expect([Math.min(...few), Math.max(...few)]).toEqual([0.57, 0.58])
  })

  it('refuses a rule that no values satisfy, patterns, and bounds without a value', () => {
    const two = { a: { kind: 'numeric', min: 0, max: 1 }, b: { kind: 'numeric', min: 5, max: 6 } } as const
    expect(errorOf({ rules: ['a >= b'], columns: two })).toContain('no draw keeps the rule "a >= b"')
    expect(errorOf({ columns: { 'q*': { kind: 'numeric' } } })).toContain('q*')
    expect(errorOf({ columns: {} })).toContain('no columns')
    expect(errorOf({ columns: { a: { min: 9, max: 9, integer: true, missing: ['9'] } } })).toContain(
      'no value for column "a"',
    )
  })

  it('keeps equations of several columns by repairs', () => {
    const amount = { kind: 'numeric', min: 0, max: 1000, integer: true } as const
    const rules = ['total = a + b + c', 'total <= 1000', 'if a > 500 then b = c']
    const { dataset } = drawn({ rules, columns: { a: amount, b: amount, c: amount, total: amount } }).source
    for (const rule of bindRules(parseRules(rules), dataset)) expect(brokenRecords(rule, dataset).broken).toBe(0)
  })
})
