import { categorical, createRegistry, dataset, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { measureFiles, parseFileSchema, parseStep, replicateRng, rolesOf, runSteps, type RunResult } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

const registry = createRegistry().use(standard).freeze()
const rows = [...Array(120).keys()]
const original = dataset([
  ['region', categorical(rows.map((i) => (i < 40 ? 'north' : 'south')))],
  ['job', categorical(rows.map((i) => ['clerk', 'nurse', 'smith', null][((i * i) % 7) % 4] ?? null))],
  [
    'age',
    categorical(
      rows.map((i) => ['young', 'middle', 'old'][i % 3]),
      ['young', 'middle', 'old'],
    ),
  ],
  ['income', numeric(rows.map((i) => 100 + ((i * 37) % 61)))],
  ['w', numeric(rows.map((i) => 1 + (i % 5)))],
])
const schema = parseFileSchema({
  columns: {
    job: { role: 'quasi-identifier' },
    age: { role: 'quasi-identifier' },
    income: { role: 'confidential' },
    w: { role: 'weight' },
  },
})

async function run(...steps: readonly unknown[]): Promise<RunResult> {
  const rng = replicateRng(seededRng(1))
  return runSteps({ registry, original, schema, steps: steps.map(parseStep), rng })
}

function numbers(data: Dataset, name: string): Float64Array {
  const column: Column = data.column(name)
  return column.kind === 'numeric' ? column.values : expect.fail(`${name} holds categories`)
}

describe('categories, keys and weights through the engine', () => {
  it('post-randomisation is measured by keys and by the distance of categories', async () => {
    const { files } = await run({ use: 'categorical/pram', columns: ['job', 'age'], params: { stay: 0.6 } })
    const [{ data: masked, origin }] = files
    const metrics = ['risk/k-anonymity', 'loss/categorical-distance', 'loss/correlation'].map((use) => ({
      use,
      params: {},
    }))
    const roles = rolesOf(original, schema)
    const input = { registry, original, masked, origin, columns: ['job', 'age'], roles, metrics, rng: seededRng(1) }
    const measured = await measureFiles(input)
    const of = (id: string) => measured.find(({ metric }) => metric.id === id)?.measurement ?? expect.fail(id)
    expect(of('loss/categorical-distance').value).toBeGreaterThan(5)
    expect([...(of('loss/categorical-distance').columns?.keys() ?? [])]).toEqual(['job', 'age'])
    const keys = of('risk/k-anonymity')
    expect(keys.value).toBeGreaterThanOrEqual(0)
    const { names } = keys.recordColumns ?? expect.fail('no recordColumns')
    expect(names).toEqual(['f', 'F'])
    // Records that match a record include its weight.
    const F = numbers(keys.recordColumns ?? original, 'F')
    expect(F.every((one, i) => one >= numbers(masked, 'w')[i])).toBe(true)
    // No numeric column was masked: a measurement without a value has a reason.
    expect(of('loss/correlation')).toMatchObject({ value: null, reason: expect.any(String) })
  })

  it('a sample keeps its weight, its strata and its origin in further steps', async () => {
    const samplingMethod = {
      use: 'coding/sampling',
      columns: ['income'],
      by: ['region'],
      params: { percent: 25 },
    }
    const { files } = await run(samplingMethod, {
      use: 'noise/additive',
      columns: ['income'],
      params: { relativeVariance: 0.1 },
    })
    const [{ data, origin }] = files
    expect(data.rows).toBe(30)
    expect(data.names).toEqual(original.names)
    const region = data.column('region')
    const codes = region.kind === 'categorical' ? [...region.codes] : []
    expect(codes.filter((code) => code === codes[0])).toHaveLength(10)
    const before = numbers(original, 'w')
    expect([...numbers(data, 'w')]).toEqual(Array.from(origin, (i) => 4 * before[i]))
    expect(numbers(data, 'income')).not.toEqual(Float64Array.from(origin, (i) => numbers(original, 'income')[i]))

    const twice = await run(samplingMethod, { ...samplingMethod, by: [], params: { records: 15 } })
    const [second] = twice.files
    expect(second.data.names).toEqual(original.names)
    expect([...numbers(second.data, 'w')]).toEqual(Array.from(second.origin, (i) => 8 * before[i]))
  })

  it('scores have the values of their parts, measured once', async () => {
    const { files, columns } = await run({
      use: 'noise/additive',
      columns: ['income', 'w'],
      params: { relativeVariance: 0.1 },
    })
    const [{ data: masked, origin }] = files
    const ids = ['loss/il-score', 'risk/dld', 'risk/interval-disclosure', 'risk/dr-combine', 'score/sebe']
    const metrics = ids.map((use) => ({ use, params: {} }))
    const measured = await measureFiles({ registry, original, masked, origin, columns, metrics, rng: seededRng(1) })
    const value = (id: string) => measured.find(({ metric }) => metric.id === id)?.measurement.value ?? Number.NaN
    const [il, linked, id] = ids.map(value)
    expect(value('risk/dr-combine')).toBe(0.5 * linked + 0.5 * id)
    expect(value('score/sebe')).toBe(0.5 * il + 0.25 * linked + 0.25 * id)
  })

  it('the registry has the attacks', () => {
    expect(registry.all('attacks').map(({ id }) => id)).toEqual([
      'attacks/bounds',
      'attacks/camouflage',
      'attacks/exact-aggregates',
      'attacks/exact-moments',
      'attacks/inversion',
      'attacks/known-people',
      'attacks/largest',
      'attacks/low-bits',
      'attacks/repeated-release',
    ])
  })
})
