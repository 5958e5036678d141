import { internalReportPage, publicReportPage } from '@sdc/report/release'
import { describe, expect, it } from 'vitest'
import { reportsOf } from '../reports.fixture.js'

const noise = (columns: readonly string[]): object => ({
  use: 'noise/additive',
  columns,
  missing: 'keep',
  params: { relativeVariance: 0.01 },
})
const csv = (names: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `${names.join(',')}\n${rows.map((row) => row.join(',')).join('\n')}\n`
const value = (i: number, j: number): number => 1000 + ((i * 7919 + j * 104_729) % 6133)

describe('internalReport', () => {
  const rows = Array.from({ length: 80 }, (_, i) => [value(i, 0), i === 41 ? 99_999 : value(i, 1), value(i, 2)])
  const text = csv(['income', 'tax', 'age'], rows)

  it('is the same for the same input, without a path', async () => {
    const asked = { text, steps: [noise(['income', 'tax', 'age'])], seed: '7' }
    const [once, twice] = [await reportsOf(asked), await reportsOf(asked)]
    expect(internalReportPage(twice.internal)).toBe(internalReportPage(once.internal))
    expect(JSON.stringify(once.internal)).not.toContain('folder/')
  })

  it('describes the masking and the records that stand out, with a remedy', async () => {
    const { internal } = await reportsOf({ text, steps: [noise(['income', 'tax', 'age'])], seed: '7' })
    expect(internal.done).toMatch(
      /^All 3 columns of 80 records were masked: additive noise \(relativeVariance = 0.01\)\./,
    )
    expect(internal.files).toEqual([
      { name: 'masked.csv', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string, records: 80 },
    ])
    expect(internal.state).toBeUndefined()
    expect(internal.criteria.length).toBeGreaterThan(3)
    const [extreme, ...others] = internal.riskiest
    expect(extreme.kind).toBe('The greatest or least value of a column')
    expect(extreme.remedy).toMatch(/^(top|bottom)-code|^mask more strongly/)
    const one = extreme.records.find(({ record }) => record === 42)
    expect(one?.why).toMatch(/nearest released record is its own.*its tax 99,999 is the greatest/)
    expect(one?.remedy).toMatch(/top-code tax|leave the record out/)
    const found = [extreme, ...others].reduce((sum, { count }) => sum + count, 0)
    expect(internal.recordsNote).toContain(`${found} of 80 records have their own`)
    for (const { records, count } of [extreme, ...others]) expect(records).toHaveLength(Math.min(6, count))
    for (const { name } of internal.columns) expect(['income', 'tax', 'age']).toContain(name)
  })

  it('names the records of the original that can be found, but no missing column; the public report has none of it', async () => {
    const schema = { columns: { age: { role: 'quasi-identifier' as const } } }
    const asked = { text, schema, steps: [noise(['income', 'tax'])], seed: '7' }
    const { internal, public: facts } = await reportsOf(asked)
    expect(internal.before[0]).toMatch(/^\d+ % of 80 records are unique by 1 quasi-identifier/)
    expect(internal.before.join(' ')).toContain('Most exposed: record')
    expect(internalReportPage(internal)).toContain('Before masking')
    const page = publicReportPage(facts)
    for (const sentence of [...internal.before, 'Before masking']) expect(page).not.toContain(sentence)
    const without = await reportsOf({ ...asked, schema: undefined, steps: [noise(['age'])] })
    expect(without.internal.before.join(' ')).not.toContain('unique by')
  })

  it('says for every risk whether it is high, and nothing about a missing policy', async () => {
    const { internal } = await reportsOf({ text, steps: [noise(['income', 'tax', 'age'])], seed: '7' })
    const states = internal.criteria.map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['high', 'not high']))
    const high = states.filter((state) => state === 'high').length
    expect(internal.verdict).toMatch(
      new RegExp(
        `^No policy was named: .* Of ${states.length} risks with a value ${high} (is|are) high by (its|their) own level\\.`,
      ),
    )
    expect(internal.verdict.length).toBeLessThan(200)
    const page = internalReportPage(internal)
    expect(page).not.toMatch(/not met|>met</)
    expect(page).toContain('>not high<')
  })

  it('names a remedy that works: an outlier in one column among few is replaced by a shared value', async () => {
    // Records 1 to 4 are equal except for the second value, whose maximum by far is in record 1.
    const crowd = Array.from({ length: 60 }, (_, i) =>
      i < 4 ? [0, i === 0 ? 5000 : 1000, 0, 0] : [100 * (i % 3), 100 + 10 * (i % 5), 100 * (i % 2), 100 * (i % 4)],
    )
    const steps = [noise(['a', 'b', 'c', 'd'])]
    const { internal } = await reportsOf({ text: csv(['a', 'b', 'c', 'd'], crowd), steps, seed: '5' })
    const extreme = internal.riskiest.find(({ kind }) => kind.startsWith('The greatest'))
    const first = extreme?.records.find(({ record }) => record === 1)
    expect(first?.why).toMatch(/its b 5,000 is the greatest/)
    expect(first?.remedy).toMatch(/^(top-code b at [\d.,]+ \(\d values? changes?\)|give its b and its two neighbours)/)
  })

  it.each([
    [
      'half of the values missing',
      rows.map(([a, b, c], i) => [i % 2 ? a : 'NA', b, i % 3 ? c : 'NA']),
      ['income', 'tax'],
    ],
    ['a constant beside', rows.map(([a, b]) => [a, b, 7]), ['income', 'tax']],
    ['a column without a value beside', rows.map(([a, b]) => [a, b, 'NA']), ['income', 'tax']],
    ['three records', rows.slice(0, 3), ['income', 'tax']],
  ])('takes %s', async (_, ugly, columns) => {
    const { internal } = await reportsOf({
      text: csv(['income', 'tax', 'age'], ugly),
      steps: [noise(columns)],
      seed: '7',
    })
    expect(internal.columns).toHaveLength(3)
    expect(internalReportPage(internal)).not.toMatch(/NaN|undefined/)
  })

  it('takes categories alone: records that are unique on their quasi-identifiers', async () => {
    const people = Array.from({ length: 60 }, (_, i) => [`r${i % 4}`, i === 5 ? 'dean' : `j${i % 3}`, `s${i % 2}`])
    const schema = { columns: { job: { role: 'quasi-identifier' }, region: { role: 'quasi-identifier' } } } as const
    const steps = [{ use: 'categorical/pram', columns: ['sex'], params: {} }]
    const { internal } = await reportsOf({ text: csv(['region', 'job', 'sex'], people), schema, steps, seed: '7' })
    expect(internal.riskiest).toEqual([
      {
        kind: 'Alone with the same quasi-identifiers in the original and in the file',
        count: 1,
        remedy: expect.stringMatching(/^recode job or leave the column out: without it, 1 of 1 share/) as string,
        records: [
          {
            record: 6,
            why: 'alone with region = r1 and job = dean',
            remedy: expect.stringMatching(/^leave its job empty: then 15 records share/) as string,
          },
        ],
      },
    ])
  })

  it('has less than a megabyte for a hundred columns', async () => {
    const names = Array.from({ length: 100 }, (_, j) => `column${j}`)
    const wide = Array.from({ length: 40 }, (_, i) => names.map((__, j) => value(i, j)))
    const { internal } = await reportsOf({ text: csv(names, wide), steps: [noise(names)], seed: '7' })
    expect(internal.columns).toHaveLength(100)
    expect(internalReportPage(internal).length).toBeLessThan(1_000_000)
  })
})
