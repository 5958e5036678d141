import { describe, expect, it } from 'vitest'
import { prlMetric } from './linkage/probabilistic/prl.js'
import { run, tableColumn } from './testing/run.fixture.js'
import { N, drawn } from './chance.fixture.js'

describe('a masked file drawn independently of the original', () => {
  it.each([1, 5, 13])('is linked by agreements as by chance, %i columns', async (d) => {
    // As above: each number of quasi-identifiers alone; m and u, which use the true pairs, add almost nothing.
    const linked = await run(prlMetric, drawn(d, 1), drawn(d, 2))
    for (const percent of tableColumn(linked, 'keys', 'greatest of the orders'))
      expect(percent).toBeLessThan((100 * 13) / N)
  })
})
