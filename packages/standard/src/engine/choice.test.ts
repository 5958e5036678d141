import { describe, expect, it } from 'vitest'
import { dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { compareCandidates, parseComparePlan, type Comparison, type CompareInput } from '@sdc/engine'
import { censusColumns } from '@sdc/testing/public-files'
import { numbers, registry } from './fake-methods.fixture.js'

const rng = seededRng('data')
const small = numbers({
  a: Array.from({ length: 60 }, () => Math.exp(rng.normal())),
  b: Array.from({ length: 60 }, () => rng.normal()),
})

function compare(plan: object, more: Partial<CompareInput> = {}): Promise<Comparison> {
  const compared = parseComparePlan({ columns: 'all', replicates: 3, ...plan })
  return compareCandidates({ registry, original: small, rng: seededRng('1'), compare: compared, ...more })
}

const noise = { use: 'noise/additive', grid: { relativeVariance: [0.5, 1] } }

describe('a comparison with limits', () => {
  it('measures what they are on, and chooses by the worst run where the mean would be within', async () => {
    const free = await compare({ candidates: [noise] })
    expect(free.rows[0].metrics.has('permutation/noise-share')).toBe(false)
    const [strong] = [free.rows[1].metrics.get('risk/dld')]
    if (!strong || strong.mean === null || strong.max === null) throw new Error('it is measured')
    const limit = (strong.mean + strong.max) / 2
    expect(strong.mean).toBeLessThan(limit)
    const held = await compare(
      { candidates: [noise] },
      { limits: { 'risk/dld': limit, 'permutation/noise-share': 1e6 } },
    )
    expect(held.rows[1].beyond).toMatchObject([{ value: strong.max }])
    expect(held.rows[1].chosen).toBe(false)
    expect(held.rows[0].metrics.get('permutation/noise-share')?.mean).toBeGreaterThan(0)
  })

  it('refuses a limit on what these columns have no value of, before anything runs', async () => {
    const refused = compare({ candidates: [noise] }, { limits: { 'risk/k-anonymity': 5 } })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await expect(refused).rejects.toThrow(/risk\/k-anonymity has a limit and cannot be measured here/)
    const twice = compare({ candidates: [noise], maxRisk: 5 }, { limits: { 'risk/dr-combine': 4 } })
    await expect(twice).rejects.toThrow(/two limits/)
  })
})

describe('a confidential column', () => {
  it('that is not named is left unmasked by all, so that none is chosen', async () => {
    const schema = { columns: { a: { role: 'confidential' }, b: { role: 'confidential' } } } as const
    const { rows, verdict } = await compare({ candidates: [noise], columns: ['b'] }, { schema })
    expect(rows.map(({ unmasked, chosen }) => [unmasked, chosen])).toEqual([
      [['a'], false],
      [['a'], false],
    ])
    expect(verdict).toContain('No candidate can be chosen: each leaves a column as it is')
    expect(verdict).toContain('2 left a unmasked')
  })
})

describe('the usual choice', () => {
  const columns = ['AGI', 'FEDTAX', 'PTOTVAL', 'STATETAX']
  const census = (): Dataset => {
    const values = censusColumns()
    return dataset(columns.map((name) => [name, numeric(values.get(name) ?? [])] as const))
  }
  const candidates = [
    { use: 'swapping/rank-swap', params: { percent: 11 } },
    { use: 'linear/sblm', params: { similarity: 0.2 } },
  ]

  it('is not what only a costly metric sees through, and names what was passed over and why', async () => {
    const { rows, verdict, levels } = await compare({ candidates, replicates: 2 }, { original: census() })
    const [swapped, modelled] = rows
    const score = (of: typeof swapped): number =>
      (of.metrics.get('risk/dr-combine')?.mean ?? 0) + (of.metrics.get('loss/il-score')?.mean ?? 0)
    expect(score(swapped)).toBeLessThan(score(modelled))
    expect(modelled.chosen).toBe(true)
    expect(swapped.high).toContain('risk/value-disclosure')
    expect(verdict).toContain('swapping/rank-swap percent = 11 has the least score')
    // Every risk metric that measures numbers was measured of the choice, but those that are to be named.
    const risks = registry
      .all('metrics')
      .filter(({ kind, parts, of, needs }) => kind === 'risk' && !parts && !needs && of === 'masked columns')
      .filter(({ costly }) => costly !== 'named')
    expect(risks.length).toBeGreaterThan(8)
    for (const { id } of risks) {
      expect(levels.map(({ metric }) => metric.id)).toContain(id)
      expect(modelled.metrics.get(id)?.mean, id).not.toBeUndefined()
    }
  })

  it('holds its values against those of independent data', async () => {
    const { levels, verdict } = await compare({ candidates, replicates: 3 }, { original: census() })
    const of = (id: string): number => levels.find(({ metric }) => metric.id === id)?.independent ?? Number.NaN
    // One of 1,080 is found by chance; three files of 1,080 records find 3 ± 1.7 in all.
    expect(of('risk/dbrl')).toBeGreaterThanOrEqual(0)
    expect(of('risk/dbrl')).toBeLessThan(0.4)
    // The windows of ID hold 10.6 % of the ranks; 13,000 cells have a standard error of a quarter.
    expect(of('risk/interval-disclosure')).toBeGreaterThan(9.5)
    expect(of('risk/interval-disclosure')).toBeLessThan(12)
    expect(of('risk/dr-combine')).toBeCloseTo((of('risk/dld') + of('risk/interval-disclosure')) / 2, 9)
    expect(verdict).toMatch(/Independent data have risk\/dr-combine 5\.\d+ %/)
    // High is a part of the way from there to the worse end.
    const dbrl = levels.find(({ metric }) => metric.id === 'risk/dbrl')
    expect(dbrl?.high).toBeCloseTo(of('risk/dbrl') + 0.1 * (100 - of('risk/dbrl')), 9)
  })
})
