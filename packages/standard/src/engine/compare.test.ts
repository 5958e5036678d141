import { describe, expect, it } from 'vitest'
import { numericValues, seededRng, type Dataset } from '@sdc/core'
import { candidatesOf, compareCandidates, gridPoints } from '@sdc/engine'
import type { Comparison } from '@sdc/engine'
import { numbers, registry } from './fake-methods.fixture.js'
import { parseComparePlan, parseStep } from '@sdc/engine'
import { replicateRng, runSteps } from '@sdc/engine'

const rng = seededRng('data')
const original: Dataset = numbers({
  a: Array.from({ length: 60 }, () => Math.exp(rng.normal())),
  b: Array.from({ length: 60 }, () => rng.normal()),
})

function compare(plan: object, seed = '1'): Promise<Comparison> {
  return compareCandidates({
    registry,
    original,
    rng: seededRng(seed),
    compare: parseComparePlan({ columns: 'all', replicates: 3, ...plan }),
  })
}

const noise = { use: 'noise/additive', grid: { relativeVariance: [0.1, 0.5] } }

describe('given columns', () => {
  it('that a synthetic file does not have are left out of its measurement, which is said', async () => {
    const plan = { columns: ['a'], given: ['b'], candidates: [{ use: 'fake/synthetic' }, noise] }
    const { rows, warnings } = await compare(plan)
    expect(rows.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    const said = 'fake/synthetic: measured without the given columns that its records have no value for: b'
    expect(warnings).toContain(said)
    expect(warnings.filter((sentence) => sentence.includes('measured without'))).toHaveLength(1)
    const [synthetic, noisy] = rows.map(({ metrics }) => metrics.get('loss/rank-correlation')?.mean)
    expect(synthetic).toBeNull()
    expect(noisy).toBeGreaterThan(0)
  })
})

describe('candidates', () => {
  it('are every combination of the grid, with every list of further steps', () => {
    expect(gridPoints({ a: [1, 2], b: ['x', 'y'] })).toEqual([
      { a: 1, b: 'x' },
      { a: 1, b: 'y' },
      { a: 2, b: 'x' },
      { a: 2, b: 'y' },
    ])
    const families = candidatesOf(registry, parseComparePlan({ candidates: [noise], then: [[], ['reverse-map/rank']] }))
    expect(families.map((family) => family.map(({ label }) => label))).toEqual([
      ['noise/additive relativeVariance = 0.1', 'noise/additive relativeVariance = 0.1 + reverse-map/rank'],
      ['noise/additive relativeVariance = 0.5', 'noise/additive relativeVariance = 0.5 + reverse-map/rank'],
    ])
  })

  it('are taken once, however often and however they are named', () => {
    const twice = [
      { use: 'microaggregation/mdav', grid: { k: [3, 3] } },
      { use: 'microaggregation/mdav', params: { variant: 'generic' } },
    ]
    expect(candidatesOf(registry, parseComparePlan({ candidates: twice }))).toHaveLength(1)
  })

  it('are checked before anything runs', async () => {
    await expect(
      compare({ candidates: [noise, { use: 'noise/additive', grid: { relativeVariance: [-1] } }] }),
    ).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(compare({ candidates: [{ use: 'noise/aditive' }] })).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' })
    await expect(compare({ candidates: [noise], axes: { risk: 'risk/dl' } })).rejects.toMatchObject({
      code: 'UNKNOWN_METRIC',
    })
  })
})

describe('a comparison', () => {
  it('measures what a run with the same seed makes', async () => {
    const { rows } = await compare({ candidates: [noise], then: [['reverse-map/rank']], replicates: 1 })
    const steps = [
      { use: 'noise/additive', columns: 'all', params: { relativeVariance: 0.1 } },
      'reverse-map/rank',
    ].map(parseStep)
    const run = await runSteps({ registry, original, steps, rng: replicateRng(seededRng('1')) })
    const masked = numericValues(run.files[0].data, 'a')
    const x = numericValues(original, 'a')
    const [sse, mean] = [
      x.reduce((total, value, i) => total + (value - masked[i]) ** 2, 0),
      x.reduce((a, b) => a + b) / x.length,
    ]
    const sst = x.reduce((total, value) => total + (value - mean) ** 2, 0)
    const measured = rows[0].metrics.get('loss/sse-ratio')
    const other = numericValues(run.files[0].data, 'b')
    const y = numericValues(original, 'b')
    const meanY = y.reduce((a, b) => a + b) / y.length
    const ratioB =
      y.reduce((total, value, i) => total + (value - other[i]) ** 2, 0) /
      y.reduce((total, value) => total + (value - meanY) ** 2, 0)
    // The definition on two columns of equal weight, in another order of summation.
    expect(measured?.mean).toBeCloseTo(100 * (sse / sst + ratioB) * 0.5, 9)
  })

  it('shows before and after reverse mapping on the same masked file', async () => {
    const { rows } = await compare({ candidates: [noise], then: [[], ['reverse-map/rank']] })
    const level = rows.map((row) => row.metrics.get('permutation/level'))
    expect(level[0]).toEqual(level[1])
    expect(rows[0].metrics.get('loss/il-score')).not.toEqual(rows[1].metrics.get('loss/il-score'))
  })

  it('runs a candidate without random numbers once, others as often as asked, and gives their range', async () => {
    const { rows } = await compare({ candidates: [noise, { use: 'microaggregation/mdav', grid: { k: [3] } }] })
    expect(rows.map(({ replicates }) => replicates)).toEqual([3, 3, 1])
    const { mean, min, max } = rows[0].metrics.get('loss/sse-ratio') ?? { mean: null, min: null, max: null }
    expect([min, mean, max].every((value) => value !== null)).toBe(true)
    expect(Number(min)).toBeLessThan(Number(mean))
    expect(Number(mean)).toBeLessThan(Number(max))
  })

  it('is the same for the same seed, whatever the order of the candidates', async () => {
    const mdav = { use: 'microaggregation/mdav', grid: { k: [3] } }
    const [one, two] = [await compare({ candidates: [noise, mdav] }), await compare({ candidates: [mdav, noise] })]
    for (const row of one.rows) expect(two.rows.find(({ label }) => label === row.label)?.metrics).toEqual(row.metrics)
    expect(two.verdict).toBe(one.verdict)
  })

  it('measures a candidate the same, however its parameters are spelled', async () => {
    const spelled = async (candidate: object): Promise<unknown> =>
      (await compare({ candidates: [candidate], then: [['reverse-map/rank']] })).rows[0].metrics
    const short = await spelled({ use: 'microaggregation/mdav', params: { k: 5 } })
    expect(await spelled({ use: 'microaggregation/mdav', params: { variant: 'generic', k: 5 } })).toEqual(short)
  })

  it('hands the groups and what to do with small ones on to the further steps', async () => {
    const grouped = numbers({ a: [1, 5, 2, 9, 3, 7, 4], g: [1, 1, 1, 1, 1, 1, 2] })
    const plan = {
      columns: ['a'],
      by: ['g'],
      smallGroups: 'keep',
      candidates: [{ use: 'microaggregation/mdav', params: { k: 3 } }],
    }
    const { rows } = await compareCandidates({
      registry,
      original: grouped,
      rng: seededRng('1'),
      compare: parseComparePlan({ ...plan, then: [[], ['reverse-map/rank']] }),
    })
    expect(rows.map(({ error }) => error)).toEqual([undefined, undefined])
  })

  it('reports a candidate that is not possible and goes on; fails where none is possible', async () => {
    const tooMany = { use: 'microaggregation/mdav', grid: { k: [3, 61] } }
    const { rows, verdict } = await compare({ candidates: [tooMany] })
    expect(rows[1].error).toMatchObject({ code: 'TOO_FEW_RECORDS' })
    expect(rows[1].metrics.size).toBe(0)
    expect(verdict).toMatch(/^Of 1 candidates .*choose .*microaggregation\/mdav k = 3/)
    await expect(compare({ candidates: [{ use: 'microaggregation/mdav', grid: { k: [61] } }] })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
    })
  })

  it('carries progress and can be stopped', async () => {
    const seen: number[] = []
    const plan = parseComparePlan({ columns: 'all', candidates: [noise] })
    await compareCandidates({
      registry,
      original,
      rng: seededRng(1),
      compare: plan,
      tick: (fraction) => void seen.push(fraction),
    })
    expect(seen.every((fraction, i) => fraction >= 0 && fraction <= 1 && (i === 0 || fraction >= seen[i - 1]))).toBe(
      true,
    )
    const stop = (): never => {
      throw new Error('stopped')
    }
    await expect(
      compareCandidates({ registry, original, rng: seededRng(1), compare: plan, tick: stop }),
    ).rejects.toThrow('stopped')
  })
})
