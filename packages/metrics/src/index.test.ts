import { categorical, kindOf, measureInput, resolveParams, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import plugin, * as metrics from './index.js'
import { measureWithParts } from '@sdc/toolkit/internal'
import { file, normals, run } from './testing/run.fixture.js'

const all = (plugin.metrics ?? []).map((metric) => [metric.id, metric] as const)

describe('@sdc/metrics', () => {
  it('exports each metric by name too', () => {
    const exported: unknown[] = Object.values(metrics)
    for (const metric of plugin.metrics ?? []) expect(exported).toContain(metric)
  })

  // Those of a mixed file rest on the roles of its columns, others on sensitive columns, a sample, a model or another file:
  // in standard, and their own tests.
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
  // Within a tolerance records agree with more than themselves.
  const exact: Readonly<Record<string, object>> = { 'risk/prl': { agree: 'equal' } }
  it.each(plain)('%s of an unmasked file is what its card says', async (id, metric) => {
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
    // Where the card says no value, it depends on the file: of k-anonymity, all records of this one are unique.
    expect(value).toBeCloseTo(metric.atIdentity ?? 100, 12)
  })

  it('says in what range each value lies: shares in percent but for these', () => {
    const others = all.filter(([, { range }]) => range[0] !== 0 || range[1] !== 100)
    expect(Object.fromEntries(others.map(([id, { range }]) => [id, range]))).toEqual({
      // An index below chance: the adjusted Rand index is at least −½.
      'loss/clusters': [0, 150],
      // A record may leave more open than the average does before masking.
      'loss/entropy': [0, Infinity],
      'loss/per-record-entropy': [0, Infinity],
      // Numbers of columns.
      'risk/largest': [0, Infinity],
      'loss/destroyed': [0, Infinity],
      // The greatest possible change of a correlation, and a correlation as it is.
      'loss/correlation': [0, 2],
      'loss/rank-correlation': [0, 2],
      // Of values that move against the original ones it is 400 and more.
      'risk/difference-variance': [0, Number.POSITIVE_INFINITY],
      'risk/rank-correlation': [0, 1],
      // A distance of shares, 1 where no class is shared.
      'loss/hellinger': [0, 1],
      // Losses without an upper end, and what is put together from them.
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

  it('gives what the README says: 30 % by hand', async () => {
    // 7, 1, 1 and 6 of the ten intervals around 33, 31, 50 and 45 hold the original value, none around 24.
    const original = { income: [21, 34, 28, 55, 43] }
    const masked = { income: [24, 33, 31, 50, 45] }
    const { value } = await run(metrics.intervalDisclosureMetric, original, masked, { params: { mode: 'relative' } })
    expect(value).toBeCloseTo(30, 12)
  })
})
