import { categorical, createRegistry, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { marginFindings, parseStep, replicateRng, runSteps, type RunResult } from '@sdc/engine'
import standard from './index.js'

const registry = createRegistry().use(standard).freeze()

function people(n: number, size: number): Dataset {
  const rng = seededRng('margin')
  const values = (): number[] => Array.from({ length: n }, () => rng.int(1000))
  return dataset([
    ['group', categorical(Array.from({ length: n }, (_, i) => `g${String(Math.floor(i / size)).padStart(3, '0')}`))],
    ['sex', categorical(Array.from({ length: n }, (_, i) => ['a', 'b', 'c'][i % 3]))],
    ['s', numeric(values())],
    ['x', numeric(values())],
    ['y', numeric(values())],
  ])
}

async function run(size: number, ...steps: readonly object[]): Promise<RunResult> {
  return runSteps({
    registry,
    original: people(120, size),
    steps: steps.map((step) => parseStep(step)),
    rng: replicateRng(seededRng(1)),
  })
}

const of = (step: object): object => ({ columns: ['x', 'y'], by: ['group'], ...step })

describe('the margin of records beyond exact moments', () => {
  it('follows from the claims of our methods for the given parameters', async () => {
    const found = async (use: string, params: object = {}): Promise<number> =>
      marginFindings((await run(12, of({ use, params }))).exact).length
    expect(await found('linear/romm')).toBe(10)
    expect(await found('noise/correlated', { exact: true })).toBe(10)
    expect(await found('noise/tendick-matloff', { exact: true })).toBe(10)
    // It claims means, and its variances are a known multiple: see the attack.
    expect(await found('noise/additive', { exact: true })).toBe(10)
    expect(await found('noise/additive')).toBe(0)
    expect(await found('swapping/rank-swap', { percent: 30 })).toBe(0)
    expect(await found('microaggregation/mdav', { k: 3 })).toBe(0)
    // Each of two people computes the other's value from the mean.
    const pairs = marginFindings((await run(2, of({ use: 'microaggregation/mdav', params: { k: 2 } }))).exact)
    expect(pairs).toHaveLength(60)
    expect(pairs[0]).toMatchObject({
      records: 2,
      least: 3,
      message: expect.stringMatching(/keeps means of x, y exactly/),
    })
  })
})
