import { describe, expect, it } from 'vitest'
import { categorical, dataset, keyedRng, numeric, seededRng, takeRows, type Dataset } from '@sdc/core'
import { bind, measureFiles, parseStep, replicateRng, rootRng, runBound } from '@sdc/engine'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { runForPolicy, type PolicyRunInput } from './run-for-policy.js'

const rows = 60
const people: Dataset = dataset([
  ['name', categorical(Array.from({ length: rows }, (_, i) => `person ${i}`))],
  ['region', categorical(Array.from({ length: rows }, (_, i) => ['north', 'south'][i % 2]))],
  ['income', numeric(Float64Array.from({ length: rows }, (_, i) => 1000 + ((i * 7919) % 613) * 10))],
  ['tax', numeric(Float64Array.from({ length: rows }, (_, i) => ((i * 104729) % 97) / 8))],
])
const schema = { columns: { name: { role: 'identifier' }, income: { role: 'confidential' } } } as const

function input(step: object, limits: Record<string, number>, more: Partial<PolicyRunInput> = {}): PolicyRunInput {
  return {
    registry,
    original: people,
    schema,
    steps: [parseStep(step)],
    type: { limits, runs: 5 },
    ...more,
  } as PolicyRunInput
}

/** Another key judges the same plan by other runs, so the key is part of a judgement. */
const gateKey = keyedRng(seededRng('sdc gate').state.key)

const noise = { use: 'noise/additive', columns: ['income', 'tax'], params: { relativeVariance: 0.2 } }
const microaggregation = { use: 'microaggregation/mdav', columns: ['income', 'tax'], params: { k: 5 } }

describe('A plan that is run for a policy', () => {
  it('is measured run by run: the run of its seed, and further ones by the fixed key of all judgements', async () => {
    const { facts, measured } = await runForPolicy(input(noise, { 'risk/dbrl': 10 }, { seed: 'a' }))
    expect(measured.columns).toEqual(['income', 'tax'])
    expect(facts.runs).toHaveLength(5)
    const alone: (number | null)[] = []
    for (let r = 1; r <= 5; r++) {
      const rng = replicateRng(r === 1 ? rootRng('a') : gateKey, r)
      const plan = bind({ registry, original: people, schema, steps: [parseStep(noise)], alike: r > 1 } as never)
      const run = await runBound(plan, { rng })
      const [{ data: masked, origin }] = run.files
      const columns = ['income', 'tax']
      const [one] = await measureFiles({
        registry,
        original: people,
        masked,
        origin,
        columns,
        metrics: [{ use: 'risk/dbrl', params: {} }],
        rng: rng.child('measure'),
      })
      alone.push(one.measurement.value)
    }
    expect(facts.runs.map((run) => run.get('risk/dbrl')?.value)).toEqual(alone)
    expect(new Set(alone).size).toBeGreaterThan(1)
    expect(facts.runs[0].get('risk/dbrl')?.worseEnd).toBeGreaterThan(alone[0] ?? 0)
    expect(facts.independent.get('risk/dbrl')).toBeLessThan(20)
  })

  it('has the same runs after any change that does not affect the masking', async () => {
    const limits = { 'risk/dbrl': 10, 'risk/dld': 20 }
    const values = async (one: PolicyRunInput): Promise<unknown> => (await runForPolicy(one)).facts.runs
    const first = await values(input(noise, limits))
    expect(await values(input(noise, limits))).toEqual(first)
    const { params, columns, use } = noise
    expect(await values(input({ params, columns, use }, limits))).toEqual(first)
    expect(await values(input({ ...noise, params: { ...params } }, limits))).toEqual(first)
    const turned = takeRows(
      people,
      Int32Array.from({ length: rows }, (_, i) => rows - 1 - i),
    )
    expect(await values(input(noise, limits, { original: turned }))).toEqual(first)
    const others = dataset(
      [...people.names, 'spare'].map((name) => [name, people.column(name === 'spare' ? 'tax' : name)]),
    )
    expect(await values(input(noise, limits, { original: others }))).toEqual(first)
  })

  it('is keyed, shuffled and without identifiers like a release, but not with a seed', async () => {
    const limits = { 'risk/dbrl': 10 }
    const { facts } = await runForPolicy(input(noise, limits))
    expect(facts).toMatchObject({ keyed: true, shuffled: true, identifiers: [] })
    const seeded = await runForPolicy(input(noise, limits, { seed: 1 }))
    expect(seeded.facts).toMatchObject({ keyed: false, shuffled: false, identifiers: ['name'] })
  })

  it('is run once if it draws no random numbers, and says so', async () => {
    const { facts, messages } = await runForPolicy(input(microaggregation, { 'risk/dbrl': 10 }))
    expect(facts.runs).toHaveLength(1)
    expect(messages[0].text).toContain('draws no random numbers')
  })

  it('gives the reason for a missing value: a synthetic file, or columns that the metric does not accept', async () => {
    const synthetic = { use: 'copula/lhs', columns: ['income', 'tax'] }
    const limits = { 'risk/dbrl': 10, 'risk/suda': 10 }
    const { facts } = await runForPolicy(input(synthetic, limits))
    expect(facts.runs).toHaveLength(5)
    expect(facts.runs.map((run) => run.get('risk/dbrl')?.value)).toEqual([null, null, null, null, null])
    expect(facts.runs[4].get('risk/dbrl')?.reason).toContain('origin')
    expect(facts.runs[4].get('risk/suda')).toMatchObject({ value: null })
    expect(facts.runs[4].get('risk/suda')?.reason).toContain('quasi-identifiers')
    expect(facts.independent.get('risk/suda')).toBeNull()
  })

  it('is measured on its masked columns, regardless of the columns to measure', async () => {
    const { measured } = await runForPolicy(input(noise, { 'risk/dbrl': 10 }, { measure: { columns: ['income'] } }))
    expect(measured.columns).toEqual(['income', 'tax'])
  })

  it('names unmasked columns, and those of them that were accepted', async () => {
    const schemaOf = { columns: { tax: { role: 'confidential' }, income: { role: 'confidential' } } } as const
    const one = { ...noise, columns: ['income'] }
    const open = async (acceptOpen: readonly string[]): Promise<unknown> =>
      (await runForPolicy(input(one, { 'risk/dbrl': 10 }, { acceptOpen, schema: schemaOf as never }))).facts.open
    expect(await open([])).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'tax', accepted: false })]) as unknown,
    )
    expect(await open(['tax'])).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'tax', accepted: true })]) as unknown,
    )
  })
})
