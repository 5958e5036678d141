import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { plainRankSwaps } from '../../testing/rank-swap.fixture.js'
import { run, tableColumn } from '../../testing/run.fixture.js'
import { prlMetric } from './prl.js'

describe('risk/prl', () => {
  // One run of another program, and the spread over twenty swaps of ours: |z| < 5.33 (1e-7) of the difference of two
  // runs.
  it.each([
    ['ranks', 80.8, 0.3],
    ['tol', 71.5, 0.43],
  ])('census, rank swap 2 %%, agree: %s', async (agree, reference, spread) => {
    const census = censusColumns()
    const swapped = plainRankSwaps(census, 21, 1)
    const one = await run(prlMetric, census, swapped, { params: { agree } })
    expect(Math.abs((one.value ?? Number.NaN) - reference)).toBeLessThan(5.33 * Math.SQRT2 * spread)
    const [least, greatest] = ['least', 'greatest'].map((end) => tableColumn(one, 'keys', `${end} of the orders`))
    least.forEach((low, t) => expect(low).toBeLessThanOrEqual(greatest[t]))
    expect(greatest[1]).toBeGreaterThan(least[1])
  })
})
