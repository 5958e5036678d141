import { categorical, dataset, numeric, textsOf } from '@sdc/core'
import { fileRisk } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { readSchema } from '../files/documents.js'
import { readTable } from '../files/tables.js'
import { dropped, registry, textIn } from '../in-memory.fixture.js'
import { jsonSchemaOf } from '@sdc/workflow'
import type { Outcome } from '../outcome.js'
import { riskOutput } from './output.js'
import { riskFile, type RiskOptions } from './risk-file.js'
import { riskJson } from './risk-json.js'
import type { RiskReport } from './risk-report.js'
import { riskText } from './risk-text.js'
import { riskAdvice, riskFacts, riskNext, riskVerdict } from './risk-words.js'

/** 200 people: 20 towns by 2 sexes by 50 ages, one of 99; the town is the record number mod 20. */
const rows = Array.from({ length: 200 }, (_, i) => {
  const income = i === 7 ? 100_000 : 1000 + ((i * 7919) % 613)
  return `${i + 1},${i % 2 ? 'f' : 'm'},${i === 7 ? 99 : 20 + (i % 50)},T${i % 20},${income},${i % 3 ? 'none' : 'flu'},${2 + (i % 5)}`
})
const csv = `id,sex,age,town,income,illness,weight\n${rows.join('\n')}\n`
const yaml = `columns:
  id: { role: identifier }
  sex: { role: quasi-identifier }
  age: { role: quasi-identifier }
  town: { role: quasi-identifier }
  income: { role: confidential }
  illness: { role: confidential }
  weight: { role: weight }
`

async function risked(text: string, schema?: string, more: Partial<RiskOptions> = {}): Promise<Outcome<RiskReport>> {
  const known = schema === undefined ? {} : { schema: readSchema(dropped('s.yaml', schema)), schemaName: 's.yaml' }
  const file = readTable(dropped('data.csv', text), known.schema)
  return riskFile(file, { file: 'data.csv', ...known, ...more }, registry)
}

describe('riskFile', () => {
  it('reports identity and attribute disclosure, by the roles of a schema', async () => {
    const { result, messages } = await risked(csv, yaml)
    expect(messages).toEqual([])
    expect(result).toMatchObject({ guessed: [], unnamed: [], risk: { keys: ['sex', 'age', 'town'], k: 5 } })
    // 100 combinations of i mod 50 and i mod 20, each of two records 100 apart; records 8 and 108 are unique.
    expect(result.risk.identity).toMatchObject({ unique: 2, belowThree: 200, classes: 101 })
    const text = riskText(result)
    expect(text).toContain('record 8: unique by age = 99')
    expect(text).toContain('Verdict: 1 % of 200 records are unique by 3 quasi-identifiers; without age 0 % are.')
    expect(text).toContain('sdc compare data.csv --schema s.yaml -o comparison/')
    expect(text).toMatch(/Population uniques: .*of the population of 800 \(sum of weight\), an estimate/)
  })

  it('guesses roles that are not given, and warns', async () => {
    const { result, messages } = await risked(csv)
    expect(result.guessed).toEqual(['quasi-identifier', 'confidential', 'weight'])
    expect(result.risk.keys).toContain('age')
    expect(textsOf(messages, 'warning').join()).toContain('are named; assumed: ')
    expect(riskVerdict(result)).toContain('guessed quasi-identifiers')
    expect(riskNext(result)[0]).toBe('sdc inspect data.csv --write schema.yaml')
    expect(result.unnamed).toContainEqual({ column: 'id', suggested: 'identifier' })
  })

  it('uses the given quasi-identifiers instead of those of the schema', async () => {
    const { result, messages } = await risked(csv, yaml, { quasiIdentifiers: ['town'], k: 11 })
    expect(messages).toEqual([])
    expect(result.risk).toMatchObject({ keys: ['town'], identity: { unique: 0, belowK: 200 } })
    expect(riskVerdict(result)).toBe(
      'Verdict: 0 of 200 records are unique by 1 quasi-identifier; 100 % are in a class of fewer than 11.',
    )
  })

  it('fits a terminal of 80 columns, and writes a file in the requested format', async () => {
    const { result, artefacts } = await risked(csv, yaml, { out: 'risk.txt' })
    const screen = { width: 80, colour: false, all: false, wraps: true }
    for (const line of riskText(result, screen).split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(artefacts).toMatchObject([{ kind: 'risks', name: 'risk.txt' }])
    expect(textIn(artefacts[0])).toBe(`${riskText(result)}\n`)
    const json = (await risked(csv, yaml, { out: 'risk.json' })).artefacts
    expect(JSON.parse(textIn(json[0]))).toEqual(riskJson(result))
  })

  it('matches its declared output form', async () => {
    for (const one of [await risked(csv), await risked(csv, yaml), await risked('a\n1\n2\n')]) {
      const json = riskJson(one.result)
      expect(riskOutput.parse(JSON.parse(JSON.stringify(json)))).toEqual(json)
    }
    expect(jsonSchemaOf('risk')).toMatchObject({ type: 'object' })
  })

  const one = 'columns: { a: { role: quasi-identifier }, b: { role: quasi-identifier } }\n'
  const weighted = `${one.slice(0, -3)}, w: { role: weight } }\n`
  const many = (line: (i: number) => string): string => Array.from({ length: 40 }, (_, i) => line(i)).join('\n')
  it.each([
    ['one record', 'a,b\n1,2\n', one, 'Verdict: 100 % of 1 record is unique by 2 quasi-identifiers.'],
    ['missing keys', 'a,b\n,\n,\n', one, 'missing counts as a value of its own'],
    ['constant keys', `a,b\n${many(() => '1,2')}\n`, one, 'a, b: the same value in every record, so they add no risk.'],
    [
      'an identifier',
      `a,b\n${many((i) => `x${i},1`)}\n`,
      one,
      'a alone makes every record unique. Give it the role identifier in the schema, if it is one.',
    ],
    [
      'weights of 0',
      `a,b,w\n${many((i) => `${i % 2},1,${i % 4 ? 0.5 : 0}`)}\n`,
      weighted,
      '40 weights of w are below 1 (10 of them 0)',
    ],
    [
      'weights below the sample',
      `a,b,w\n${many((i) => `${i % 2},1,0.5`)}\n`,
      weighted,
      'no estimate: the weights "w" sum to 20',
    ],
    ['no key', 'c\n1\n', 'columns: { c: { role: confidential } }\n', 'no column is a quasi-identifier'],
  ])('accepts %s, and says so', async (_, text, schema, said) => {
    expect(riskText((await risked(text, schema)).result).replace(/\n +/g, ' ')).toContain(said)
  })

  it('gives advice on values that stand out, and none on others', () => {
    const data = dataset([
      ['tail', numeric(Array.from({ length: 100 }, (_, i) => (i === 0 ? 1000 : 1 + (i % 10))))],
      ['own', numeric(Array.from({ length: 100 }, (_, i) => 100 + i))],
      ['usual', numeric(Array.from({ length: 100 }, (_, i) => i % 10))],
      ['lone', numeric(Array.from({ length: 100 }, (_, i) => (i === 0 ? 7 : 0)))],
      ['rare', numeric(Array.from({ length: 100 }, (_, i) => (i === 0 ? 900 : i < 4 ? 3 : 0)))],
    ])
    const risk = fileRisk(data, { keys: [], confidential: data.names })
    expect(riskAdvice(risk).map(({ text }) => text)).toEqual([
      'own: most values occur once, so an intruder who knows one finds its record. Mask it.',
      'tail: the greatest value is 100 times the 95 % point. An intruder who knows whose it is learns it. Top-code it (coding/top-bottom).',
      'lone: the greatest value is the only positive one. An intruder who knows whose it is learns it. Top-code it (coding/top-bottom).',
      'rare: the greatest value is 300 times the second. An intruder who knows whose it is learns it. Top-code it (coding/top-bottom).',
    ])
    expect(riskFacts(risk)).toEqual([])
  })

  it('names the fewest quasi-identifiers whose omission halves the number of unique records', () => {
    // a and b are equal, and each of them identifies every record; c is constant.
    const own = numeric(Array.from({ length: 30 }, (_, i) => i))
    const data = dataset([['a', own], ['b', own], ['c', numeric(new Float64Array(30))]]) // oxfmt-ignore
    const risk = fileRisk(data, { keys: ['a', 'b', 'c'] })
    expect(riskVerdict({ risk, guessed: [] })).toBe(
      'Verdict: 100 % of 30 records are unique by 3 quasi-identifiers; without a and b 0 % are.',
    )
  })
})

it('counts persons if each has one combination of quasi-identifiers, else combinations', () => {
  const sentence = (town: readonly string[]): string => {
    const visits = dataset([
      ['id', numeric(Float64Array.from([1, 1, 2, 3, 3]))],
      ['town', categorical(town)],
    ])
    return riskVerdict({ risk: fileRisk(visits, { keys: ['town'], person: 'id' }), guessed: [] })
  }
  expect(sentence(['A', 'A', 'B', 'B', 'B'])).toContain('33 % of 3 persons are unique')
  const moved = sentence(['A', 'C', 'B', 'B', 'B'])
  expect(moved).toContain('50 % of 4 combinations of 3 persons and their quasi-identifiers are unique')
})
