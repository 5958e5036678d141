import { type Metric } from '@sdc/core'
import { mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { normals, run } from '../../testing/run.fixture.js'
import { dbrlKernelMetric } from '../distance/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from '../distance/dbrl-mahalanobis.js'
import { dbrlMetric } from '../distance/dbrl.js'
import { dldMetric } from '../distance/dld.js'
import { irRlMetric } from '../rank-swap/ir-rl.js'
import { rsRlMetric } from '../rank-swap/rs-rl.js'

const noisyCopy = (x: ReadonlyMap<string, Float64Array>, sd: number): Map<string, Float64Array> => {
  const noise = [...normals([...x.values()][0].length, x.size, 9).values()]
  return new Map([...x].map(([name, values], j) => [name, values.map((v, i) => v + sd * noise[j][i])]))
}

describe('a sample of the attacked records', () => {
  const count = 101_000
  const original = normals(count, 1, 1)
  const masked = noisyCopy(original, 1e-5)
  const metrics: [Metric, Readonly<Record<string, unknown>>][] = [
    [dbrlMetric, {}],
    [dbrlMetric, { direction: 'masked-to-original' }],
    [dbrlMahalanobisMetric, {}],
    [dbrlKernelMetric, {}],
    [dldMetric, {}],
    [rsRlMetric, { positions: 200 }],
    [irRlMetric, {}],
  ]
  it.each(metrics.map(([metric, params]) => [metric.id, metric, params] as const))(
    '%s: above 100,000 records within twice its error of all of them',
    async (_id, metric, params) => {
      const one = await run(metric, original, masked, { params })
      expect(one.sample?.of).toBe(count)
      expect(one.used).toBe(one.sample?.drawn)
      expect(one.sample?.standardError).toBeLessThan(0.5)
      // A third of the records at a time is not sampled, and has all candidates.
      const parts = 3
      const thirds = Array.from({ length: parts }, (_, part) =>
        run(metric, original, masked, {
          params,
          origin: Int32Array.from({ length: count }, (_, i) => (i % parts === part ? i : -1)),
        }),
      )
      const each = (await Promise.all(thirds)).map(({ value, sample }) => {
        expect(sample).toBeUndefined()
        return value ?? Number.NaN
      })
      const exact = mean(Float64Array.from(each))
      expect(exact).toBeGreaterThan(5)
      expect(exact).toBeLessThan(95)
      expect(Math.abs((one.value ?? Number.NaN) - exact)).toBeLessThan(2 * (one.sample?.standardError ?? 0))
    },
  )
})
