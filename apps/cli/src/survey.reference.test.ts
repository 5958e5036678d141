import { rmSync } from 'node:fs'
import { haveData, pathOf } from '@sdc/testing/outside-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from './cli.fixture.js'
import { cellsOf, describedAs, tableOf } from './survey.fixture.js'

/** A survey of 2,000 persons with kinds of missing values, in the formats of SPSS, Stata, SAS, Excel and as text. */
const survey = (name: string): string => pathOf(`stat/survey/${name}`)
const likert = ['q1', 'q2', 'q3', 'q4', 'q5']

describe.runIf(haveData('stat/survey/survey.sav'))('a survey of SPSS', () => {
  const work = workFolder()
  const schema = work.path('schema.yaml')

  async function run(...argv: readonly string[]): Promise<string> {
    const { status, stderr } = await sdc(...argv)
    expect([status, stderr]).toEqual([0, stderr])
    return stderr
  }

  async function masked(data: string, out: string, ...how: readonly string[]): Promise<string> {
    await run('mask', data, ...how, '-o', work.path(out))
    return work.path(out)
  }

  const noise = ['--method', 'noise/additive', '--columns', 'income', '--seed', '1']

  beforeAll(() => run('inspect', survey('survey.sav'), '--write', schema))

  it.each(['survey.sav', 'survey.zsav', 'survey.dta'])('keeps everything but the masked column of %s', async (name) => {
    const before = tableOf(survey(name))
    const after = tableOf(await masked(survey(name), name, ...noise))
    expect(after.dataset.names).toEqual(before.dataset.names)
    expect(after.dictionary?.weight).toBe(before.dictionary?.weight)
    expect(after.dictionary?.fileLabel).toBe(before.dictionary?.fileLabel)
    for (const column of before.dataset.names) {
      expect(describedAs(after, column)).toEqual(describedAs(before, column))
      if (column !== 'income') expect(cellsOf(after, column)).toEqual(cellsOf(before, column))
    }
  })

  it('keeps them as text, and restores them with the schema of inspect', async () => {
    const before = tableOf(survey('survey.sav'), schema)
    const csv = await masked(survey('survey.sav'), 'text.csv', ...noise)
    const text = tableOf(csv, schema)
    const back = tableOf(await masked(csv, 'back.sav', ...noise, '--schema', schema), schema)
    for (const column of before.dataset.names) {
      expect(describedAs(back, column)).toEqual(describedAs(before, column))
      if (column === 'income') continue
      expect(cellsOf(text, column)).toEqual(cellsOf(before, column))
      expect(cellsOf(back, column)).toEqual(cellsOf(before, column))
    }
  })

  it('keeps values and labels for Stata, and reports changed codes', async () => {
    const said = await run('mask', survey('survey.sav'), ...noise, '-o', work.path('for.dta'))
    expect(said).toMatch(/Missing values of income become letters: -8 becomes \.a, -9 becomes \.b/)
    expect(said).toMatch(/The range of missing values of q4 and q5 is lost: 8 to 9/)
    const before = tableOf(survey('survey.sav'))
    const back = tableOf(await masked(work.path('for.dta'), 'from.sav', ...noise))
    expect(cellsOf(back, 'income').filter((text) => text === 'missing -1')).toHaveLength(32)
    for (const column of before.dataset.names) {
      const { label, labels = [] } = describedAs(before, column) as { label?: string; labels?: [string, string][] }
      const own = describedAs(back, column) as { label?: string; labels?: [string, string][] }
      expect(own.label).toBe(label)
      if (column !== 'edu')
        expect((own.labels ?? []).map(([, text]) => text).sort()).toEqual(labels.map(([, text]) => text).sort())
      const values = (table: typeof back): string[] =>
        cellsOf(table, column).map((text) => (text.startsWith('missing') ? '' : text))
      if (!['income', 'edu'].includes(column)) expect(values(back)).toEqual(values(before))
    }
  })

  it.each([
    ['microaggregation/mdav', ['income', ...likert]],
    ['noise/additive', ['income', ...likert]],
    ['swapping/rank-swap', ['income', ...likert]],
  ])('keeps each kind of missing value on its record: %s', async (method, columns) => {
    const before = tableOf(survey('survey.sav'))
    const out = await masked(
      survey('survey.sav'),
      'kinds.sav',
      '--method',
      method,
      '--columns',
      columns.join(),
      '--seed',
      '1',
      '--missing',
      'keep',
    )
    const after = tableOf(out)
    for (const column of [...columns, 'hours']) {
      const kinds = (table: typeof after): string[] =>
        cellsOf(table, column).map((text) => (text.startsWith('missing') ? text : ''))
      expect(kinds(after)).toEqual(kinds(before))
    }
    const income = cellsOf(after, 'income')
    expect(income.filter((text) => text === 'missing -9')).toHaveLength(106)
    expect(income.filter((text) => text === 'missing -8')).toHaveLength(32)
  })

  it.each([
    ['categorical/pram', likert, []],
    ['coding/local-suppression', ['region', 'sex', 'q1', 'q2'], ['--set', 'k=3']],
  ])('keeps each kind of missing value of categories on its record: %s', async (method, columns, how) => {
    const before = tableOf(survey('survey.sav'), schema)
    const out = await masked(
      survey('survey.sav'),
      'categories.sav',
      '--schema',
      schema,
      '--method',
      method,
      '--columns',
      columns.join(),
      '--seed',
      '1',
      '--missing',
      'keep',
      ...how,
    )
    const after = tableOf(out, schema)
    for (const column of [...columns, 'hours']) {
      const was = cellsOf(before, column)
      const is = cellsOf(after, column)
      const moved = was.flatMap((text, i) =>
        text.startsWith('missing') && is[i] !== text ? [`${text} → ${is[i]}`] : [],
      )
      expect(moved).toEqual([])
      const made = new Set(is.filter((text, i) => text.startsWith('missing') && !was[i].startsWith('missing')))
      expect([...made].filter((text) => text !== 'missing ')).toEqual([])
    }
  })

  it.each(['survey.sav', 'survey.csv'])(
    'releases no masked value that means missing, and replays it: %s',
    async (name) => {
      const out = work.path(`codes-${name}`)
      const key = work.path(`key-${name}.json`)
      const numbers = work.write(
        'numbers.yaml',
        'columns: { q1: { kind: numeric, missing: ["", "8", "9"] }, q4: { kind: numeric, missing: [""], missingRange: [8, 9] } }',
      )
      const how = [
        '--method',
        'noise/additive',
        '--set',
        'relativeVariance=4',
        '--columns',
        'q1,q4',
        '--schema',
        numbers,
      ]
      const said = await run('mask', survey(name), ...how, '--private', key, '-o', out)
      expect(said).toMatch(/q1: \d+ masked value\(s\) equalled a code for a missing value/)
      expect(said).toMatch(/q4: \d+ masked value\(s\) equalled a code for a missing value/)
      for (const column of ['q1', 'q4']) {
        const kinds = (path: string): string[] =>
          cellsOf(tableOf(path, numbers), column).map((text) => (text.startsWith('missing') ? text : ''))
        expect(kinds(out)).toEqual(kinds(survey(name)))
      }
      const again = work.path(`again-${name}`)
      expect(await run('run', key, '--data', survey(name), '-o', again)).toContain('bit for bit')
    },
  )

  it('gives recoded categories new codes, which are never mistaken for old ones', async () => {
    const map = JSON.stringify({
      1: 'south',
      2: 'south',
      ...Object.fromEntries([...'3456789'].map((code) => [code, 'north'])),
    })
    const plan = work.write(
      'recode.yaml',
      `steps: [{ use: coding/global-recode, columns: [region], params: { map: ${map} } }]\nschema: { columns: { region: { kind: categorical } } }\n`,
    )
    const out = work.path('recoded.sav')
    await run('run', plan, '--data', survey('survey.sav'), '-o', out)
    const before = new Set(cellsOf(tableOf(survey('survey.sav')), 'region'))
    const { labels } = describedAs(tableOf(out), 'region') as { labels: [string, string][] }
    expect(labels.map(([, label]) => label).sort()).toEqual(['north', 'south'])
    expect(labels.filter(([code]) => before.has(code))).toEqual([])
    const measure = [
      'measure',
      survey('survey.sav'),
      out,
      '--schema',
      schema,
      '--columns',
      'region',
      '--metrics',
      'risk/k-anonymity',
    ]
    expect((await sdc(...measure)).status).toBe(0)
    // Without its manifest the classes are unknown codes instead of regions.
    rmSync(work.path('recoded.manifest.json'))
    const { status, stderr } = await sdc(...measure)
    expect([status, stderr]).toEqual([2, expect.stringMatching(/column "region": "1\d" is not one of its levels/)])
  })

  it('has the same values in every format, and the same results of measure', async () => {
    const original = tableOf(survey('survey.sav'), schema)
    const noisy = await masked(survey('survey.sav'), 'noisy.sav', ...noise, '--schema', schema)
    const measured = async (data: string): Promise<unknown> => {
      const how = ['--schema', schema, '--columns', 'income', '--metrics', 'loss/il-score,risk/dbrl']
      const { stdout } = await sdc('measure', data, noisy, ...how, '--json')
      const { metrics } = JSON.parse(stdout) as { metrics: object }
      expect(Object.keys(metrics)).toEqual(['loss/il-score', 'risk/dbrl'])
      return metrics
    }
    const expected = await measured(survey('survey.sav'))
    for (const format of ['zsav', 'dta', 'sas7bdat', 'xpt', 'xlsx', 'csv']) {
      const table = tableOf(survey(`survey.${format}`), schema)
      // Trailing blanks of texts matter in Stata and Excel; kinds of missing values have other texts there.
      const values = (of: typeof table, name: string): string[] =>
        cellsOf(of, name).map((text) => (text.startsWith('missing') ? '' : text.trimEnd()))
      for (const name of original.dataset.names)
        expect([format, name, values(table, name)]).toEqual([format, name, values(original, name)])
      expect(await measured(survey(`survey.${format}`))).toEqual(expected)
    }
  })
})
