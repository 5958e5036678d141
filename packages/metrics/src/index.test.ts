import { categorical, kindOf, measureInput, resolveParams, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugin, * as metrics from './index.js'
import { measureWithParts } from '@sdc/toolkit/internal'
import { file, normals, run } from './testing/run.fixture.js'

const all = (plugin.metrics ?? []).map((metric) => [metric.id, metric] as const)

describe('@sdc/metrics', () => {
  it('also exports each metric by name', () => {
    const exported: unknown[] = Object.values(metrics)
    for (const metric of plugin.metrics ?? []) expect(exported).toContain(metric)
  })

  // Metrics of a mixed file need the roles of its columns, others need sensitive columns, a sample, a model or another
  // file: tested in standard, and in their own tests.
  const others = [
    'risk/l-diversity',
    'risk/t-closeness',
    'risk/population-uniques',
    'risk/attribute-inference',
    'risk/membership',
    'risk/disclosive-categories',
    'risk/distance-to-closest',
    'loss/confidence-overlap',
    'risk/compatible',
    'risk/known-items',
    'risk/date-intervals',
    'risk/missing-pattern',
    'risk/key-linkage',
    'risk/certain-linkage',
    'risk/learned',
    'risk/found-and-learned',
    'risk/largest',
  ]
  const plain = all.filter(([id]) => !id.includes('/mixed-') && !others.includes(id))
  // Within a tolerance, records agree with others, too.
  const exact: Readonly<Record<string, object>> = { 'risk/prl': { agree: 'equal' } }
  it.each(plain)('%s of an unmasked file equals the value of its card', async (id, metric) => {
    const x = file(metric.accepts.includes('numeric') ? normals(50, 3, 1) : {})
    const data = withColumns(x, new Map([['c', categorical(Array.from({ length: 50 }, (_, i) => `c${i % 7}`))]]))
    const { value } = await measureWithParts(
      metric,
      measureInput(data, data, {
        columns: data.names.filter((name) => metric.accepts.includes(kindOf(data.column(name)))),
        params: resolveParams(metric.params, { ...exact[id] }),
      }),
      plugin.metrics ?? [],
    )
    // A card without a value depends on the file: for k-anonymity, all records of this file are unique.
    expect(value).toBeCloseTo(metric.atIdentity ?? 100, 12)
  })

  it('states the range of each value: shares in percent except these', () => {
    const others = all.filter(([, { range }]) => range[0] !== 0 || range[1] !== 100)
    expect(Object.fromEntries(others.map(([id, { range }]) => [id, range]))).toEqual({
      // An index below chance: the adjusted Rand index is at least −½.
      'loss/clusters': [0, 150],
      // A record may have a larger loss than the average before masking.
      'loss/entropy': [0, Infinity],
      'loss/per-record-entropy': [0, Infinity],
      // Numbers of columns.
      'risk/largest': [0, Infinity],
      'loss/destroyed': [0, Infinity],
      // Largest possible change of a correlation, and a correlation itself.
      'loss/correlation': [0, 2],
      'loss/rank-correlation': [0, 2],
      // Values that move opposite to the original ones give 400 and more.
      'risk/difference-variance': [0, Number.POSITIVE_INFINITY],
      'risk/rank-correlation': [0, 1],
      // A distance of shares, 1 if no class is shared.
      'loss/hellinger': [0, 1],
      // Losses without an upper limit, and combinations of them.
      'loss/il-score': [0, Infinity],
      'loss/il1s': [0, Infinity],
      'loss/matrix-divergences': [0, Infinity],
      'loss/wasserstein': [0, Infinity],
      'loss/sse-ratio': [0, Infinity],
      'loss/mixed-mean': [0, Infinity],
      'loss/confidence-overlap': [0, Infinity],
      'score/sebe': [0, Infinity],
    })
  })

  it('gives the value in the README: 30 % by hand', async () => {
    // 7, 1, 1 and 6 of the ten intervals around 33, 31, 50 and 45 contain the original value, none around 24.
    const original = { income: [21, 34, 28, 55, 43] }
    const masked = { income: [24, 33, 31, 50, 45] }
    const { value } = await run(metrics.intervalDisclosureMetric, original, masked, { params: { mode: 'relative' } })
    expect(value).toBeCloseTo(30, 12)
  })
})
