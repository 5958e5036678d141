import { examplePolicies } from '@sdc/release'
import { beforeAll, describe, expect, it } from 'vitest'
import { usualSettings } from '../../session/usual-settings.js'
import { withColumns } from '../../session/schema.js'
import { createWork } from '../create-work.js'
import { inProcessWorkers, readableFile } from '../in-process.fixture.js'
import type { OpenedFile } from '../protocol/file-types.js'
import type { Work } from '../protocol/protocol.js'
import type { Anonymity, Settings } from '../protocol/settings-types.js'

const release = 'safe-room'
const policy = { name: release, text: examplePolicies[release], release, types: [release] }

/** Returns 200 people of few towns; most combinations of town and age are unique. */
function people(): string {
  const lines = Array.from({ length: 200 }, (_, i) => [
    `P${i}`,
    ['Aarau', 'Basel', 'Chur', 'Davos'][(i * 7) % 4],
    20 + ((i * 31) % 45),
    10_000 + ((i * 6151) % 70_001),
  ])
  return `id,town,age,income\n${lines.join('\n')}\n`
}

let work: Work
let opened: OpenedFile
let settings: Settings
const given = (anonymity: Partial<Anonymity>): Settings => ({
  ...settings,
  anonymity: { ...settings.anonymity, ...anonymity },
})

beforeAll(async () => {
  const { startWorker } = inProcessWorkers()
  work = createWork({ startWorker, today: () => '2027-01-31', usualSettings: () => usualSettings(opened, policy) })
  opened = await work.open(readableFile('people.csv', people()), {})
  const roles = { id: 'identifier', town: 'quasi-identifier', age: 'quasi-identifier', income: 'confidential' } as const
  const schema = withColumns(
    opened.proposed,
    new Map(Object.entries(roles).map(([name, role]) => [name, { role }] as const)),
  )
  settings = { ...usualSettings(opened, policy), goal: 'anonymous', schema }
})

describe('anonymise', () => {
  it('makes classes of k records, and describes each column', async () => {
    const view = await work.anonymise(given({ k: 4 }), {})
    expect(view.before.unique).toBeGreaterThan(50)
    expect(view.after).toMatchObject({ unique: 0, records: view.records.written })
    expect(view.after.smallest).toBeGreaterThanOrEqual(4)
    expect(view.columns.map(({ name }) => name)).toEqual(['town', 'age'])
    for (const { levels } of view.columns)
      expect(levels.reduce((sum, { records }) => sum + records, 0)).toBe(view.records.written)
    expect(view.verdict.join(' ')).toContain('k = 4')
  })

  it('names the unchanged columns that identify people', async () => {
    expect((await work.anonymise(given({}), {})).open).toEqual([])
    const { open } = await work.anonymise(given({ grouped: undefined }), {})
    expect(open.map(({ name }) => name)).toEqual(['income'])
  })

  it('keeps a column, or reports that this is impossible', async () => {
    const view = await work.anonymise(given({ keep: ['town'] }), {})
    expect(view.columns.find(({ name }) => name === 'town')).toMatchObject({ values: 4, classes: 4 })
    const all = given({ keep: ['town', 'age'], suppressionLimit: 1 })
    await expect(work.anonymise(all, {})).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('is released with the same steps, and its plan opens as an anonymisation', async () => {
    const asked = given({ k: 5, grouped: 10 })
    const { steps, schema, label } = await work.anonymise(asked, {})
    const chosen = { ...asked, schema, steps, chosen: label }
    const { judgement, files } = await work.release(chosen, label, {})
    expect(judgement.state).toBe('met')
    expect(files.map(({ name }) => name)).toContain('people.public.csv')
    const plan = await work.plan(chosen, label)
    const read = await work.readPlan(readableFile('people.plan.yaml', plan))
    expect(read).toMatchObject({ goal: 'anonymous', anonymity: asked.anonymity })
    expect(read.steps).toEqual(JSON.parse(JSON.stringify(steps)))
  })
})

describe('hierarchies', () => {
  it('have the number of records of each class', async () => {
    const [town, age] = await work.hierarchies(settings)
    expect(town.levels[0]).toMatchObject({ classes: 4 })
    for (const { listed, classes } of age.levels)
      if (classes === listed.length) expect(listed.reduce((sum, { records }) => sum + records, 0)).toBe(200)
    expect(age.levels.at(-1)).toMatchObject({ classes: 1 })
  })

  it('follow another rule for one column, or have an error', async () => {
    const by = (hierarchy: string): Settings => ({
      ...settings,
      schema: withColumns(settings.schema, new Map([['age', { hierarchy }]])),
    })
    const [age] = await work.hierarchies(by('interval:10,20'), 'age')
    expect(age).toMatchObject({ column: 'age', given: 'interval:10,20' })
    await expect(work.hierarchies(by('interval:10,15'), 'age')).rejects.toThrow(
      /width 15, which is not a multiple of 10/,
    )
  })

  it('from a file are its rows', async () => {
    const rows = await work.readHierarchy(readableFile('town.csv', 'Aarau;west;*\nBasel;west;*\n'))
    expect(rows).toEqual([
      ['Aarau', 'west', '*'],
      ['Basel', 'west', '*'],
    ])
  })
})
