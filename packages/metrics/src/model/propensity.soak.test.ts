import { describe, expect, it } from 'vitest'
import { file, normals, run } from '../testing/run.fixture.js'
import { propensityDesign } from './propensity-design.js'
import { propensityScore } from './propensity-score.js'
import { propensityMetric } from './propensity.js'

describe('loss/propensity', () => {
  it('a sample has the stated standard error, and exactly 0 for an unmasked file', async () => {
    const n = 130_000
    const x = normals(n, 3, 5)
    const y = new Map([...x].map(([name, v], j) => [name, v.map((value, i) => value + (j === 0 ? 0.3 * (i % 2) : 0))]))
    const found = await run(propensityMetric, x, y)
    const terms = { squares: false, products: false, levels: 20 }
    const whole = propensityScore(propensityDesign(file(x), file(y), [...x.keys()], terms), n)
    const { standardError = Number.NaN, drawn } = found.sample ?? {}
    expect(drawn).toBe(200_000)
    expect(Math.abs((found.value ?? Number.NaN) - (100 * whole.pMSE) / whole.greatest)).toBeLessThan(2 * standardError)
    // Not too wide: the masked file is a shift of .15 sd, 100·pMSE/c(1−c) = .5, and √N = 450.
    expect(standardError).toBeLessThan(0.05)
    expect((await run(propensityMetric, x, x)).value).toBeCloseTo(0, 12)
    expect((await run(propensityMetric, x, x)).records?.filter((p) => p === p)).toHaveLength(100_000)
  })
})
