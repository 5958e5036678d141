import { defineMetric, measureInput, resolveParams, seededRng, type Measurement, type Metric } from '@sdc/core'
import { paper003RankSwappingTable } from '@sdc/datasets'
import { measureWithParts } from '@sdc/toolkit/internal'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { intervalDisclosureMetric } from '../intervals/interval-disclosure.js'
import { dldMetric } from '../linkage/distance/dld.js'
import { rsRlMetric } from '../linkage/rank-swap/rs-rl.js'
import { ilScoreMetric } from '../moments/il-score.js'
import { file, normals, run, tableColumn } from '../testing/run.fixture.js'
import { combinations, type Combination, type RiskPart } from './combinations.js'
import { weightedSum } from './combined-parts.js'
import { drCombineMetric } from './dr-combine.js'
import { scoreWeights, sebeMetric } from './sebe.js'

/** Replaces probabilistic linkage: a value that no other part has. */
const prlStub: Metric = defineMetric({
  id: 'risk/prl',
  title: 'A stand-in',
  summary: 'Always the same.',
  formula: '12.5',
  source: [{ where: 'this test' }],
  kind: 'risk',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: null,
  params: z.object({
    truth: z.enum(['identity', 'nearest']).default('identity'),
    blocks: z.array(z.string()).default([]),
  }),
  plan: () => ({
    form: 'file',
    measure: ({ params }) => ({ value: (params as { truth: string }).truth === 'nearest' ? 37.5 : 12.5, used: 1 }),
  }),
}) as Metric

const parts: readonly Metric[] = [dldMetric, intervalDisclosureMetric, ilScoreMetric, rsRlMetric, prlStub] as Metric[]

const x = normals(120, 9, 1)
const noise = normals(120, 9, 2)
const y = new Map([...x].map(([name, values]) => [name, values.map((v, i) => v + 0.3 * (noise.get(name)?.[i] ?? 0))]))

function measured<P>(metric: Metric<P>, given: Readonly<Record<string, unknown>>): Promise<Measurement> {
  const params = resolveParams(metric.params, given, { metric: metric.id })
  return measureWithParts(metric, measureInput(file(x), file(y), { params, rng: seededRng(1) }), parts)
}

async function valueOf(metric: Metric, params: Readonly<Record<string, unknown>>): Promise<number> {
  return (await run(metric, x, y, { params })).value ?? Number.NaN
}

const names = Object.keys(combinations) as Combination[]

describe('a combination', () => {
  it.each(names)('%s is the weighted sum of its parts', async (combination) => {
    for (const truth of ['identity', 'nearest']) {
      const values: Readonly<Record<RiskPart, number>> = {
        DLD: await valueOf(dldMetric as Metric, { truth, ties: 'first', keys: 'random', subsets: 2 }),
        PLD: truth === 'nearest' ? 37.5 : 12.5,
        RSLD: await valueOf(rsRlMetric as Metric, {
          truth,
          ties: 'first',
          positions: 30,
          direction: truth === 'nearest' ? 'masked-to-original' : 'original-to-masked',
        }),
        ID: await valueOf(intervalDisclosureMetric as Metric, { truth, mode: 'sd' }),
      }
      const given = { combination, truth, ties: 'first', keys: 'random', subsets: 2, positions: 30, mode: 'sd' }
      const risk = await measured(drCombineMetric, given)
      const weights = Object.entries<number>(combinations[combination])
      const expected = weights.reduce((sum, [name, weight]) => sum + weight * values[name as RiskPart], 0)
      expect(risk.value).toBeCloseTo(expected, 10)
      expect(tableColumn(risk, 'components', 'weight')).toEqual(weights.map(([, weight]) => weight))
      const score = await measured(sebeMetric, given)
      const il = await valueOf(ilScoreMetric as Metric, { truth })
      expect(score.value).toBeCloseTo((il + expected) / 2, 10)
      expect(risk.warnings).toBeUndefined()
    }
  })

  it('has weights that sum to one, except for the printed ones', () => {
    for (const name of names) {
      const sum = Object.values<number>(combinations[name]).reduce((a, b) => a + b, 0)
      expect(sum).toBeCloseTo(name === 'rs-as-printed' ? 0.9998 : 1, 12)
      expect(Object.values(scoreWeights(name)).reduce((a, b) => a + b, 0)).toBeCloseTo((1 + sum) / 2, 12)
    }
  })

  it('is 100 for an unmasked file, and needs no part that it does not use', async () => {
    const input = measureInput(file(x), file(x), {
      params: resolveParams(drCombineMetric.params, { combination: 'rs' }, { metric: '' }),
    })
    expect((await measureWithParts(drCombineMetric, input, [rsRlMetric, intervalDisclosureMetric])).value).toBe(100)
    const missing = resolveParams(drCombineMetric.params, { combination: 'rs-full' }, { metric: '' })
    const without = measureWithParts(drCombineMetric, { ...input, params: missing }, [
      rsRlMetric,
      dldMetric,
    ] as Metric[])
    await expect(without).rejects.toThrow(/risk\/prl/)
  })
})

describe('the printed scores', () => {
  const score = (combination: Combination, row: (typeof paper003RankSwappingTable)[number]): number => {
    const weights = scoreWeights(combination)
    const values = Object.keys(weights).map((name) => row[name as RiskPart | 'IL'])
    return weightedSum(values, Object.values(weights))
  }

  it('rs-full: 19 of the 20 of Torra 2013, to the last digit', () => {
    const wrong = paper003RankSwappingTable.filter((row) => Math.abs(score('rs-full', row) - row.Score) > 0.0101)
    expect(wrong).toMatchObject([{ file: 'Census', percent: 16, Score: 27.97 }])
    expect(score('rs-full', wrong[0])).toBeCloseTo(27.92, 2)
  })

  it('rs-as-printed: none of them', () => {
    const wrong = paper003RankSwappingTable.filter((row) => Math.abs(score('rs-as-printed', row) - row.Score) > 0.0101)
    expect(wrong).toHaveLength(20)
    expect(score('rs-as-printed', paper003RankSwappingTable[0])).toBeCloseTo(43.98, 2)
    expect(score('rs-as-printed', paper003RankSwappingTable[9])).toBeCloseTo(28.75, 2)
  })

  it('examples II and VI of Torra 2013', () => {
    const risk = (combination: Combination, values: Partial<Record<RiskPart, number>>): number =>
      Object.entries<number>(combinations[combination]).reduce(
        (sum, [name, weight]) => sum + weight * (values[name as RiskPart] ?? Number.NaN),
        0,
      )
    expect(risk('dld-pld-id', { DLD: 17.5, PLD: 0, ID: 44.81 })).toBeCloseTo(26.78, 2)
    expect((39.22 + risk('dld-pld-id', { DLD: 17.5, PLD: 0, ID: 44.81 })) / 2).toBeCloseTo(33, 2)
    expect(risk('rs', { RSLD: 42.5, ID: 44.81 })).toBeCloseTo(43.655, 10)
    expect((39.22 + risk('rs', { RSLD: 42.5, ID: 44.81 })) / 2).toBeCloseTo(41.44, 2)
  })
})
