import { dbrlMetric, dldMetric, ilScoreMetric } from '@sdc/metrics'
import { individualRankingMethod, mdavMethod } from '@sdc/methods-microaggregation'
import { additiveMethod } from '@sdc/methods-noise'
import { rankMethod } from '@sdc/reverse-map'
import { createRegistry, seededRng } from '@sdc/core'
import { compare, compareCandidates, fromRows, mask, parseComparePlan, toRows, type Row } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import standard from '../index.js'

const data = fromRows(
  Array.from({ length: 60 }, (_, i) => ({ income: 1000 + ((i * 37) % 60) * 25, tax: 100 + ((i * 53) % 60) * 7 })),
)
const settings = { columns: ['income', 'tax'], metrics: [dbrlMetric, ilScoreMetric, dldMetric], replicates: 2, seed: 3 }

describe('compare', () => {
  it('is the comparison of a plan', async () => {
    const compared = await compare(
      data,
      [[mdavMethod, { k: [3, 10] }], [additiveMethod, { relativeVariance: [0.1, 0.5] }], individualRankingMethod],
      { ...settings, then: [[], [rankMethod]], limits: { 'risk/dld': 60 } },
    )
    const registry = createRegistry().use([]).freeze()
    const plan = parseComparePlan({
      columns: ['income', 'tax'],
      candidates: [
        { use: 'microaggregation/mdav', grid: { k: [3, 10] } },
        { use: 'noise/additive', grid: { relativeVariance: [0.1, 0.5] } },
        { use: 'microaggregation/individual-ranking' },
      ],
      then: [[], ['reverse-map/rank']],
      axes: { risk: 'risk/dbrl', loss: 'loss/il-score' },
      replicates: 2,
    })
    const atHand = {
      ...registry,
      ...createRegistry().use(standard).freeze(),
      // The metrics at hand are those of the call: a choice is held against no other.
      all: ((sort) => (sort === 'metrics' ? settings.metrics : [])) as typeof registry.all,
      defaults: {},
    }
    const own = await compareCandidates({
      registry: atHand,
      original: data,
      compare: plan,
      metrics: settings.metrics.map(({ id }) => ({ use: id, params: {} })),
      limits: { 'risk/dld': 60 },
      rng: seededRng(3),
    })
    const shown = ({ label, metrics, chosen, pareto }: Row): unknown => [label, [...metrics], chosen, pareto]
    expect(compared.rows.map(shown)).toEqual(own.rows.map(shown))
    expect(compared.rows).toHaveLength(10)
    expect(compared.verdict).toBe(own.verdict)
    expect(compared.choice).toBe(compared.rows.find(({ chosen }) => chosen))
    expect(compared.axes).toMatchObject({ risk: dbrlMetric, loss: ilScoreMetric })
  })

  it('masks by a row, as mask does', async () => {
    const compared = await compare(data, [[additiveMethod, { relativeVariance: [0.3] }]], settings)
    const [row] = compared.rows
    if (row === undefined) throw new Error('there is no row')
    const again = await compared.mask(row, { seed: 3 })
    const own = await mask(data, additiveMethod, { relativeVariance: 0.3 }, { columns: ['income', 'tax'], seed: 3 })
    expect(toRows(again.data)).toEqual(toRows(own.data))
  })

  it('takes ids and the usual metrics from a registry', async () => {
    const compared = await compare(data, [['microaggregation/mdav', { k: [3] }]], {
      columns: 'all',
      registry: standard,
      seed: 1,
    })
    expect(compared.axes).toMatchObject({ risk: { id: 'risk/dr-combine' }, loss: { id: 'loss/il-score' } })
  })

  it('says that an axis needs a metric, and what a grid has wrong', async () => {
    const none = compare(data, [mdavMethod], { columns: 'all', metrics: [dldMetric] })
    await expect(none).rejects.toMatchObject({ code: 'BAD_PLAN', message: expect.stringContaining('loss') as string })
    const wrong = compare(data, [[mdavMethod, { k: [3, 0] }]], settings)
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('has types: grids of the parameters of each method', () => {
    const neverRun = async (): Promise<void> => {
      // @ts-expect-error a grid is a list
      await compare(data, [[mdavMethod, { k: 3 }]], settings)
      // @ts-expect-error a parameter of another method
      await compare(data, [mdavMethod, [additiveMethod, { k: [3] }]], settings)
      // @ts-expect-error an id that is none
      await compare(data, ['microaggregation/mdaw'], { registry: standard })
      // @ts-expect-error a metric that is none
      await compare(data, ['microaggregation/mdav'], { registry: standard, metrics: ['risk/dlb'] })
    }
    expect(neverRun).toBeTypeOf('function')
  })
})
