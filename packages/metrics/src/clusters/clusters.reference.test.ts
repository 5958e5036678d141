import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { plainMdav } from '../testing/mdav.fixture.js'
import { run, tableColumn } from '../testing/run.fixture.js'
import { clustersMetric } from './clusters.js'

describe('loss/clusters', () => {
  // Recomputed table of Torra 2013: mean and sd over 8 pairs of independent runs.
  it.each([
    [3, [0.925, 0.018], [0.418, 0.112], [0.541, 0.11], [0.471, 0.07]],
    [5, [0.927, 0.011], [0.421, 0.071], [0.549, 0.075], [0.47, 0.046]],
    [9, [0.919, 0.01], [0.368, 0.054], [0.491, 0.064], [0.509, 0.037]],
  ])('census.csv by MDAV of three columns at a time, k = %i', async (k, rand, jaccard, adjusted, mantaras) => {
    const census = censusColumns()
    const original = [...census.values()]
    const parts = [0, 3, 6].map((from) => original.slice(from, from + 3)).concat([original.slice(9)])
    const masked = parts.flatMap((part) => plainMdav(part, k))
    const y = new Map([...census.keys()].map((name, j) => [name, masked[j]]))
    const measured = await run(clustersMetric, census, y, { params: { starts: 'independent' } })
    const means = tableColumn(measured, 'indices', 'mean')
    for (const [at, [expected, sd]] of [
      [0, rand],
      [1, jaccard],
      [2, adjusted],
      [6, mantaras],
    ] as const)
      expect(Math.abs(means[at] - expected)).toBeLessThan(3 * sd)
    expect(tableColumn(measured, 'replicates', 'converged')).toEqual(new Array(8).fill(1))
  })
})
