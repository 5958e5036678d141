import { createRegistry, type Saved } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { people } from '../../../inspect/src/in-memory.fixture.js'
import { readTable } from '@sdc/inspect'
import { thirdParty } from '../../../inspect/src/third-party.fixture.js'
import { answerJson, answerText, askServiceFile, type AnsweredQuery } from './ask-service-file.js'
import { buildServiceFile, type BuildServiceOptions } from './build-service-file.js'
import { serviceAskOutput, serviceLogOutput } from './output.js'
import { outwardText } from './outward-text.js'
import { parseQuery } from './parse-query.js'
import { queryText } from './query-text.js'
import { readReleaseKey, writeReleaseKey } from '../../../tables/src/build/release-key.js'
import { readServiceFile, serviceFileForm, writeServiceFile } from './service-file.js'
import { serviceLog, serviceLogJson, serviceLogText } from './service-log-output.js'
import { readServiceLog } from './service-log.js'

const registry = createRegistry().use(thirdParty).freeze()
const data = readTable(people()).dataset
const options: BuildServiceOptions = {
  service: 'third/counts',
  columns: ['income', 'region'],
  set: ['least=10'],
  private: 'counts.json',
}

type Text = { readonly name: string; readonly content: string }
interface Files {
  readonly file: Text
  readonly log: Text
}

const build = async (more: Partial<BuildServiceOptions> = {}): Promise<Files> => {
  const { artefacts } = await buildServiceFile(data, { ...options, ...more }, registry)
  expect(artefacts).toMatchObject([
    { kind: 'new-service-log', name: 'counts.json.log' },
    { kind: 'service', name: 'counts.json' },
  ])
  const [log, file] = artefacts.map(({ name = '', content }) => ({ name, content: String(content) }))
  return { file, log }
}

/** Asks queries in sequence, each with the log of the previous one. */
const askAll = async (files: Files, queries: readonly string[]): Promise<{ asked: AnsweredQuery[]; files: Files }> => {
  const asked: AnsweredQuery[] = []
  let now = files
  for (const text of queries) {
    const { result, artefacts } = await askServiceFile({ ...now, time: new Date(0) }, text, registry)
    expect(artefacts).toMatchObject([{ kind: 'service-log', name: 'counts.json.log' }])
    asked.push(result)
    now = { ...now, log: { name: 'counts.json.log', content: String(artefacts[0].content) } }
  }
  return { asked, files: now }
}

describe('parseQuery', () => {
  it.each([
    ['count()', { ask: 'count', columns: [] }],
    [' SUM( income ) ', { ask: 'sum', columns: ['income'] }],
    ["count() where region = 'it''s'", { ask: 'count', columns: [], where: { region: "it's" } }],
    ['count() where "Größe in m" = -1.5e2', { ask: 'count', columns: [], where: { 'Größe in m': -150 } }],
    ['mean(x) where a in 30..40.5', { ask: 'mean', columns: ['x'], where: { a: [30, 40.5] } }],
    [
      'covariance(x, y) where a in .5 .. 1 and "in" = 3 AND b = 4',
      { ask: 'covariance', columns: ['x', 'y'], where: { a: [0.5, 1], in: 3, b: 4 } },
    ],
  ])('parses %s', (text, query) => {
    expect(parseQuery(text)).toEqual(query)
  })

  it.each([
    ['', /at the end: expected one of count, sum/],
    ['total(x)', /character 1: expected one of/],
    ['"count"()', /character 1: expected one of/],
    ['sum income', /character 5: expected "\("/],
    ['sum()', /character 5: expected 1 column\(s\) for sum, not 0/],
    ['sum(a, b)', /character 9: expected 1 column\(s\) for sum, not 2/],
    ['regression(a)', /expected at least 2 column\(s\) for regression, not 1/],
    ['sum(a b)', /character 7: expected ","/],
    ['sum(a) wher b = 1', /character 8: expected "where", found "wher"/],
    ['sum(a) where b', /at the end: expected "=" or "in"/],
    ['sum(a) where b = c', /character 18: expected a number, or text in/],
    ["sum(a) where b = 'c", /character 18: the quote ' is not closed/],
    ['sum(a) where b in 3', /at the end: expected "\.\."/],
    ['sum(a) where b in 5..3', /character 19: expected a range that goes up/],
    ['sum(a) where b = 1 and', /at the end: expected the name of a column/],
    ['sum(a) where b = 1 and b = 2', /character 24: .*"b" has two/],
    ['sum(a) where b < 1', /character 16: "<" means nothing there/],
  ])('refuses %s, with the position', (text, message) => {
    expect(() => parseQuery(text)).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringMatching(message) }),
    )
  })

  it('accepts any name and any text in quotes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, text) => {
        const quoted = [`"${name.replaceAll('"', '""')}"`, `'${text.replaceAll("'", "''")}'`]
        expect(parseQuery(`count() where ${quoted[0]} = ${quoted[1]}`).where).toEqual({ [name]: text })
      }),
    )
  })
})

describe('a service', () => {
  it('answers from its file with numbers, intervals and refusals', async () => {
    const files = await build()
    const ask = async (text: string): Promise<unknown> => {
      const { result } = await askServiceFile(files, text, registry)
      return serviceAskOutput.parse(answerJson(result))
    }
    // Every second of the 60 people lives in the north.
    expect(await ask("count() where region = 'north'")).toEqual({
      service: 'third/counts',
      number: 1,
      repeated: false,
      query: { ask: 'count', columns: [], where: { region: 'north' } },
      value: 30,
    })
    const income = data.column('income')
    const total = income.kind === 'numeric' ? income.values.reduce((a, b) => a + b, 0) : Number.NaN
    expect(await ask('sum(income)')).toMatchObject({ value: total, interval: [total - 1, total + 1] })
    expect(await ask('sum(income) where income in 0..1000')).toMatchObject({
      value: null,
      refused: 'fewer than 10 records',
    })
    const text = async (query: string): Promise<string> =>
      answerText((await askServiceFile(files, query, registry)).result)
    expect(await text('count()')).toBe('60')
    expect(await text('sum(income)')).toContain(`${total}, between`)
    expect(await text("count() where region = 'west'")).toBe('refused: fewer than 10 records')
  })

  it('may answer with an interval only', () => {
    const asked = {
      service: 's',
      number: 1,
      repeated: false,
      query: parseQuery('count()'),
      answer: { value: null, interval: [1, Infinity] as const },
    }
    expect(answerText(asked)).toBe('between 1 and Infinity')
    expect(serviceAskOutput.parse(answerJson(asked))).toMatchObject({ value: null, interval: [1, null] })
  })

  it('is a file of a declared form, which is read back to the same bits', async () => {
    const { file } = await build({ columns: 'all', set: [] })
    expect(serviceFileForm.parse(JSON.parse(file.content))).toMatchObject({
      format: 'sdc service 1',
      service: 'third/counts',
    })
    const held = readServiceFile(file)
    expect(held.params).toEqual({ least: 5 })
    expect(held.columns.map(({ name, kind }) => `${name} ${kind}`)).toContain('region categorical')
    const arrays: Saved['arrays'] = new Map<string, Float64Array | Int32Array | Uint8Array>([
      ['bits', Float64Array.of(-0, 0.1 + 0.2, 5e-324, Infinity, Number.NaN)],
      ['codes', Int32Array.of(-1, 2 ** 31 - 1)],
      ['many', Uint8Array.from({ length: 100_001 }, (_, i) => i)],
      ['__proto__', new Float64Array(0)],
    ])
    const again = { ...held, saved: { ...held.saved, arrays } }
    expect(readServiceFile({ name: 'a', content: writeServiceFile(again) })).toEqual(again)
  })

  it.each<[string, string, string, RegExp]>([
    ['a column it was not built of', 'sum(tax)', 'UNKNOWN_COLUMN', /"tax"/],
    ['text where a column is numeric', "count() where income = '5'", 'BAD_OPTION', /"income" is numeric/],
    ['a number where it is categorical', 'count() where region in 1..2', 'BAD_OPTION', /"region" is categorical/],
    ['a kind that it does not answer', 'median(income)', 'BAD_OPTION', /answers no median/],
  ])('refuses %s', async (_, query, code, message) => {
    const files = await build()
    await expect(askServiceFile(files, query, registry)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('names the plugin that a file needs, and the errors of a file', async () => {
    const files = await build()
    const { file } = files
    const empty = createRegistry().freeze()
    await expect(askServiceFile(files, 'count()', empty)).rejects.toMatchObject({
      code: 'UNKNOWN_SERVICE',
      fix: 'It came with third-party 0.1.0: add plugin: third-party.',
    })
    for (const content of [
      'no JSON',
      '{}',
      '[]',
      file.content.replace('sdc service 1', 'sdc service 9'),
      file.content.replace('"base64":"', '"base64":"*'),
    ])
      expect(() => readServiceFile({ name: 'x.json', content })).toThrow(
        expect.objectContaining({ code: 'BAD_PLAN', place: { file: 'x.json' } }),
      )
    const edited = { name: 'x.json', content: file.content.replace('"version":"0.1.0"', '"version":"0.1.1"') }
    expect(edited.content).not.toBe(file.content)
    expect(() => readServiceFile(edited)).toThrow(/file of a service was edited after it was written/)
    const key = writeReleaseKey(new Uint8Array(32))
    const other = { name: 'k.json', content: key.replace('"key":"00', '"key":"01') }
    expect(() => readReleaseKey(other)).toThrow(/file of a release key was edited/)
  })

  it('is refused for columns, parameters or values that it does not accept', async () => {
    const failing = (more: Partial<BuildServiceOptions>): Promise<unknown> =>
      buildServiceFile(data, { ...options, ...more }, registry)
    await expect(failing({ service: 'third/count' })).rejects.toMatchObject({ code: 'UNKNOWN_SERVICE' })
    await expect(failing({ columns: ['wage'] })).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
    await expect(failing({ columns: undefined })).rejects.toMatchObject({ code: 'NO_COLUMNS' })
    await expect(failing({ given: ['tax'] })).rejects.toMatchObject({ code: 'BAD_PLAN' })
    await expect(failing({ set: ['least=0'] })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: expect.stringContaining('third/counts: least'),
    })
    const holes = readTable({ name: 'holes.csv', content: 'income,region\n1,a\n,b\n' }).dataset
    await expect(buildServiceFile(holes, options, registry)).rejects.toMatchObject({
      code: 'MISSING_VALUES',
      place: { service: 'third/counts', column: 'income', row: 2 },
    })
    await expect(failing({ service: 'third/failing', set: [] })).rejects.toMatchObject({
      code: 'BAD_PLUGIN',
      place: { service: 'third/failing', plugin: 'third-party' },
    })
  })
})

describe('the log of a service', () => {
  const queries = [
    "count() where region = 'north'",
    'sum(income) where income in 0..1000',
    'sum(income)',
    'SUM( income )',
  ]

  it('has every answer and refusal, and repeated queries', async () => {
    const { asked, files } = await askAll(await build(), queries)
    expect(asked.map(({ number, repeated }) => [number, repeated])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ])
    const { result } = serviceLog(files, registry)
    expect(serviceLogOutput.parse(serviceLogJson(result))).toMatchObject({ queries: 4, answered: 3, refused: 1 })
    const text = serviceLogText(result)
    expect(text).toMatch(/third\/counts: 4 queries, 1 of them refused$/)
    expect(text).toMatch(
      /2 +1970-01-01T00:00:00\.000Z +sum\(income\) where income in 0\.\.1000 +refused: fewer than 10/,
    )
    expect(serviceLogText(serviceLog(await build(), registry).result)).toBe(
      'third/counts: 0 queries, 0 of them refused',
    )
  })

  it('is passed to the service', async () => {
    const before: unknown[] = []
    const spying = createRegistry()
      .use({
        ...thirdParty,
        services: (thirdParty.services ?? []).map((one) => ({
          ...one,
          open: (saved, asked) => (before.push(asked), one.open(saved)),
        })),
      })
      .freeze()
    const { files } = await askAll(await build(), queries)
    await askServiceFile(files, 'count()', spying)
    expect(before).toEqual([
      [
        { query: parseQuery(queries[0]), answer: { value: 30 } },
        { query: parseQuery(queries[1]), answer: { value: null, refused: 'fewer than 10 records' } },
        expect.objectContaining({ query: parseQuery(queries[2]) }),
        expect.objectContaining({ query: parseQuery(queries[2]) }),
      ],
    ])
  })

  it('is an error if it is missing, truncated, changed, or of another service, and nothing is answered', async () => {
    const { files } = await askAll(await build(), queries)
    const { content } = files.log
    const lines = content.trimEnd().split('\n')
    const line = (i: number, from: string, to: string): string =>
      `${lines.with(i, lines[i].replace(from, to)).join('\n')}\n`
    const other = (await build({ seed: 3 })).log.content
    for (const [log, message] of [
      [undefined, /is not there/],
      ['', /has no head/],
      [content.slice(0, 20), /has no head/],
      [`${lines.slice(0, -1).join('\n')}\n`, /was cut: 3 of 4 queries are left/],
      [`${lines[0]}\n`, /was cut: 0 of 4/],
      [content.slice(0, -1), /was cut/],
      [content.slice(0, -30), /was cut: 3 of 4/],
      [line(1, 'north', 'south'), /was changed at line 2/],
      [line(4, '"hash":"', '"hash":"0'), /was changed at line 5/],
      [`${[lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n')}\n`, /was changed at line 2/],
      [`${[lines[0], ...lines.slice(2)].join('\n')}\n`, /was changed at line 2/],
      [line(0, '"queries":4', '"queries":3'), /head does not fit/],
      [line(0, '"last":"', '"last":"0'), /head does not fit/],
      [other, /belongs to another service/],
    ] as const) {
      const found = log === undefined ? undefined : { name: files.log.name, content: log }
      await expect(
        askServiceFile({ ...files, log: found }, 'count()', registry),
        String(message),
      ).rejects.toMatchObject({
        code: 'BAD_PLAN',
        message: expect.stringMatching(message),
        fix: expect.stringContaining('would answer what it must refuse'),
      })
    }
    const { id } = readServiceFile(files.file)
    expect(readServiceLog('l', files.log, id).entries).toHaveLength(4)
    // The log does not contain its key.
    expect(lines.join('\n')).not.toContain(id)
  })

  it('has queries as text that is parsed to the same queries', () => {
    for (const text of [
      'count()',
      `sum("a b") where c = 'it''s' and "in" in -1.5..30 and d = 1e-9`,
      'regression(y, x, z)',
      'mean("where") where "and" = 3',
    ])
      expect(parseQuery(queryText(parseQuery(text)))).toEqual(parseQuery(text))
  })
})

describe('outwardText', () => {
  it('rounds outward, for any size of the interval', () => {
    const size = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), size, size, (mantissa, exponent, width) => {
        const low = mantissa * 10 ** exponent
        const high = low + 10 ** width
        const [, from, to] = /^between (\S+) and (\S+)$/.exec(outwardText([low, high])) ?? []
        expect(Number(from)).toBeLessThanOrEqual(low)
        expect(Number(to)).toBeGreaterThanOrEqual(high)
        // A thousandth of the width at each end, and the last bit of a number without further digits.
        const slack = 0.01 * (high - low) + 1e-14 * Math.abs(low)
        expect(low - Number(from)).toBeLessThanOrEqual(slack)
        expect(Number(to) - high).toBeLessThanOrEqual(slack)
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    [[1296950.3, 1420199.2], 'between 1296900 and 1420200'],
    [[0.12345, 0.67891], 'between 0.1234 and 0.679'],
    [[5, 5], 'between 5 and 5'],
    [[1, Infinity], 'between 1 and Infinity'],
    [[-0.00001, 100], 'between -0.1 and 100'],
  ] as const)('formats %j', (interval, text) => expect(outwardText(interval)).toBe(text))
})
