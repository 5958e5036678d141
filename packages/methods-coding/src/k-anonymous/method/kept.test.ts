import { categorical, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kAnonymousRecodeMethod } from '../../k-anonymous-recode.js'
import { labels, run } from '../../testing.fixture.js'

const ages = numeric(Float64Array.from({ length: 60 }, (_, i) => 20 + (i % 30)))
const sex = categorical(Array.from({ length: 60 }, (_, i) => (i < 20 ? 'm' : 'w')))

describe('keep', () => {
  it.each(['iterate', 'none'] as const)('leaves a column unchanged, local: %s', async (local) => {
    const result = await run(kAnonymousRecodeMethod, { ages, sex }, { k: 5, local, keep: ['sex'] })
    const found = labels(result, 'sex')
    const sizes = new Map<string, number>()
    labels(result, 'ages').forEach((age, i) => {
      const key = `${age} ${found[i]}`
      sizes.set(key, (sizes.get(key) ?? 0) + 1)
    })
    expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(5)
    expect(new Set(found)).toEqual(new Set(['m', 'w']))
    if (local === 'none') expect(found).toHaveLength(60)
  })

  it('names the column that makes k impossible, and the combination', async () => {
    const rare = categorical(Array.from({ length: 60 }, (_, i) => (i < 2 ? 'd' : i < 30 ? 'm' : 'w')))
    await expect(run(kAnonymousRecodeMethod, { ages, rare }, { k: 5, keep: ['rare'] })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: 'rare cannot stay unchanged: 1 of 3 values belong to fewer than 5 records, such as "d" (2)',
    })
    await expect(run(kAnonymousRecodeMethod, { ages, sex }, { k: 3, keep: ['sex', 'ages'] })).rejects.toThrow(
      /ages cannot stay unchanged: 30 of 30 values belong to fewer than 3 records/,
    )
    // The limit permits that many suppressed records.
    const kept = await run(kAnonymousRecodeMethod, { ages, rare }, { k: 5, keep: ['rare'], suppressionPercent: 5 })
    expect(new Set(labels(kept, 'rare'))).toEqual(new Set(['m', 'w']))
    await expect(run(kAnonymousRecodeMethod, { ages, sex }, { keep: ['age'] })).rejects.toMatchObject({
      code: 'UNKNOWN_COLUMN',
    })
  })
})
