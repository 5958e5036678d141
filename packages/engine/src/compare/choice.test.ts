import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { numbers, registry } from '../testing/fake-methods.js'
import { parseComparePlan } from '../plan/plan.js'
import { compareCandidates, type CompareInput } from './compare.js'
import type { Comparison } from './comparison.js'

const rng = seededRng('data')
const small = numbers({
  a: Array.from({ length: 60 }, () => Math.exp(rng.normal())),
  b: Array.from({ length: 60 }, () => rng.normal()),
})

function compare(plan: object, more: Partial<CompareInput> = {}): Promise<Comparison> {
  const compared = parseComparePlan({ columns: 'all', replicates: 3, ...plan })
  return compareCandidates({ registry, original: small, rng: seededRng('1'), compare: compared, ...more })
}

const noise = { use: 'fake/noise', grid: { share: [0.2, 0.4] } }

describe('a comparison with limits', () => {
  it('measures what they are on, and chooses by the worst run where the mean would be within', async () => {
    const free = await compare({ candidates: [noise] })
    expect(free.rows[0].metrics.has('fake/worse')).toBe(false)
    const [strong] = [free.rows[1].metrics.get('fake/near')]
    if (!strong || strong.mean === null || strong.max === null) throw new Error('it is measured')
    const limit = (strong.mean + strong.max) / 2
    expect(strong.mean).toBeLessThan(limit)
    const held = await compare({ candidates: [noise] }, { limits: { 'fake/near': limit, 'fake/worse': 1e6 } })
    expect(held.rows[1].beyond).toMatchObject([{ value: strong.max }])
    expect(held.rows[1].chosen).toBe(false)
    expect(held.rows[0].metrics.get('fake/worse')?.mean).toBeGreaterThan(0)
  })

  it('refuses a limit on what these columns have no value of, before anything runs', async () => {
    const refused = compare({ candidates: [noise] }, { limits: { 'fake/uniques': 5 } })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await expect(refused).rejects.toThrow(/fake\/uniques has a limit and cannot be measured here/)
    const twice = compare({ candidates: [noise], maxRisk: 5 }, { limits: { 'fake/near': 4 } })
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
  // Noise of five ranges leaves nothing of the values; the mirror keeps their distances.
  const candidates = [{ use: 'fake/mirror' }, { use: 'fake/noise', params: { share: 5 } }]

  it('is not what only a costly metric sees through, and names what was passed over and why', async () => {
    const { rows, verdict, levels } = await compare({ candidates, replicates: 2 })
    const [turned, noisy] = rows
    const score = (of: typeof turned): number =>
      (of.metrics.get('fake/near')?.mean ?? 0) + (of.metrics.get('fake/distance')?.mean ?? 0)
    expect(score(turned)).toBeLessThan(score(noisy))
    expect(noisy.chosen).toBe(true)
    expect(turned.high).toContain('fake/mirrored')
    expect(turned.metrics.get('fake/mirrored')?.mean).toBe(100)
    expect(verdict).toContain('fake/mirror has the least score')
    expect(verdict).toContain('but fake/mirrored 100 %: an adversary with a mirror finds 100 % of the values')
    // Every risk metric that measures numbers was measured of the choice.
    expect(levels.map(({ metric }) => metric.id).sort()).toEqual(['fake/mirrored', 'fake/near'])
    expect(noisy.metrics.get('fake/mirrored')?.mean).toBe(0)
  })

  it('holds its values against those of independent data', async () => {
    const { levels, verdict } = await compare({ candidates, replicates: 3 })
    const near = levels.find(({ metric }) => metric.id === 'fake/near')
    const independent = near?.independent ?? Number.NaN
    // Two independent ranks of 60 differ by 6 or less with probability (60 + 2·(59 + … + 54))/3600, 20.5 %.
    expect(independent).toBeGreaterThan(15)
    expect(independent).toBeLessThan(26)
    expect(verdict).toMatch(/Independent data have fake\/near (1[5-9]|2[0-5])(\.\d+)? %/)
    // High is a part of the way from there to the worse end.
    expect(near?.high).toBeCloseTo(independent + 0.5 * (100 - independent), 9)
    const mirrored = levels.find(({ metric }) => metric.id === 'fake/mirrored')
    expect(mirrored?.high).toBeCloseTo(Number(mirrored?.independent) + 0.1 * (100 - Number(mirrored?.independent)), 9)
  })
})
