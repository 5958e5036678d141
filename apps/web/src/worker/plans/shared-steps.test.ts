import { beforeAll, describe, expect, it } from 'vitest'
import { coarsened, topCoded } from '../../screens/roles/coarsen/coarsen.js'
import { withColumns } from '../../session/schema.js'
import { usualSettings } from '../../session/usual-settings.js'
import { createWork } from '../create-work.js'
import { inProcessWorkers, readableFile } from '../in-process.fixture.js'
import type { Work } from '../protocol/protocol.js'
import type { Settings } from '../protocol/settings-types.js'

const text = `version: 1
releases:
  research:
    limits: { risk/dbrl: 100 }
    require: { keyed: true, shuffled: false, identifiers: none }
    runs: 1
`
const policy = { name: 'house.yaml', release: 'research', text }
const records = 200
const file = [
  'born,sex,income',
  ...Array.from({ length: records }, (_, i) => {
    const day = new Date(Date.UTC(1970, 0, 1 + 53 * i)).toISOString().slice(0, 10)
    return `${day},${'fm'[i % 2]},${1000 + ((i * 7919) % 613) * 10 + (i === 3 ? 90_000 : 0)}`
  }),
].join('\n')

let work: Work
let settings: Settings

beforeAll(async () => {
  const { startWorker } = inProcessWorkers()
  work = createWork({ startWorker, today: () => '2027-01-31', usualSettings: () => settings })
  const opened = await work.open(readableFile('people.csv', `${file}\n`), {})
  const roles = { born: 'quasi-identifier', sex: 'quasi-identifier', income: 'confidential' } as const
  const schema = withColumns(opened.proposed, new Map(Object.entries(roles).map(([name, role]) => [name, { role }])))
  settings = {
    ...usualSettings(opened, policy),
    schema,
    search: 'chosen',
    candidates: [{ use: 'noise/additive', grid: { relativeVariance: [0.1] } }],
    reverseMap: false,
    replicates: 1,
  }
})

async function coarser(): Promise<Settings> {
  const levels = (await work.coarser(settings, 'born')) ?? expect.fail('no levels')
  return { ...settings, ...coarsened(settings, 'born', levels, levels.usual).settings }
}

const textOf = async (name: string): Promise<string> => {
  const parts: string[] = []
  await work.content(name, async (bytes) => void parts.push(new TextDecoder().decode(bytes)), {})
  return parts.join('')
}

describe('a coarsened column', () => {
  it('is counted in its classes before masking', async () => {
    const [before, after] = [await work.risk(settings), await work.risk(await coarser())]
    expect(before.identity).toMatchObject({ unique: records, smallest: 1 })
    expect(after.identity?.unique).toBeLessThan(5)
    expect(after.identity?.contributions.find(({ name }) => name === 'born')?.levels).toBe(29)
  })

  it('is in every candidate, in the release and in the plan; the greatest values are top-coded', async () => {
    const advice = (await work.risk(settings)).advice.find(({ remedy }) => remedy === 'top-code')
    expect(advice).toMatchObject({ columns: ['income'], topPercent: 2.75 })
    const first = await coarser()
    const both = { ...first, ...topCoded(first, 'income', advice?.topPercent ?? 0).settings }
    const view = await work.compare(both, { grew: () => {} })
    for (const { steps } of view.candidates)
      expect(steps.filter(({ columns }) => columns?.includes('born')).map(({ use }) => use)).toEqual([
        'coding/global-recode',
      ])
    const best = view.candidates.find(({ steps }) => steps.length === 3) ?? expect.fail('no candidate')
    const chosen = { ...both, chosen: best.label, steps: best.steps, accepted: ['sex'] }
    const { files } = await work.release(chosen, best.label, {})
    await work.privateSaved()
    const name = files.find((one) => one.box === 'public' && one.name.endsWith('.csv'))?.name ?? expect.fail()
    const rows = (await textOf(name))
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
    expect(new Set(rows.map(([born]) => born)).size).toBe(29)
    expect(rows.every(([born]) => /^\d{4}$/.test(born))).toBe(true)
    const incomes = rows.map(([, , income]) => Number(income)).sort((a, b) => b - a)
    expect(new Set(incomes.slice(0, 5)).size).toBe(1)
    const plan = await work.plan(both, undefined)
    expect(plan).toMatch(/fixed:\n\s+- use: coding\/global-recode[\s\S]*last:\n\s+- use: coding\/top-bottom/)
  })
})
