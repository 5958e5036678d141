import { messageText } from '@sdc/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureRun, type MeasureRunInput, rootRng } from '@sdc/engine'
import { readTable } from '@sdc/inspect'
import { candidateFromText } from '../candidates/candidate-text.js'
import { planFromRequirements } from '../candidates/comparison-plan.js'
import { bytesOfPeople, filesOf, people, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { produce, readPlan } from '@sdc/release'
import { compareFile, type CompareOptions } from './compare-file.js'
import { comparisonText } from './comparison-text.js'
import { refusalOf } from './refusal.js'
import { readComparison } from './comparison-document.js'

const source = readTable(people())
const tries = ['noise/additive relativeVariance=0.1,0.5', 'microaggregation/mdav k=5']
const wished = planFromRequirements(registry, { try: tries })
const candidates = wished.candidates ?? []
/** The axes of papers 003 and 004, in place of the limits of a purpose. */
const axes = { risk: 'risk/dr-combine', loss: 'loss/il-score' }
const options: CompareOptions = {
  compare: { ...wished, columns: ['income', 'tax'], replicates: 2, axes },
  seed: '7',
  data: 'people.csv',
}

const ticks: number[] = []
/** Shared by several tests. */
let compared: ReturnType<typeof compareFile>
beforeAll(() => {
  compared = compareFile(source.dataset, { ...options, tick: (one) => ticks.push(one) }, registry)
})

describe('a comparison in memory', () => {
  it('copies the acceptances of a release to the plan of its choice', async () => {
    const accepted = { acceptOpen: ['age'], maxUnchanged: 60 }
    const compare = { ...options.compare, candidates: candidates.slice(-1) }
    const { artefacts } = await compareFile(source.dataset, { ...options, ...accepted, compare }, registry)
    expect(readPlan(filesOf(artefacts, 'plan')[0]).plan).toMatchObject(accepted)
  })

  it('returns a table, JSON of a described form, a map, a verdict, and a plan that reproduces the measured file', async () => {
    const { result, document, artefacts } = await compared
    expect(artefacts.map(({ kind, name }) => [kind, name])).toEqual([
      ['table', 'comparison.csv'],
      ['json', 'comparison.json'],
      ['plot', 'map.svg'],
      ['plot', 'map.html'],
      ['text', 'verdict.txt'],
      ['plan', 'chosen-plan.yaml'],
    ])
    expect(ticks.length).toBeGreaterThan(0)
    expect(result.rows).toHaveLength(6)
    expect(result.rows.map(({ use }) => use)).toContain(candidateFromText(registry, tries[1]).use)
    expect(readComparison(filesOf(artefacts, 'json')[0])).toEqual(document)
    expect(readTable(filesOf(artefacts, 'table')[0]).dataset.rows).toBe(6)
    expect(textIn(filesOf(artefacts, 'plot')[0])).toMatch(/^<svg/)
    const verdict = textIn(filesOf(artefacts, 'text')[0]).trim()
    expect(comparisonText(result).endsWith(verdict)).toBe(true)
    expect(verdict.split('\n').map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'Choice',
      'Disclosure risk',
      'Information loss',
      'Runner-up',
    ])

    const { plan } = readPlan(filesOf(artefacts, 'plan')[0])
    expect(plan).toMatchObject({ data: 'people.csv', seed: '7' })
    const run = await produce(
      { source, bytes: bytesOfPeople },
      { steps: plan.steps, seed: String(plan.seed) },
      registry,
    )
    const chosen = result.rows.find((row) => row.chosen)
    const { files, columns, given } = run.result
    const input: MeasureRunInput = {
      registry,
      original: source.dataset,
      files,
      columns,
      given,
      metrics: [{ use: result.axes.loss.id, params: {} }],
      rng: rootRng('1'),
    }
    const [{ measurement }] = await measureRun(input)
    const { min, max } = chosen?.metrics.get(result.axes.loss.id) ?? {}
    expect(measurement.value).not.toBeNull()
    // The plan makes the file of the first run, whose value is between the least and the greatest.
    expect([min, max]).toContain(measurement.value)
  })

  it('has the limit in its JSON as the value from which a risk is high, and consistent levels', async () => {
    const limits = { 'risk/dr-combine': 30 }
    const { document } = await compareFile(source.dataset, { ...options, limits }, registry)
    const { risks, candidates: made } = document
    expect(risks['risk/dr-combine']).toMatchObject({ high: 30, independent: expect.any(Number) as number })
    const levels = made.map(({ levels: own }) => own['risk/dr-combine'])
    expect(levels).toEqual(expect.arrayContaining(['high']))
    expect(new Set(levels).size).toBeGreaterThan(1)
    for (const { levels: own, beyond } of made)
      expect(own['risk/dr-combine'] === 'high').toBe(beyond.some(({ metric }) => metric === 'risk/dr-combine'))
  })

  it('copies its limits to the plan of the choice, which reproduces its values', async () => {
    const limits = { 'permutation/noise-share': 1e6, 'risk/dr-combine': 80, 'risk/dbrl:upper': 100 }
    const { artefacts, result } = await compareFile(source.dataset, { ...options, limits }, registry)
    const { plan } = readPlan(filesOf(artefacts, 'plan')[0])
    expect(plan.limits).toEqual(limits)
    expect(plan.measure).toEqual({ columns: ['income', 'tax'], given: [] })
    const outcome = await produce({ source, bytes: bytesOfPeople }, { ...plan, seed: String(plan.seed) }, registry)
    const said = outcome.messages.map(messageText).find((sentence) => sentence.startsWith('measured before'))
    const value = Number(/risk\/dr-combine ([\d.]+)/.exec(said ?? '')?.[1])
    const { min, max } = result.rows.find((row) => row.chosen)?.metrics.get('risk/dr-combine') ?? {}
    // Four digits are shown.
    expect(value).toBeGreaterThanOrEqual((min ?? Number.NaN) * 0.999)
    expect(value).toBeLessThanOrEqual((max ?? Number.NaN) * 1.001)
    // With limits, the map shows them and no score lines.
    const map = textIn(filesOf(artefacts, 'plot')[0])
    expect(map).toContain('limit: at most 80 %')
    expect(map).not.toContain('equal score')
    // With limits, no risk is called high, and only candidates that cannot be chosen are crossed out.
    expect(result.rows.every((row) => row.high.length === 0)).toBe(true)
    expect(map).not.toContain('has a high risk')
    expect(textIn(filesOf((await compared).artefacts, 'plot')[0])).toContain('equal score')
  })

  it('has no plan if nothing keeps the limits, or if the choice breaks a required limit', async () => {
    const none = await compareFile(source.dataset, { ...options, limits: { 'risk/dld': 0 } }, registry)
    expect(none.artefacts.map(({ kind }) => kind)).not.toContain('plan')
    expect(refusalOf(none.result)).toMatchObject({ code: 'BEYOND_LIMIT' })
    expect(none.document).toMatchObject({ limits: { 'risk/dld': 0 } })
    const bound = await compareFile(source.dataset, { ...options, failLimits: { 'loss/il-score': 0 } }, registry)
    expect(bound.result.rows.some((row) => row.chosen)).toBe(true)
    expect(bound.artefacts.map(({ kind }) => kind)).not.toContain('plan')
    expect(refusalOf(bound.result)?.message).toMatch(/has in its worst run loss\/il-score/)
    expect(refusalOf((await compared).result)).toBeUndefined()
  })

  it('returns only a result without a name for its data', async () => {
    const outcome = await compareFile(source.dataset, { ...options, data: undefined }, registry)
    expect(outcome.artefacts).toEqual([])
    expect(outcome.result.verdict).toMatch(/\w/)
  })

  it('refuses columns that the file lacks before anything runs', async () => {
    const compare = { ...options.compare, columns: ['incme'] }
    await expect(compareFile(source.dataset, { ...options, compare }, registry)).rejects.toMatchObject({
      code: 'UNKNOWN_COLUMN',
    })
  })
})
