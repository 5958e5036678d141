import { readFileSync } from 'node:fs'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from './cli.fixture.js'
import { cellsOf, tableOf } from './survey.fixture.js'
import { textsIn, unpacked } from './unpacked.fixture.js'

const formats = ['sav', 'zsav', 'dta', 'xpt', 'xlsx', 'csv'] as const

/** Dropped identifiers, a column with recoded categories, and one with masked values. */
const plan = `schema:
  columns:
    pid: { role: identifier }
    town: { role: identifier, level: record }
    remark: { role: identifier, level: record }
    edu: { role: identifier, level: record }
    region: { kind: categorical }
steps:
  - use: coding/global-recode
    columns: [region]
    params: { map: { '1': south, '2': south, '3': north, '4': north, '5': north, '6': north, '7': north, '8': north, '9': north } }
  - use: noise/additive
    columns: [income]
acceptOpen: [hhid, nuts, sex, age, q1, q2, q3, q4, q5, hours, idate, istart, weight, income]
`
const dropped = [
  'Person number',
  'Place of interview',
  "Interviewer's remark",
  'Education',
  'not coded',
  'remark',
  'REMARK',
  'town',
  'asked to be called back',
  'a remark beyond',
  'Saarbrücken',
  'Freiburg im Breisgau',
  'Baden-Württemberg',
  'Saarland',
  'does not apply',
]
const released = ['Household number', 'strongly disagree', 'Net household income per month, EUR']

describe.runIf(haveData('stat/survey/survey.sav'))('a released survey', () => {
  const work = workFolder()
  const original = pathOf('stat/survey/survey.sav')

  async function bytesOf(format: string): Promise<Buffer> {
    const out = work.path(`released.${format}`)
    const names = ['-o', out, '--release', '--private', work.path(`${format}.json`)]
    const { status, stderr } = await sdc('run', work.write('plan.yaml', plan), '--data', original, ...names)
    expect([status, stderr]).toEqual([0, stderr])
    return readFileSync(out)
  }

  it('had texts of the dropped columns before', () => {
    const texts = new Set(['pid', 'town', 'remark'].flatMap((name) => cellsOf(tableOf(original), name)))
    expect(
      textsIn(Buffer.from([...texts].join('\n')), ['966584', 'Saarbrücken', 'asked to be called back']),
    ).toHaveLength(3)
    expect(textsIn(readFileSync(original), ['Person number', 'Baden-Württemberg', 'not coded'])).toHaveLength(3)
  })

  it.each(formats)('contains no name, label or text of a dropped column or category: .%s', async (format) => {
    const bytes = unpacked(await bytesOf(format))
    const table = tableOf(work.path(`released.${format}`))
    expect(textsIn(bytes, dropped)).toEqual([])
    // Formats may encode the texts of cells.
    const cells = table.dataset.names.flatMap((name) => cellsOf(table, name))
    expect(textsIn(Buffer.from(cells.join('\n')), dropped)).toEqual([])
    const kept = format === 'csv' ? [] : format === 'xpt' ? [released[0], released[2]] : released
    expect(textsIn(bytes, kept)).toEqual(kept)
    expect(cells.filter((text) => text === '966584')).toEqual([])
  })
})

/** Files with more than a table, with texts that must be left out. */
const files: readonly (readonly [file: string, column: string, texts: readonly string[]])[] = [
  [
    'sav/made-pspp-dictionary.sav',
    'cash',
    ['A line of a document', 'two answers', '$two', 'questionnaire', 'Nov 2026'],
  ],
  [
    'sav/made-pspp-dictionary.zsav',
    'cash',
    ['A line of a document', 'two answers', '$two', 'questionnaire', 'Nov 2026'],
  ],
  ['dta/haven-notes.dta', 'outcome', ['hadley', 'issues/186']],
  ['xlsx/made-hand.xlsx', 'total', ['PHONETIC', 'persons', 'money', 'merged header', 'hidden']],
]

describe.runIf(haveData(...files.map(([file]) => `stat/${file}`)))('a masked file', () => {
  const work = workFolder()
  const cases = files.flatMap(([file, column, texts]) => {
    // One of them has a name that Stata does not allow, and a number too large for SAS.
    const own = formats.filter((format) => !file.includes('pspp') || !['dta', 'xpt'].includes(format))
    return own.map((format) => ({ file, column, texts, format }))
  })

  beforeAll(() => {
    for (const [file, , texts] of files)
      expect(textsIn(unpacked(readFileSync(pathOf(`stat/${file}`))), texts)).toEqual(texts)
  })

  it.each(cases)(
    'contains no document, note or other sheet of $file: .$format',
    async ({ file, column, texts, format }) => {
      const out = work.path(`masked.${format}`)
      const how = ['--method', 'noise/additive', '--columns', column, '--seed', '1']
      const sheet = file.endsWith('.xlsx') ? ['--sheet', 'data'] : []
      const { status, stderr } = await sdc('mask', pathOf(`stat/${file}`), ...how, ...sheet, '-o', out)
      expect([status, stderr]).toEqual([0, stderr])
      expect(textsIn(unpacked(readFileSync(out)), texts)).toEqual([])
    },
  )
})

describe.runIf(haveData('stat/sas/parso-deleted-rows.sas7bdat'))('a masked file of SAS', () => {
  const work = workFolder()

  it('has no deleted row', async () => {
    const data = pathOf('stat/sas/parso-deleted-rows.sas7bdat')
    const out = work.path('alive.sav')
    const { status, stderr } = await sdc('mask', data, '--method', 'noise/additive', '--columns', 'x1', '-o', out)
    expect([status, stderr]).toEqual([0, stderr])
    expect(tableOf(out).dataset.rows).toBe(32)
  })
})
