import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../testing/run.fixture.js'
import { dldMetric } from '../linkage/distance/dld.js'
import { weightedSum } from './combined-parts.js'
import { drCombineMetric } from './dr-combine.js'
import { intervalDisclosureMetric } from '../intervals/interval-disclosure.js'

describe('risk/dr-combine', () => {
  it('is the mean of its parts, with their parameters', async () => {
    const [x, y] = [normals(120, 6, 1), normals(120, 6, 2)]
    for (const params of [{}, { ties: 'inclusive', mode: 'sd' }] as const) {
      const { ties, mode } = { ties: 'fractional', mode: 'rank', ...params }
      const linkage = await run(dldMetric, x, y, { params: { ties } })
      const intervals = await run(intervalDisclosureMetric, x, y, { params: { mode } })
      const both = await run(drCombineMetric, x, y, { params })
      expect(both.value).toBe((Number(linkage.value) + Number(intervals.value)) / 2)
      expect(tableColumn(both, 'components', 'percent')).toEqual([linkage.value, intervals.value])
      expect(both.used).toBe(intervals.used)
    }
  })

  it('is 100 for an unmasked file, and null with the reasons if the origin is unknown', async () => {
    const x = normals(60, 3, 1)
    expect((await run(drCombineMetric, x, x)).value).toBe(100)
    const lost = await run(drCombineMetric, { a: [1, 2] }, { a: [1, 2] }, { origin: [-1, -1] })
    expect(lost.value).toBeNull()
    expect(lost.reason).toMatch(/DLD: .*link.*ID: /)
  })

  it('equals the arithmetic of Torra 2013: .5·17.5 + .5·44.81', () => {
    expect(weightedSum([17.5, 44.81], [0.5, 0.5])).toBeCloseTo(31.155, 10)
  })
})
