import { describe, expect, it } from 'vitest'
import { numericValues, seededRng, type Dataset } from '@sdc/core'
import { numbers, registry } from '../testing/fake-methods.js'
import { parseComparePlan, parseStep } from '../plan/plan.js'
import { replicateRng, runSteps } from '../run/run.js'
import { candidatesOf, gridPoints } from './candidates.js'
import { compareCandidates } from './compare.js'
import type { Comparison } from './comparison.js'

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

const noise = { use: 'fake/noise', grid: { share: [0.1, 0.5] } }

describe('given columns', () => {
  it('that a synthetic file does not have are left out of its measurement, which is said', async () => {
    const plan = { columns: ['a'], given: ['b'], candidates: [{ use: 'fake/synthetic' }, noise] }
    const { rows, warnings } = await compare(plan)
    expect(rows.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    const said = 'fake/synthetic: measured without the given columns that its records have no value for: b'
    expect(warnings).toContain(said)
    expect(warnings.filter((sentence) => sentence.includes('measured without'))).toHaveLength(1)
    const [synthetic, noisy] = rows.map(({ metrics }) => metrics.get('fake/together')?.mean)
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
    const families = candidatesOf(registry, parseComparePlan({ candidates: [noise], then: [[], ['fake/reverse']] }))
    expect(families.map((family) => family.map(({ label }) => label))).toEqual([
      ['fake/noise share = 0.1', 'fake/noise share = 0.1 + fake/reverse'],
      ['fake/noise share = 0.5', 'fake/noise share = 0.5 + fake/reverse'],
    ])
  })

  it('are taken once, however often and however they are named', () => {
    const twice = [
      { use: 'fake/groups', grid: { k: [3, 3] } },
      { use: 'fake/groups', params: {} },
    ]
    expect(candidatesOf(registry, parseComparePlan({ candidates: twice }))).toHaveLength(1)
  })

  it('are checked before anything runs', async () => {
    await expect(compare({ candidates: [noise, { use: 'fake/noise', grid: { share: [-1] } }] })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
    })
    await expect(compare({ candidates: [{ use: 'fake/nose' }] })).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' })
    await expect(compare({ candidates: [noise], axes: { risk: 'fake/nea' } })).rejects.toMatchObject({
      code: 'UNKNOWN_METRIC',
    })
  })
})

describe('a comparison', () => {
  it('measures what a run with the same seed makes', async () => {
    const { rows } = await compare({ candidates: [noise], then: [['fake/reverse']], replicates: 1 })
    const steps = [{ use: 'fake/noise', columns: 'all', params: { share: 0.1 } }, 'fake/reverse'].map(parseStep)
    const run = await runSteps({ registry, original, steps, rng: replicateRng(seededRng('1')) })
    const masked = numericValues(run.files[0].data, 'a')
    const x = numericValues(original, 'a')
    const loss = (x: Float64Array, y: Float64Array): number => {
      const mean = x.reduce((sum, value) => sum + value, 0) / x.length
      const moved = x.reduce((sum, value, i) => sum + Math.abs(value - y[i]), 0)
      return (100 * moved) / x.reduce((sum, value) => sum + Math.abs(value - mean), 0)
    }
    const b = loss(numericValues(original, 'b'), numericValues(run.files[0].data, 'b'))
    // The definition on two columns of equal weight, in another order of summation.
    expect(rows[0].metrics.get('fake/distance')?.mean).toBeCloseTo((loss(x, masked) + b) / 2, 9)
  })

  it('shows before and after reverse mapping on the same masked file', async () => {
    const { rows } = await compare({ candidates: [noise], then: [[], ['fake/reverse']] })
    const level = rows.map((row) => row.metrics.get('fake/near'))
    expect(level[0]).toEqual(level[1])
    expect(rows[0].metrics.get('fake/distance')).not.toEqual(rows[1].metrics.get('fake/distance'))
  })

  it('runs a candidate without random numbers once, others as often as asked, and gives their range', async () => {
    const { rows } = await compare({ candidates: [noise, { use: 'fake/groups', grid: { k: [3] } }] })
    expect(rows.map(({ replicates }) => replicates)).toEqual([3, 3, 1])
    const { mean, min, max } = rows[0].metrics.get('fake/distance') ?? { mean: null, min: null, max: null }
    expect([min, mean, max].every((value) => value !== null)).toBe(true)
    expect(Number(min)).toBeLessThan(Number(mean))
    expect(Number(mean)).toBeLessThan(Number(max))
  })

  it('is the same for the same seed, whatever the order of the candidates', async () => {
    const mdav = { use: 'fake/groups', grid: { k: [3] } }
    const [one, two] = [await compare({ candidates: [noise, mdav] }), await compare({ candidates: [mdav, noise] })]
    for (const row of one.rows) expect(two.rows.find(({ label }) => label === row.label)?.metrics).toEqual(row.metrics)
    expect(two.verdict).toBe(one.verdict)
  })

  it('measures a candidate the same, however its parameters are spelled', async () => {
    const spelled = async (candidate: object): Promise<unknown> =>
      (await compare({ candidates: [candidate], then: [['fake/reverse']] })).rows[0].metrics
    const short = await spelled({ use: 'fake/noise', params: { share: 0.5 } })
    expect(await spelled({ use: 'fake/noise', params: { exact: false, share: 0.5 } })).toEqual(short)
  })

  it('hands the groups and what to do with small ones on to the further steps', async () => {
    const grouped = numbers({ a: [1, 5, 2, 9, 3, 7, 4], g: [1, 1, 1, 1, 1, 1, 2] })
    const plan = {
      columns: ['a'],
      by: ['g'],
      smallGroups: 'keep',
      candidates: [{ use: 'fake/groups', params: { k: 3 } }],
    }
    const { rows } = await compareCandidates({
      registry,
      original: grouped,
      rng: seededRng('1'),
      compare: parseComparePlan({ ...plan, then: [[], ['fake/reverse']] }),
    })
    expect(rows.map(({ error }) => error)).toEqual([undefined, undefined])
  })

  it('reports a candidate that is not possible and goes on; fails where none is possible', async () => {
    const tooMany = { use: 'fake/groups', grid: { k: [3, 61] } }
    const { rows, verdict } = await compare({ candidates: [tooMany] })
    expect(rows[1].error).toMatchObject({ code: 'TOO_FEW_RECORDS' })
    expect(rows[1].metrics.size).toBe(0)
    expect(verdict).toMatch(/^Of 1 candidates .*choose .*fake\/groups k = 3/)
    await expect(compare({ candidates: [{ use: 'fake/groups', grid: { k: [61] } }] })).rejects.toMatchObject({
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
