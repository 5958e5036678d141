import { describe, expect, it } from 'vitest'
import { normals, run } from '../../testing/run.fixture.js'
import { dldMetric } from './dld.js'

describe('risk/dld by sets of keys', () => {
  it('attacks fewer records with each of many sets, and states the error', async () => {
    const many = normals(25_000, 5, 1)
    const measured = await run(dldMetric, many, normals(25_000, 5, 2), { params: { keys: 'random' } })
    // 5 + 10 + 10 + 5 + 1 sets: 700,000 searches in all.
    expect(measured.sample).toMatchObject({ of: 25_000, drawn: 22_580 })
    expect(measured.used).toBe(22_580)
    const links = measured.records?.filter((share) => share === share) ?? new Float64Array(0)
    expect(links).toHaveLength(22_580)
    expect(measured.sample?.standardError).toBeGreaterThan(0)
    expect((await run(dldMetric, many, many)).sample).toBeUndefined()
  })
})
