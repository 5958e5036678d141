import { describe, expect, it } from 'vitest'
import { normals, run } from '../../testing/run.fixture.js'
import { rsRlMetric } from './rs-rl.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

describe('risk/rs-rl', () => {
  it('takes less than 12 s for 10,000 records and 7 keys, with a narrow window and with the widest', async () => {
    const many = normals(10_000, 7, 1)
    const start = cpuSeconds()
    await run(rsRlMetric, many, normals(10_000, 7, 2), { params: { percent: 5 } })
    await run(rsRlMetric, many, normals(10_000, 7, 2))
    // .5 s and 2 s on one core. Comparing every pair takes 14 s and more.
    expect(cpuSeconds() - start).toBeLessThan(12)
  })
  it('counts equal candidates without visiting each: 30,000 records, nine of ten values 0', async () => {
    // Six of ten records are 0 everywhere: listing them for each other takes minutes.
    const files = normals(30_000, 5, 1)
    const [chance] = normals(30_000, 1, 2).values()
    for (const values of files.values())
      values.forEach((_, i) => (chance[(i * 7) % 30_000] < 1.28 ? (values[i] = 0) : 0))
    const { used, records } = await run(rsRlMetric, files, files, { params: { positions: 100 } })
    expect(used).toBe(30_000)
    const zeros = chance.filter((value) => value < 1.28).length
    expect(Math.min(...(records ?? []))).toBeCloseTo(1 / zeros, 12)
  })
})
