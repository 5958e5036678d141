import { seededRng } from '@sdc/core'
import { measureFiles, type Measured } from '../../measure/measure.js'
import type { MetricPlan } from '../../plan/plan.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'
import { measureInParts, type MeasuredInParts } from './measure-in-parts.js'
import { columns, given, masked, original, plans as all, registry, roles, ROWS, said } from './two-files.fixture.js'

/** Each metric once, as its defaults have it; interval disclosure has its own tests. */
const plans = all.filter(
  ({ use }, p) => all.findIndex((one) => one.use === use) === p && use !== 'risk/interval-disclosure',
)

/** Whatever the files are cut into, the numbers are those of both in memory. */
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

describe('the numbers of two files in parts', () => {
  let whole: readonly Measured[] = []
  beforeAll(async () => {
    const origin = Int32Array.from({ length: ROWS }, (_, i) => i)
    const files = { registry, original, masked, origin }
    whole = await measureFiles({ ...files, columns, given, roles, metrics: plans, rng: seededRng(3) })
  })

  it('are those of both in memory', async () => {
    const found = await inParts(1, plans)
    expect(found.map(({ needsWhole }) => needsWhole)).toEqual(plans.map(() => undefined))
    for (const [m, one] of found.entries()) expect(said(one)).toEqual(said(whole[m]))
  })

  it('are none, with the reason, where the table of a metric is beyond the memory: the others have theirs', async () => {
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

  it('have a value where the files do', () => {
    // The files have neither rules nor dates.
    expect(whole.filter(({ measurement }) => measurement.value === null).map(({ metric }) => metric.id)).toEqual([
      'loss/broken-rules',
      'risk/date-intervals',
    ])
  })
})
