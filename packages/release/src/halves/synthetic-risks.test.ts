import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { censusColumns } from '@sdc/testing/public-files'
import { describe, expect, it } from 'vitest'
import { readSchema } from '@sdc/inspect'
import { dropped, registry } from '../../../inspect/src/in-memory.fixture.js'
import { maskSteps } from '../release/mask-steps.js'
import { measureHalves } from './measure-halves.js'

const census = dataset([...censusColumns()].map(([name, values]) => [name, numeric(values)] as const))
const ofCensus = readSchema(
  dropped(
    's.yaml',
    'columns: { AFNLWGT: { role: quasi-identifier }, AGI: { role: quasi-identifier }, FICA: { role: quasi-identifier }, ' +
      'INTVAL: { role: confidential }, FEDTAX: { role: confidential } }',
  ),
)

/** People with categories of many levels, missing values and a skewed number. */
function mixed(n: number, seed: number): Dataset {
  const rng = seededRng(seed)
  const age = Float64Array.from({ length: n }, () => 18 + rng.int(70))
  const work = Array.from(age, (one) => (rng.uniform() < 0.1 ? null : `job ${Math.floor(one / 10) + rng.int(12)}`))
  const place = Array.from({ length: n }, () => `place ${Math.floor(60 * rng.uniform() ** 2)}`)
  const income = age.map((one) => Math.round(500 * Math.exp(one / 40 + 0.6 * rng.normal())))
  return dataset([
    ['age', numeric(age)],
    ['work', categorical(work)],
    ['place', categorical(place)],
    ['income', numeric(income)],
  ])
}
const ofMixed = readSchema(
  dropped(
    's.yaml',
    'columns: { age: { role: quasi-identifier }, place: { role: quasi-identifier }, work: { role: confidential }, ' +
      'income: { role: confidential } }',
  ),
)

/** Sequential synthesis, from a copy to almost no model. */
const plans = {
  copying: ['smoothing=none', 'smallestLeaf=1', 'support=0'],
  usual: [],
  coarse: ['complexity=0.02'],
}
const seeds = [1, 2]
const metrics = ['risk/membership', 'risk/attribute-inference', 'risk/distance-to-closest'].map((use) => ({
  use,
  params: {},
}))

async function risks(data: Dataset, schema: ReturnType<typeof readSchema>, set: readonly string[]) {
  const steps = maskSteps(registry, { method: 'synthetic/sequential', columns: 'all', set })
  const values = new Map<string, number>()
  for (const seed of seeds) {
    const options = { steps, schema, seed, metrics }
    const { result } = await measureHalves(data, options, registry)
    for (const { metric, measurement } of result.measured) {
      expect(measurement.reason, metric.id).toBeUndefined()
      values.set(metric.id, (values.get(metric.id) ?? 0) + (measurement.value ?? Number.NaN) / seeds.length)
    }
    // In independent data, people of the file are guessed no better than people outside.
    const level = result.levels.find(({ metric }) => metric.id === 'risk/attribute-inference')
    expect(level?.independent).toBeLessThan(5)
  }
  return values
}

describe.each([
  ['census.csv', census, ofCensus],
  ['a mixed file', mixed(1000, 1), ofMixed],
] as const)('risks of synthetic files without links, on halves of %s', (_, data, schema) => {
  it('each metric detects a synthesis that copies records; a coarse synthesis has values near 0', async () => {
    const [copying, usual, coarse] = await Promise.all(Object.values(plans).map((set) => risks(data, schema, set)))
    for (const { use } of metrics) {
      const of = (values: Map<string, number>): number => values.get(use) ?? Number.NaN
      expect(of(copying) / 2, use).toBeGreaterThan(of(usual))
      // Both may be near chance.
      expect(of(coarse), use).toBeLessThanOrEqual(Math.max(of(usual), 10))
      expect(of(copying), use).toBeGreaterThan(40)
      expect(of(coarse), use).toBeLessThan(15)
    }
  })
})
