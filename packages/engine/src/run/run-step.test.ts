import { describe, expect, it } from 'vitest'
import {
  categorical,
  dataset,
  isMissing,
  numeric,
  numericValues,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
} from '@sdc/core'
import { unitsOf } from '@sdc/toolkit/internal'
import { registry } from '../testing/fake-methods.js'
import { parseFileSchema, parseStep } from '../plan/plan.js'
import { groupTable } from './groups/group-table.js'
import { runSteps, type RunResult } from './run.js'

/** Visits of patients: half of all records belong to c, two records have no id. */
const pid = ['a', 'b', 'c', 'a', 'c', null, 'd', 'c', 'b', 'c', null, 'c', 'e', 'c', 'c', 'c']
const ages: Record<string, number> = { a: 31, b: 47, c: 52, d: 68, e: 24 }
const visits: Dataset = dataset([
  ['pid', categorical(pid)],
  ['age', numeric(pid.map((id, i) => (id === null ? 40 + i : ages[id])))],
  ['height', numeric(pid.map((id, i) => (id === null ? 150 + i : 100 + ages[id])))],
  ['region', categorical(pid.map((id) => (id === 'a' || id === 'b' || id === null ? 'n' : 's')))],
  ['cost', numeric(pid.map((_, i) => (i * 37) % 101))],
])
const level = { level: 'person' }
const schema = { columns: { pid: { role: 'person' }, age: level, height: level, region: level } }

function run(steps: readonly unknown[], original = visits, said: unknown = schema): Promise<RunResult> {
  return runSteps({
    registry,
    original,
    schema: parseFileSchema(said),
    steps: steps.map(parseStep),
    rng: seededRng('1'),
  })
}

const column = ({ files }: RunResult, name: string): Column => files[0].data.column(name)
const values = (result: RunResult, name: string): number[] => [...numericValues(result.files[0].data, name)]

/** First records of persons. */
function firsts(data: Dataset): Dataset {
  const { ofRecord } = unitsOf(data.column('pid'))
  return takeRows(
    data,
    Int32Array.from(ofRecord.keys()).filter((i) => ofRecord.indexOf(ofRecord[i]) === i),
  )
}

function expectOneEach(result: RunResult, names: readonly string[], original = visits): void {
  const { ofRecord } = unitsOf(original.column('pid'))
  for (const name of names) {
    const masked = values(result, name)
    ofRecord.forEach((unit, i) => expect(masked[i]).toBe(masked[ofRecord.indexOf(unit)]))
    expect(new Set(masked).size).toBeGreaterThan(3)
  }
}

describe('a step on columns of persons', () => {
  it('gives all records of a person one value, that of a file of persons', async () => {
    const step = { use: 'fake/noise', columns: ['age', 'height'], precision: 'full' }
    const result = await run([step])
    expectOneEach(result, ['age', 'height'])
    const persons = firsts(visits)
    const alone = await runSteps({
      registry,
      original: persons,
      steps: [parseStep(step)],
      // The stream of a step on persons has its own name.
      rng: { ...seededRng('1'), child: (name: string) => seededRng('1').child(`${name} by person`) },
    })
    const { ofRecord } = unitsOf(visits.column('pid'))
    const expected = values(alone, 'age')
    expect(values(result, 'age')).toEqual([...ofRecord].map((unit) => expected[unit]))
    expect(result.files[0].data.column('cost')).toBe(visits.column('cost'))
  })

  it('gives the same result for records that occur m times', async () => {
    const steps = [
      { use: 'fake/noise', columns: ['age'] },
      { use: 'fake/swap', columns: ['height'] },
    ]
    const once = await run(steps)
    const copies = Int32Array.from({ length: 3 * visits.rows }, (_, i) => Math.floor(i / 3))
    const named = dataset(
      visits.names.map((name) => [
        name,
        name === 'pid' ? categorical(pid.map((id, i) => id ?? `alone ${i}`)) : visits.column(name),
      ]),
    )
    const thrice = await run(steps, takeRows(named, copies))
    for (const name of ['age', 'height'])
      expect(values(thrice, name)).toEqual([...copies].map((i) => values(once, name)[i]))
  })

  it('gives the same bytes as without a level if every person has one record', async () => {
    const single = firsts(visits)
    const steps = [
      { use: 'fake/noise', columns: ['age', 'cost'] },
      { use: 'fake/swap', columns: ['height'] },
    ]
    const [one, other] = [await run(steps, single), await run(steps, single, { columns: {} })]
    for (const name of visits.names) expect(column(one, name)).toEqual(column(other, name))
  })

  it('masks columns of persons and of records separately if one step names both', async () => {
    const both = await run([{ use: 'fake/noise', columns: ['age', 'cost'] }])
    expectOneEach(both, ['age'])
    const cost = await run([{ use: 'fake/noise', columns: ['cost'] }])
    const age = await run([{ use: 'fake/noise', columns: ['age'] }])
    expect(values(both, 'cost')).toEqual(values(cost, 'cost'))
    expect(values(both, 'age')).toEqual(values(age, 'age'))
    expect(both.columns).toEqual(['age', 'cost'])
    expect(both.warnings).toEqual([])
  })

  it('copies the groups that it reports to the records', async () => {
    const { reports } = await run([{ use: 'fake/column-groups', columns: ['age'] }])
    const table = groupTable(reports, visits.rows)
    const labels = table?.column(table.names[1])
    expect(labels && Array.from(pid, (_, i) => isMissing(labels, i))).toEqual(pid.map(() => false))
    const { ofRecord } = unitsOf(visits.column('pid'))
    if (labels?.kind === 'categorical')
      ofRecord.forEach((unit, i) => expect(labels.codes[i]).toBe(labels.codes[ofRecord.indexOf(unit)]))
  })

  it('takes a value from another record of the person, and keeps missing values missing', async () => {
    const holes = numericValues(visits, 'age').map((value, i) => (i === 0 || i === 4 ? Number.NaN : value))
    const data = dataset(visits.names.map((name) => [name, name === 'age' ? numeric(holes) : visits.column(name)]))
    const [whole, holed] = [
      await run([{ use: 'fake/noise', columns: ['age'] }]),
      await run([{ use: 'fake/noise', columns: ['age'] }], data),
    ]
    expect(values(holed, 'age')).toEqual(values(whole, 'age').map((v, i) => (i === 0 || i === 4 ? Number.NaN : v)))
    const imputed = await run([{ use: 'fake/noise', columns: ['age'], missing: 'impute' }], data)
    expectOneEach(imputed, ['age'])
  })

  it('works within groups, after a sample, and twice in a row', async () => {
    const grouped = await run([{ use: 'fake/group-mean', columns: ['age'], by: ['region'] }])
    // The mean over a, b and two persons without an id, not over their six records.
    expect(values(grouped, 'age')[0]).toBeCloseTo((31 + 47 + 45 + 50) / 4, 0)
    const sampled = await run([
      { use: 'fake/sample', columns: ['cost'] },
      { use: 'fake/noise', columns: ['age'] },
      { use: 'fake/noise', columns: ['age'] },
    ])
    const { data, origin } = sampled.files[0]
    expect(data.rows).toBeLessThan(visits.rows)
    const { ofRecord } = unitsOf(takeRows(visits, origin).column('pid'))
    const masked = numericValues(data, 'age')
    ofRecord.forEach((unit, i) => expect(masked[i]).toBe(masked[ofRecord.indexOf(unit)]))
  })
})

describe('a method that may make new records', () => {
  it('masks persons if it keeps the records, and records if not', async () => {
    const fresh = await run([{ use: 'fake/synthetic', columns: ['age'] }])
    expect(fresh.files[0].origin.every((row) => row < 0)).toBe(true)
    const both = await run([{ use: 'fake/synthetic', columns: ['age', 'cost'] }])
    expect(both.files[0].data.names).toEqual(['age', 'cost'])
  })
})

describe('a method that makes new persons', () => {
  it('gets columns of persons and of records together, and numbers persons of different groups apart', async () => {
    const { files, warnings } = await run([{ use: 'fake/persons', columns: ['age', 'cost'] }])
    expect(files[0].data.names).toEqual(['pid', 'age', 'cost'])
    expect(warnings.filter((text) => text.includes('pid'))).toEqual([])
    const grouped = await run([{ use: 'fake/persons', columns: ['age', 'cost'], by: ['region'] }])
    expect(values(grouped, 'pid')).toEqual([1, 1, 2, 3, 3, 4])
  })

  it('keeps new ids that a step names, whatever the step of the original ones', async () => {
    const ids = Array.from({ length: 160 }, (_, i) => 10 * (i >> 1) + 10)
    const tens = dataset([
      ['pid', numeric(ids)],
      ['cost', numeric(ids.map((id, i) => (id * 7 + i) % 101))],
    ])
    const named = await run([{ use: 'fake/persons', columns: ['pid', 'cost'] }], tens, {
      columns: { pid: { role: 'person' } },
    })
    expect(values(named, 'pid')).toEqual([1, 1, 2])
  })

  it('refuses groups that divide persons, and columns of persons that differ', async () => {
    await expect(run([{ use: 'fake/persons', columns: ['age'], by: ['cost'] }])).rejects.toThrow(
      'records of one person are in several groups of "cost"',
    )
    const holes = dataset([...visits.names.map((name) => [name, visits.column(name)] as const), ['group', categorical(pid.map((_, i) => (i === 0 ? null : 'g')))]]) // oxfmt-ignore
    await expect(run([{ use: 'fake/persons', columns: ['age'], by: ['group'] }], holes)).rejects.toThrow(
      'several groups',
    )
    const wrong = { columns: { ...schema.columns, cost: level } }
    await expect(run([{ use: 'fake/persons', columns: ['age', 'cost'] }], visits, wrong)).rejects.toThrow(
      'column "cost" has level: person',
    )
  })

  it('masks columns of persons separately if it keeps them', async () => {
    const kept = await run([{ use: 'fake/persons', columns: ['age', 'cost'], params: { keep: true } }])
    expectOneEach(kept, ['age'])
    expect(values(kept, 'cost')).toEqual(Array.from(numericValues(visits, 'cost'), (cost) => (7 * cost) % 11))
  })
})

describe('refused steps on persons', () => {
  it('a value that differs within a person, with the numbers of the records', async () => {
    const wrong = { columns: { ...schema.columns, cost: level } }
    await expect(run([{ use: 'fake/noise', columns: ['cost'] }], visits, wrong)).rejects.toMatchObject({
      code: 'BAD_PLAN',
      message: expect.stringContaining('records 1 and 4 of one person') as unknown,
      place: { column: 'cost', row: 4 },
    })
  })

  it('a level without ids, and given or group columns of records', async () => {
    const without = { columns: { age: level } }
    await expect(run([{ use: 'fake/noise', columns: ['age'] }], visits, without)).rejects.toThrow(
      'no column has the role person',
    )
    const step = { use: 'fake/noise', columns: ['age'], by: ['cost'] }
    await expect(run([step])).rejects.toThrow('given or grouped by, differs in records')
    const given = { use: 'fake/conditional', columns: ['age'], given: ['cost'] }
    await expect(run([given])).rejects.toThrow('given or grouped by, differs in records')
  })

  it('an error of the method names persons', async () => {
    const two = dataset([
      ['pid', categorical(['a', 'a'])],
      ['age', numeric([3, 3])],
    ])
    const said = { columns: { pid: { role: 'person' }, age: level } }
    await expect(run([{ use: 'fake/noise', columns: ['age'] }], two, said)).rejects.toThrow(
      '(one record for each of 1 persons)',
    )
  })
})
