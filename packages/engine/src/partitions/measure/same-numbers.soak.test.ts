import { seededRng } from '@sdc/core'
import { measureFiles, type Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts } from './measure-in-parts.js'
import type { MeasuredInParts } from './metric-values.js'
import { columns, given, masked, original, plans as all, registry, roles, ROWS, said } from './two-files.fixture.js'

/** Each metric once, with its defaults; interval disclosure has its own tests. */
const plans = all.filter(
  ({ use }, p) => all.findIndex((one) => one.use === use) === p && use !== 'risk/interval-disclosure',
)

/** The values are those of both files in memory, for any partitions. */
const inParts = (
  partBlocks: number,
  metrics: readonly MetricPlan[],
  more: { readonly taskBytes?: number } = {},
): Promise<readonly MeasuredInParts[]> =>
  measureInParts({
    registry,
    original: sourceOf(original),
    masked: sourceOf(masked),
    store: memoryStore(),
    columns,
    given,
    roles,
    metrics,
    rng: seededRng(3),
    partBlocks,
    ...more,
  }).then(({ measured }) => measured)

describe('measurements of two files out of core', () => {
  let whole: readonly Measured[] = []
  beforeAll(async () => {
    const origin = Int32Array.from({ length: ROWS }, (_, i) => i)
    const files = { registry, original, masked, origin }
    whole = await measureFiles({ ...files, columns, given, roles, metrics: plans, rng: seededRng(3) })
  })

  it('equal those in memory', async () => {
    const found = await inParts(1, plans)
    expect(found.map(({ needsWhole }) => needsWhole)).toEqual(plans.map(() => undefined))
    for (const [m, one] of found.entries()) expect(said(one)).toEqual(said(whole[m]))
  })

  it('are missing, with the reason, if the table of a metric exceeds the memory; the others have values', async () => {
    const metrics = [
      { use: 'risk/k-anonymity', params: {} },
      { use: 'loss/negative-values', params: {} },
    ]
    const [keys, signs] = await inParts(1, metrics, { taskBytes: 20_000 })
    expect(keys.measurement.value).toBeNull()
    expect(keys.measurement.reason).toMatch(
      /^it needs both files whole: it counts too many different records: .* more than \d+ MB, but a task has 0 MB/,
    )
    expect(keys.needsWhole).toBeDefined()
    expect(signs.measurement.value).not.toBeNull()
  })

  it('have a value if the files in memory do', () => {
    // The files have neither rules nor dates.
    expect(whole.filter(({ measurement }) => measurement.value === null).map(({ metric }) => metric.id)).toEqual([
      'loss/broken-rules',
      'risk/date-intervals',
    ])
  })
})
