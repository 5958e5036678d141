import { describe, expect, it } from 'vitest'
import { normals, run } from '../../testing/run.fixture.js'
import { dldMetric } from './dld.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

describe('risk/dld', () => {
  it('takes less than 10 s for 10,000 records and 7 keys, many of them tied', async () => {
    const halves = (seed: number): Map<string, Float64Array> =>
      new Map([...normals(10_000, 7, seed)].map(([name, values]) => [name, values.map((v) => Math.round(2 * v))]))
    const start = cpuSeconds()
    await run(dldMetric, halves(1), halves(2))
    await run(dldMetric, normals(10_000, 7, 1), normals(10_000, 7, 2))
    // Below 2 s on one core for both.
    expect(cpuSeconds() - start).toBeLessThan(10)
  })
})
