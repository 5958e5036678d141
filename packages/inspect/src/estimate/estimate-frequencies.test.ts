import { categorical, dataset, messageText, numeric, type CategoricalColumn, type Column } from '@sdc/core'
import { writeCsv } from '@sdc/files'
import { describe, expect, it } from 'vitest'
import { dropped, textIn } from '../in-memory.fixture.js'
import type { InputFile } from '../files/input-file.js'
import { jsonSchemaOf } from '@sdc/workflow'
import { estimateFrequencies } from './estimate-frequencies.js'
import { count, maskedBy, n, people, regions } from './estimates.fixture.js'
import { estimatesJson, estimatesText } from './estimates-output.js'
import { estimateOutput } from './output.js'

describe('estimateFrequencies with a public manifest', () => {
  it('reports omitted records and negative estimates, and gives every group', async () => {
    const files = await maskedBy(people, [{ columns: ['region', 'sex'], by: ['year'] }], 3)
    const { result, messages } = estimateFrequencies(files, {})
    expect(result.map(({ columns }) => columns)).toEqual([['region'], ['sex']])
    const [{ groups, leftOut, records, levels }] = result
    expect([records, leftOut]).toEqual([n, count(regions, (one) => one === null)])
    expect(groups.map(({ group }) => group)).toEqual(['year=2000', 'year=2001'])
    levels.forEach(({ masked, estimate }, k) => {
      expect(groups.reduce((sum, one) => sum + one.levels[k].masked, 0)).toBe(masked)
      expect(groups.reduce((sum, one) => sum + one.levels[k].estimate, 0)).toBeCloseTo(estimate, 9)
    })
    expect(messages.map(messageText)).toContainEqual(
      expect.stringMatching(/^column "region": \d+ records with a missing value are in no/),
    )
  })

  it('has nothing to estimate if frequencies were kept exactly', async () => {
    const files = await maskedBy(people, [{ columns: ['region'], params: { exactFrequencies: true } }], 1)
    const { result, messages } = estimateFrequencies(files, {})
    expect(result[0].exact).toBe(true)
    for (const { level, masked, estimate, standardError } of result[0].levels)
      expect([estimate, standardError, masked]).toEqual([masked, 0, count(regions, (one) => one === level[0])])
    expect(messages.map(messageText)).toContain(
      'column "region": its frequencies were kept exactly, so that there is nothing to estimate',
    )
  })

  it('pools small groups that were masked together, and counts unmasked records unchanged', async () => {
    const labels = ['a', 'b', 'c', 'd']
    const group = Array.from({ length: 400 }, (_, i) => (i < 2 ? labels[2 + i] : labels[i % 2]))
    const file = dataset([
      ['x', categorical(Array.from({ length: 400 }, (_, i) => ['u', 'v'][Number(i % 3 > 0)]))],
      ['g', categorical(group)],
    ])
    const step = { columns: ['x'], by: ['g'], smallGroups: 'pooled' }
    const pooled = estimateFrequencies(await maskedBy(file, [step], 2), {}).result[0]
    expect(pooled.groups.map(({ records }) => records).sort((a, b) => a - b)).toEqual([200, 200])
    const kept = estimateFrequencies(await maskedBy(file, [{ ...step, smallGroups: 'keep' }], 2), {})
    expect(kept.messages.map(messageText)).toContain(
      'column "x": 2 records of groups without a matrix are counted unchanged',
    )
    expect(kept.result[0].levels.reduce((sum, { masked }) => sum + masked, 0)).toBe(400)
    expect(kept.result[0].levels.reduce((sum, { estimate }) => sum + estimate, 0)).toBeCloseTo(400, 8)
  })

  it('notes another file, and steps of other methods', async () => {
    const noise = { use: 'noise/additive', columns: ['year'] }
    const { masked, matrix } = await maskedBy(people, [{ columns: ['sex'] }, noise], 1)
    const { messages } = estimateFrequencies({ masked: dropped('o.csv', `${textIn(masked)}`), matrix }, {})
    expect(messages.map(messageText)).toContainEqual(
      expect.stringMatching(/other steps were taken too \(noise\/additive\)/),
    )
    const cut = dropped('cut.csv', textIn(masked).split('\n').slice(0, 300).join('\n'))
    expect(estimateFrequencies({ masked: cut, matrix }, {}).messages.map(messageText)).toContainEqual(
      'note: the masked file is not, byte for byte, one that masked.manifest.json was written with',
    )
  })

  it.each<[string, readonly unknown[], RegExp]>([
    [
      'a column masked in steps of other groups',
      [{ columns: ['sex'] }, { columns: ['sex'], by: ['year'] }],
      /column "sex" went through steps within different groups/,
    ],
    [
      'a column masked by itself and crossed',
      [{ columns: ['sex'] }, { columns: ['region', 'sex'], params: { crossed: ['region', 'sex'] } }],
      /column "sex" was masked with column "sex" and with the crossed columns/,
    ],
    ['no matrix', [{ use: 'noise/additive', columns: ['year'] }], /masked\.manifest\.json has no transition matrix/],
  ])('refuses %s', async (_, steps, message) => {
    const files = await maskedBy(people, steps, 1)
    expect(() => estimateFrequencies(files, {})).toThrow(message)
  })
})

const column = (labels: readonly (string | null)[]): CategoricalColumn => categorical(labels)
const csvOf = (columns: Readonly<Record<string, Column>>): InputFile => dropped('m.csv', writeCsv(undefined, dataset(Object.entries(columns)))) // oxfmt-ignore

describe('estimateFrequencies with a matrix', () => {
  // 70 and 30 masked records and P = (.8 .2; .4 .6) give 75 and 25, computed by hand.
  const masked = csvOf({ code: column(Array.from({ length: 100 }, (_, i) => (i < 70 ? '01' : '1'))) })
  const csv = (corner: string): InputFile => dropped('p.csv', `${corner};01;1\n01;0,8;0,2\n1;0,4;0,6\n`)

  it.each<[string, InputFile, readonly string[] | undefined]>([
    ['a table and a name', csv(''), ['code']],
    ['a table with the name in its corner', csv('code'), undefined],
    ['JSON', dropped('p.json', '[["","01","1"],["01",0.8,0.2],["1",0.4,0.6]]'), ['code']],
    ['JSON by column', dropped('p.json', '[{"column":"code","rows":[["","01","1"],["01",0.8,0.2],["1",0.4,0.6]]}]'), undefined], // oxfmt-ignore
  ])('accepts %s', (_, matrix, columns) => {
    const { result } = estimateFrequencies({ masked, matrix }, { columns })
    const [{ levels, records, condition }] = result
    expect([records, condition]).toEqual([100, expect.closeTo(3, 12)])
    expect(levels.map(({ level, masked: now }) => [level, now])).toEqual([[['01'], 70], [['1'], 30]]) // oxfmt-ignore
    expect(levels.map(({ estimate }) => estimate)).toEqual([expect.closeTo(75, 10), expect.closeTo(25, 10)])
    const error = Math.sqrt(18 / 0.16)
    for (const { estimate, standardError, interval } of levels) {
      expect(standardError).toBeCloseTo(error, 9)
      expect(interval[1] - estimate).toBeCloseTo(1.959963984540054 * error, 9)
      expect(estimate - interval[0]).toBeCloseTo(1.959963984540054 * error, 9)
    }
  })

  it('reads numbers as the original categories, crossed ones and a missing level by their labels', () => {
    const crossed = csvOf({ a: column(['1', '1', '2', null]), b: numeric([1, 2, 1, 2]) })
    const labels = ['1 | 1', '1 | 2', '2 | 1', '(missing) | 2']
    const rows = [['a | b', ...labels], ...labels.map((from) => [from, ...labels.map((to) => Number(from === to))])]
    const matrix = dropped('p.json', JSON.stringify(rows))
    const { result } = estimateFrequencies({ masked: crossed, matrix }, {})
    expect(result[0].columns).toEqual(['a', 'b'])
    expect(result[0].levels.map(({ level, estimate }) => [...level, estimate])).toEqual([
      ['1', '1', 1],
      ['1', '2', 1],
      ['2', '1', 1],
      [null, '2', 1],
    ])
    const [one] = estimateFrequencies({ masked: crossed, matrix: dropped('p.json', JSON.stringify([{ column: 'a | b', rows }])) }, { columns: ['a'] }).result // oxfmt-ignore
    expect(one.levels.map(({ level, estimate }) => [...level, estimate])).toEqual([['1', 2], ['2', 1], [null, 1]]) // oxfmt-ignore
  })

  it('reads NA as a missing value unless a category has this name, such as Namibia', () => {
    const text = 'x\nZA\nNA\nNA\n'
    const matrix = dropped('p.csv', 'x,ZA,NA\nZA,1,0\nNA,0,1\n')
    const [missing] = estimateFrequencies({ masked: dropped('m.csv', text), matrix }, {}).result
    expect(missing.levels.map(({ level }) => level)).toEqual([['ZA'], [null]])
    const schema = { columns: {}, missing: ['-'] }
    const [country] = estimateFrequencies({ masked: dropped('m.csv', text), matrix, schema }, {}).result
    expect(country.levels.map(({ level, estimate }) => [...level, estimate])).toEqual([['ZA', 1], ['NA', 2]]) // oxfmt-ignore
  })

  it('says that negative estimates are left unchanged', () => {
    const few = csvOf({ code: column(Array.from({ length: 100 }, (_, i) => (i < 95 ? '01' : '1'))) })
    const { result, messages } = estimateFrequencies({ masked: few, matrix: csv('code') }, {})
    expect(result[0].levels[1].estimate).toBeCloseTo(-37.5, 10)
    expect(messages.map(messageText)).toEqual([
      'column "code": 1 of the estimates is negative, as unbiased ones of small frequencies can be; none is set to 0',
      ...messages.map(messageText).slice(1),
    ])
  })

  it.each<[string, string, readonly string[] | undefined, string, RegExp]>([
    ['no column', ';01;1\n01;1;0\n1;0;1\n', undefined, 'NO_COLUMNS', /nothing says which column the matrix of p\.csv/],
    ['an unknown column', ';01;1\n01;1;0\n1;0;1\n', ['job'], 'UNKNOWN_COLUMN', /no column "job"/],
    ['a level it lacks', 'code;01\n01;1\n', undefined, 'BAD_PARAMETER', /column "code" of m\.csv has "1", and the matrix no such/], // oxfmt-ignore
    ['a singular matrix', 'code;01;1\n01;.5;.5\n1;.5;.5\n', undefined, 'BAD_PARAMETER', /singular \(condition number infinite\)/], // oxfmt-ignore
    ['one that is nearly singular', 'code;01;1\n01;.5;.5\n1;.500000000001;.499999999999\n', undefined, 'BAD_PARAMETER', /singular \(condition number [\d.e+]+\)/], // oxfmt-ignore
    ['rows that do not sum', 'code;01;1\n01;.5;.4\n1;0;1\n', undefined, 'BAD_PARAMETER', /row "01" with the sum 0\.9/],
    ['JSON of another form', '["a"]', ['code'], 'BAD_PLAN', /holds no transition matrix/],
    ['a manifest of another form', '{"a":1}', ['code'], 'BAD_PLAN', /the public manifest is not right/],
  ])('refuses %s', (_, text, columns, code, message) => {
    const data = { masked, matrix: dropped('p.csv', text) }
    expect(() => estimateFrequencies(data, { columns })).toThrow(message)
    expect(() => estimateFrequencies(data, { columns })).toThrow(expect.objectContaining({ code }))
  })

  it('prints text for people, JSON in its declared form, and a table', () => {
    const { result, artefacts } = estimateFrequencies({ masked, matrix: csv('code') }, { out: 'f.csv' })
    expect(estimatesText(result)).toMatch(/^code: 100 records, condition number 3\nlevel +masked +estimate.*\n.*\n01 +70 +75\.0 +10\.61 +54\.2 +95\.8\n/) // oxfmt-ignore
    expect(estimateOutput.parse(estimatesJson(result))).toEqual(estimatesJson(result))
    expect(jsonSchemaOf('estimate')).toMatchObject({ type: 'object' })
    expect(artefacts.map(({ kind, name }) => [kind, name])).toEqual([['table', 'f.csv']])
    expect(textIn(artefacts[0]).split('\n')[0]).toBe('variable,group,level,masked,estimate,standard error,from,to')
    expect(textIn(artefacts[0])).toMatch(/\ncode,,01,70,/)
  })
})
