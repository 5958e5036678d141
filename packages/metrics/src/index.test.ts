import { metricProblems } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugin, * as metrics from './index.js'
import { normals, run } from './testing/run.fixture.js'

const all = (plugin.metrics ?? []).map((metric) => [metric.id, metric] as const)

describe('@sdc/metrics', () => {
  it.each(all)('%s has the form of a metric', (_, metric) => {
    expect(metricProblems(metric)).toEqual([])
  })

  it('exports each metric by name too', () => {
    const exported: unknown[] = Object.values(metrics)
    for (const metric of plugin.metrics ?? []) expect(exported).toContain(metric)
  })

  it.each(all)('%s of an unmasked file is what its card says', async (_, metric) => {
    const x = normals(50, 3, 1)
    const { value } = await run(metric, x, x)
    expect(value).toBeCloseTo(metric.atIdentity ?? Number.NaN, 12)
  })

  it('gives what the README says: 30 % by hand', async () => {
    // 7, 1, 1 and 6 of the ten intervals around 33, 31, 50 and 45 hold the original value, none around 24.
    const original = { income: [21, 34, 28, 55, 43] }
    const masked = { income: [24, 33, 31, 50, 45] }
    const { value } = await run(metrics.intervalDisclosureMetric, original, masked, { params: { mode: 'relative' } })
    expect(value).toBeCloseTo(30, 12)
  })
})
