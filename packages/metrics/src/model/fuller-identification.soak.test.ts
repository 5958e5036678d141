import { describe, expect, it } from 'vitest'
import { sufficientNoise } from '../testing/exact-noise.fixture.js'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { fullerIdentificationMetric } from './fuller-identification.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

const fuller = fullerIdentificationMetric
const masked = (x: ReadonlyMap<string, Float64Array>, d: number, seed: number): Map<string, Float64Array> => {
  const columns = sufficientNoise([...x.values()], d, seed)
  return new Map([...x.keys()].map((name, j) => [name, columns[j]]))
}

describe('risk/fuller-identification', () => {
  it('takes less than 8 s for 20,000 records of 3 columns', async () => {
    const x = normals(20_000, 3, 1)
    const start = cpuSeconds()
    const measured = await run(fuller, x, masked(x, 0.9, 2))
    // 1 s on one core.
    expect(cpuSeconds() - start).toBeLessThan(8)
    expect(tableColumn(measured, 'identified', 'value')[4]).toBeGreaterThan(2000)
  })
})
