import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { prlMetric } from './linkage/probabilistic/prl.js'
import { run, tableColumn } from './testing/run.fixture.js'

const N = 1080

/** Skewed, correlated columns: exp of normals with correlation 0.5, drawn anew for every seed. */
function drawn(d: number, seed: number): Map<string, Float64Array> {
  const root = seededRng(seed)
  const common = Float64Array.from({ length: N }, () => root.normal())
  return new Map(
    Array.from({ length: d }, (_, j): [string, Float64Array] => {
      const own = root.child(`${j}`)
      return [`v${j + 1}`, common.map((shared) => Math.exp(Math.SQRT1_2 * (shared + own.normal())))]
    }),
  )
}

describe('a masked file drawn independently of the original', () => {
  it.each([1, 5, 13])('is linked by agreements as by chance, %i columns', async (d) => {
    // As above: each number of keys by itself; m and u, which know the true pairs, tell next to nothing.
    const linked = await run(prlMetric, drawn(d, 1), drawn(d, 2))
    for (const percent of tableColumn(linked, 'keys', 'greatest of the orders'))
      expect(percent).toBeLessThan((100 * 13) / N)
  })
})
