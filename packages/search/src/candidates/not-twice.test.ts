import { describe, expect, it } from 'vitest'
import { dataset, numeric } from '@sdc/core'
import { candidatesOf, parseComparePlan, runSteps, rootRng } from '@sdc/engine'
import { registry } from '../../../inspect/src/in-memory.fixture.js'

const values = Array.from({ length: 40 }, (_, i) => (i * 7919) % 101)
const file = dataset([
  ['x', numeric(values)],
  ['y', numeric(values.map((value, i) => value + ((i * 31) % 17)))],
])
const columns = ['x', 'y']
const both = [[], ['reverse-map/rank']]

/** Labels of the candidates of a method. */
function labels(use: string, then: readonly (readonly string[])[], more: object = {}): string[] {
  const plan = parseComparePlan({ candidates: [{ use }], then, columns, ...more })
  return candidatesOf(registry, plan).map(({ label }) => label)
}

describe('candidates that reverse mapping cannot change', () => {
  it('are unchanged by reverse mapping', async () => {
    const run = async (steps: readonly string[]): Promise<readonly number[]> => {
      const plans = steps.map((use) => ({ use, by: [], params: {}, smallGroups: 'error' as const, columns }))
      const { files } = await runSteps({ registry, original: file, steps: plans, rng: rootRng('1') })
      const x = files[0].data.column('x')
      return x.kind === 'numeric' ? [...x.values] : []
    }
    for (const use of ['swapping/rank-swap', 'copula/data-shuffling'])
      expect(await run([use, 'reverse-map/rank'])).toEqual(await run([use]))
  })

  it('are run once, also if a plan names both, and their further steps are kept', () => {
    expect(labels('swapping/rank-swap', both)).toEqual(['swapping/rank-swap'])
    expect(labels('noise/additive', both)).toHaveLength(2)
    const improved = [...both, ['reverse-map/rank', 'optimize/permute']]
    expect(labels('swapping/rank-swap', improved)).toHaveLength(2)
    expect(labels('swapping/rank-swap', [['reverse-map/rank']])).toHaveLength(1)
    // Small groups may be pooled for one and not for the other.
    expect(labels('swapping/rank-swap', both, { columns: ['x'], by: ['y'] })).toHaveLength(2)
  })
})
