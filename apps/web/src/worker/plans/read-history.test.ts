import { beforeAll, describe, expect, it } from 'vitest'
import { fileSource } from '../data/data-source.js'
import { readableFile, SyncReader } from '../in-process.fixture.js'
import { openData, type OpenData } from '../data/open-data.js'
import { readHistory } from './read-history.js'
import { readPlanFile } from './read-plan-file.js'
import { registry } from '../registry.js'
import { examplePolicies } from '@sdc/release'
import { historyText } from '../../session/history-file.js'
import { usualSettings } from '../../session/usual-settings.js'
import { changed, treeOf, undone } from '../../session/version-tree.js'

const release = 'scientific-use'
const policy = { name: release, text: examplePolicies[release], release, types: [release] }
const columns = ['AGI', 'AGE']
const step = {
  use: 'noise/additive',
  columns: ['AGI'],
  by: [],
  params: { relativeVariance: 0.2 },
  smallGroups: 'error' as const,
}
const start = treeOf(
  { ...usualSettings(undefined, policy), schema: { columns: { AGI: { role: 'confidential' } } } },
  'start',
)
const two = changed(start, { replicates: 2, chosen: 'noise', steps: [step] }, 'two runs')
const tree = undone(changed(two, { candidates: [{ use: 'microaggregation/mdav', grid: { k: [5] } }] }, 'three'))
const text = historyText(tree, { name: 'census.csv', columns })

const opened = (head: string): Promise<OpenData> =>
  openData(
    fileSource(readableFile('open.csv', `${head}\n${head.replaceAll(/\w+/g, '1')}\n${head.replaceAll(/\w+/g, '2')}\n`)),
    {},
  )
const read = (content: string, data: OpenData) =>
  readHistory(registry(), data, fileSource(readableFile('h.json', content)))

let data: OpenData
beforeAll(async () => {
  Object.assign(globalThis, { FileReaderSync: SyncReader })
  data = await opened('AGE,AGI')
})

describe('readHistory', () => {
  it('reads a history unchanged, for any order of the columns', () => {
    const history = read(text, data)
    expect(history).toEqual({ versions: tree.versions, at: tree.at })
    expect(historyText({ ...history, next: new Map() }, { name: 'census.csv', columns })).toBe(text)
    expect(read(`\u{FEFF}${text}`, data)).toEqual(history)
  })

  it('reads the measurements of its file, and only of that file', () => {
    const runs = [['0a', [{ of: '{"use":"risk/dld"}', value: 4.5, used: 30 }]]] as const
    const kept = historyText(tree, { name: 'census.csv', columns, measured: { sum: data.sum, runs } })
    expect(read(kept, data)).toEqual({ versions: tree.versions, at: tree.at, measured: runs })
    const others = historyText(tree, { name: 'census.csv', columns, measured: { sum: data.sum + 1, runs } })
    expect(read(others, data)).toEqual({ versions: tree.versions, at: tree.at, isOfOtherData: true })
  })

  it.each(['AGI,SEX', 'AGI', 'AGI,AGE,SEX'])('refuses one for a file of %s', async (head) => {
    const other = await opened(head)
    expect(() => read(text, other)).toThrow(
      expect.objectContaining({
        code: 'UNKNOWN_COLUMN',
        message: expect.stringMatching(/h\.json belongs to another file.*(SEX|AGE)/),
      }),
    )
  })

  it('completes a step like a plan', () => {
    const short = JSON.parse(text) as { versions: { settings: { steps?: unknown } }[] }
    short.versions[1].settings.steps = [{ use: 'noise/additive' }]
    const settings = read(JSON.stringify(short), data).versions[1].settings
    expect(settings.steps).toEqual([{ use: 'noise/additive', by: [], params: {}, smallGroups: 'error' }])
  })

  it.each<[what: string, from: string | RegExp, to: string, code: string, says: RegExp]>([
    [
      'of a newer form',
      'sdc page history 1',
      'sdc page history 2',
      'BAD_PLAN',
      /"sdc page history 2".*"sdc page history 1"/,
    ],
    ['cut off', /.{20}$/s, '', 'BAD_PLAN', /is not a history of this page/],
    ['without versions', /"versions": .*$/s, '"versions": []\n}', 'BAD_PLAN', /versions/],
    [
      'with a parent that is not there',
      '"parent": 0',
      '"parent": 5',
      'BAD_PLAN',
      /names the missing version 5 as its parent/,
    ],
    ['at a version that is not there', '"at": 1', '"at": 7', 'BAD_PLAN', /current version 7 is missing/],
    ['with a number twice', '"id": 2', '"id": 0', 'BAD_PLAN', /two versions have the number 0/],
    ['with a text for a number', '"replicates": 2', '"replicates": "2"', 'BAD_PLAN', /replicates/],
    ['with more runs than there may be', '"replicates": 2', '"replicates": 1e9', 'BAD_PLAN', /replicates/],
    ['with a role that there is not', '"confidential"', '"secret"', 'BAD_PLAN', /AGI\.role/],
    ['with types that are no texts', /"types": \[[^\]]*\]/, '"types": [1]', 'BAD_PLAN', /types/],
    [
      'with steps that are none',
      /"steps": \[[^]*?\}\s*\]/,
      '"steps": [7]',
      'BAD_PLAN',
      /version 1 \(two runs\) of h\.json.*step/,
    ],
    ['with a key that no step has', '"smallGroups"', '"smalGroups"', 'BAD_PLAN', /version 1 .*smalGroups/],
    ['with parameters that are none', /"params": \{[^}]*\}/, '"params": 3', 'BAD_PLAN', /version 1 .*params/],
    [
      'with a method that there is not',
      /noise\/additive/g,
      'noise/additiv',
      'UNKNOWN_METHOD',
      /version 1 .*noise\/additiv/,
    ],
    ['with a candidate that there is not', 'microaggregation/mdav', 'x/y', 'UNKNOWN_METHOD', /version 2 .*x\/y/],
    ['with a policy that is none', /"text": "[^"]*"/, '"text": "a: ["', 'BAD_PLAN', /version 0 .*scientific-use/],
    [
      'for a type of release that there is not',
      '"release": "scientific-use"',
      '"release": "x"',
      'BAD_PLAN',
      /no release type x/,
    ],
    ['with columns of its own', '"accepted": []', '"accepted": ["ZIP"]', 'UNKNOWN_COLUMN', /version 0 .*ZIP/],
  ])('refuses %s', (_, from, to, code, says) => {
    const broken = text.replace(from, to)
    expect(broken).not.toBe(text)
    expect(() => read(broken, data)).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringMatching(says),
        fix: expect.stringMatching(/\w{3}.*\./),
      }),
    )
  })
})

describe('readPlanFile', () => {
  const plan = (content: string, without = false) =>
    readPlanFile(registry(), data, fileSource(readableFile('p.yaml', content)), tree.versions[0].settings, without)

  it('reads the candidates, or the choice', () => {
    const compare =
      'compare: { candidates: [{ use: noise/additive, params: { relativeVariance: 0.3 } }], replicates: 3 }'
    expect(plan(compare)).toMatchObject({
      search: 'chosen',
      candidates: [{ use: 'noise/additive', grid: { relativeVariance: [0.3] } }],
      reverseMap: false,
      replicates: 3,
    })
    expect(plan('steps: [noise/additive]').steps).toEqual([
      { use: 'noise/additive', by: [], params: {}, smallGroups: 'error' },
    ])
  })

  it('keeps the whole schema, and the steps that all candidates share', () => {
    const { schema, fixed, last } = plan(`
schema:
  encoding: windows-1252
  rules: [AGI >= AGE]
  brokenRules: report
  knownItems: 2
  columns: { AGE: { role: quasi-identifier, hierarchy: "interval:5" }, AGI: { role: confidential, min: 0, labels: { "1": one } } }
compare:
  fixed: [{ use: coding/global-recode, columns: [AGE], params: { level: 1 } }]
  last: [{ use: coding/top-bottom, columns: [AGI] }]
`)
    expect(schema).toMatchObject({
      encoding: 'windows-1252',
      rules: ['AGI >= AGE'],
      brokenRules: 'report',
      knownItems: 2,
    })
    expect(schema.columns).toMatchObject({ AGE: { hierarchy: 'interval:5' }, AGI: { min: 0, labels: { 1: 'one' } } })
    expect([fixed?.[0].use, last?.[0].use]).toEqual(['coding/global-recode', 'coding/top-bottom'])
  })

  it('omits keys that the page does not use only if the user agrees', () => {
    const content = 'steps: [noise/additive]\nseed: 1\nlimits: { risk/dbrl: 5 }\nmissingKinds: merge\nmaxUnchanged: 90'
    expect(() => plan(content)).toThrow(
      expect.objectContaining({
        code: 'BAD_PLAN',
        place: expect.objectContaining({
          parameter: 'plan',
          choices: ['limits', 'seed', 'maxUnchanged', 'missingKinds'],
        }),
      }),
    )
    expect(plan(content, true).steps).toHaveLength(1)
  })

  it.each([
    ['compare: { purpose: records }', /: purpose/],
    ['compare: { axes: { risk: risk/dbrl } }', /: axes/],
    ['compare: { candidates: [{ use: noise/additive }], by: [AGE] }', /does not support .*: by/],
    ['compare: { candidates: [{ use: noise/additive, columns: [AGI], with: [categorical/pram] }] }', /columns, with/],
    ['compare: { candidates: [{ use: noise/additive }], then: [[coding/rounding]] }', /: then/],
    ['steps: [7]', /steps/],
    ['steps: [{ use: noise/additive, params: 3 }]', /params/],
    ['steps: []', /no steps/],
  ])('refuses %s', (content, says) => {
    expect(() => plan(content)).toThrow(
      expect.objectContaining({ code: 'BAD_PLAN', message: expect.stringMatching(says) }),
    )
  })
})
