import { internalReportPage, publicReportPage } from '@sdc/report/release'
import { describe, expect, it } from 'vitest'
import { parseStep } from '@sdc/engine'
import { readTable } from '@sdc/inspect'
import { dropped, registry } from '../../../../inspect/src/in-memory.fixture.js'
import { measureHalves } from '../../halves/measure-halves.js'
import { reportsOf } from '../reports.fixture.js'

const roles = {
  age: { role: 'quasi-identifier' },
  sex: { role: 'quasi-identifier' },
  wage: { role: 'confidential' },
  job: { role: 'confidential' },
} as const

/** Persons whose job follows their wage closely. */
const people = (n: number): string[] =>
  Array.from({ length: n }, (_, i) => {
    const wage = 1000 + ((i * 7919) % 6133)
    return [
      20 + ((i * 31) % 50),
      'mf'[(i * 7) % 2],
      wage,
      wage < 3000 ? 'clerk' : wage < 5000 ? 'nurse' : 'judge',
    ].join(',')
  })
const fileOf = (records: readonly string[]): string => `age,sex,wage,job\n${records.join('\n')}\n`
const draw = (columns: readonly string[], params = {}): object => ({ use: 'synthetic/sequential', columns, params })
const all = ['age', 'sex', 'wage', 'job']

describe('the facts of a synthetic file', () => {
  it('exist for synthetic records only', async () => {
    const steps = [{ use: 'noise/additive', columns: ['wage'], params: { relativeVariance: 0.1 } }]
    const { internal } = await reportsOf({ text: fileOf(people(80)), schema: { columns: roles }, steps, seed: '1' })
    expect(internal.synthesis).toBeUndefined()
  })

  it('compare columns, pairs and the propensity with chance, and name missing measurements', async () => {
    const made = await reportsOf({
      text: fileOf(people(400)),
      schema: { columns: roles },
      steps: [draw(all)],
      seed: '1',
    })
    const { synthesis, done } = made.internal
    expect(done).toMatch(
      /^400 new records with all 4 columns were drawn from a model of 400 records: sequential synthesis/,
    )
    expect(synthesis?.like[0]).toMatch(
      /^Propensity: a regression on the columns and their products .* [\d.]+ times as well as two samples .* by chance\)\./,
    )
    expect(synthesis?.like[1]).toMatch(/^Columns: [\d.]+ % of the records .*; [\d.]+ % between two samples/)
    expect(synthesis?.like[2]).toMatch(/^Pairs of columns: .* of 6 exceed twice that\. Least like: \w+ × \w+/)
    expect(synthesis?.columns.map(({ name }) => name).sort()).toEqual([...all].sort())
    expect(synthesis?.worst).toHaveLength(6)
    expect(synthesis?.unknown.join(' ')).toContain('need people outside of the original')
    expect(synthesis?.safe.map(({ id }) => id)).not.toContain('risk/membership')
    expect(internalReportPage(made.internal)).not.toMatch(/NaN|undefined/)
  })

  it('name the pair of columns whose relation is lost; the public report has only the names', async () => {
    // Drawn without predictors: every relation is lost, and one was strong.
    const steps = [draw(all, { predictors: { age: [], sex: [], wage: [], job: [] } })]
    const made = await reportsOf({ text: fileOf(people(400)), schema: { columns: roles }, steps, release: true })
    const { synthesis } = made.internal
    expect([synthesis?.worst[0].first, synthesis?.worst[0].second].sort()).toEqual(['job', 'wage'])
    expect(
      synthesis?.columns
        .slice(0, 2)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['job', 'wage'])
    expect(Number(synthesis?.columns[0].ratio)).toBeGreaterThan(4)
    expect(synthesis?.like[0]).toMatch(/Columns beyond chance: (wage|job) \([\d.]+\) and (wage|job) \([\d.]+\)\.$/)
    const page = publicReportPage(made.public)
    expect(page).toContain('the weakest relations are those of')
    expect(page).toMatch(/wage with job|job with wage/)
    for (const text of ['How safe', 'Propensity', 'pMSE', 'on halves', 'two samples of one'])
      expect(page).not.toContain(text)
  })

  it.each([
    ['three records', people(3)],
    ['a constant and a column without a value', people(80).map((line) => line.replace(/^\d+,./, '7,NA'))],
    ['half of the values missing', people(80).map((line, i) => (i % 2 ? line.replace(/,\d+,/, ',NA,') : line))],
  ])('take %s', async (_, records) => {
    const steps = [{ use: 'copula/lhs', columns: ['wage'], missing: 'impute', params: {} }]
    const { internal } = await reportsOf({ text: fileOf(records), schema: { columns: roles }, steps, seed: '1' })
    expect(internal.synthesis).toBeDefined()
    expect(internalReportPage(internal)).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('judge each risk once: on halves, with the value of the whole file next to it', async () => {
    const steps = [parseStep(draw(all))]
    const schema = { columns: roles }
    const source = readTable(dropped('people.csv', fileOf(people(400))), schema)
    const { result: halves } = await measureHalves(source.dataset, { steps, schema }, registry)
    const made = await reportsOf({ text: fileOf(people(400)), schema, steps, seed: '1', halves })
    const { safe = [], unknown } = made.internal.synthesis ?? {}
    expect(new Set(safe.map(({ id }) => id)).size).toBe(safe.length)
    for (const { name } of safe) expect(name).toMatch(/, on halves$/)
    expect(safe.find(({ id }) => id === 'risk/replicated-uniques')?.note).toMatch(/^[\d.]+ % in the whole file/)
    expect(unknown).toEqual([])
  })

  it('say that they are about the first of several files', async () => {
    const steps = [draw(all, { sets: 2 })]
    const { internal } = await reportsOf({ text: fileOf(people(80)), schema: { columns: roles }, steps, seed: '1' })
    expect(internal.synthesis?.like.at(-1)).toBe('This page is about the first of 2 files.')
  })
})
