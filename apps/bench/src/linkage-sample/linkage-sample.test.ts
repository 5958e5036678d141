import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../surroundings.js'
import { linkageSample, sampleProblems } from './linkage-sample.js'

describe('linkage-sample', () => {
  it('links all records and samples of them', async () => {
    const told: string[] = []
    const options = { rows: 600, columns: 2, noise: 0.1, samples: 20, drawn: 200 }
    const run = await linkageSample(standardRegistry(), options, (text) => told.push(text))
    expect(run.exact).toBeGreaterThan(1)
    expect(run.exact).toBeLessThan(99)
    expect(run.other).toEqual([])
    expect(told).toHaveLength(run.seconds.size)
    expect(new Set(run.samples.map(({ value }) => value)).size).toBeGreaterThan(10)
    const drawn = run.samples.map((one) => one.drawn)
    // Binomial: five standard deviations of 200.
    expect(Math.max(...drawn.map((count) => Math.abs(count - 200)))).toBeLessThan(5 * Math.sqrt(200 * (2 / 3)))
    // So few records have a larger error than half a point.
    expect(sampleProblems(run)).toEqual(['a standard error is above half a percentage point'])
  })

  it('says what is not as it should be', () => {
    const sample = { value: 10, standardError: 0.4, drawn: 100 }
    const samples = Array.from({ length: 50 }, () => sample)
    const run = { exact: 10, samples, other: [], seconds: new Map() }
    expect(sampleProblems(run)).toEqual([])
    const far = samples.map((one, k) => (k < 3 ? { ...one, value: 12 } : one))
    expect(sampleProblems({ ...run, samples: far.slice(1) })).toEqual([
      '2 of 49 samples are beyond 2.6 standard errors',
    ])
    expect(sampleProblems({ ...run, samples: far })).toEqual(['3 of 50 samples are beyond 2.6 standard errors'])
    expect(sampleProblems({ ...run, samples: far.slice(2).concat(sample, sample) })).toEqual([])
    expect(sampleProblems({ ...run, other: [4] })).toEqual([
      'search trees of 4 blocks find something else than those of 16',
    ])
  })
})
