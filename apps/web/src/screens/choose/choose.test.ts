import { describe, expect, it } from 'vitest'
import type { ComparisonView } from '../../worker/protocol/comparison-types.js'
import { candidateRows, cellText, sorted } from './candidate-rows.js'

describe('the table of candidates', () => {
  type Candidate = ComparisonView['candidates'][number]
  const candidate = (label: string, loss: number | null, more: Partial<Candidate> = {}): Candidate => ({
    use: 'noise/additive',
    varied: {},
    steps: [],
    then: [],
    label,
    title: label,
    replicates: 3,
    pareto: false,
    chosen: false,
    unmasked: [],
    beyond: [],
    high: [],
    levels: {},
    reasons: [],
    metrics: { loss: { mean: loss, min: loss, max: loss }, risk: { mean: loss, min: loss, max: loss } },
    ...more,
  })
  const axis = { title: '', unit: '%', better: 'lower' } as const
  const view: ComparisonView = {
    map: { title: '', risk: { label: '', ...axis }, loss: { label: '', ...axis }, points: [] },
    n: 10,
    columns: [],
    given: [],
    axes: { risk: 'risk', loss: 'loss' },
    metrics: { risk: axis, loss: axis },
    limits: {},
    risks: {},
    candidates: [
      candidate('a/x v = 10', 2, {
        metrics: { loss: { mean: 2, min: 2, max: 2 }, risk: { mean: 2, min: 1, max: 7 } },
      }),
      candidate('a/x v = 9', null, { error: { code: 'UNCHANGED', message: 'no', fix: 'Leave it out.' } }),
      candidate('a/y', 1),
    ],
    verdict: '',
    notes: [],
    warnings: [],
  }
  const rows = candidateRows(view)

  it('has the worst run, and candidates that could not be made with the reason', () => {
    expect(rows.map(({ worst }) => worst)).toEqual([7, null, 1])
    expect(rows[1]).toMatchObject({ made: false, notes: ['no. Leave it out.'] })
  })

  it('is sorted by numbers and by names, with missing values last', () => {
    const order = (...how: [Parameters<typeof sorted>[1], boolean]): readonly string[] =>
      sorted(rows, ...how).map(({ label }) => label)
    expect(order('loss', false)).toEqual(['a/y', 'a/x v = 10', 'a/x v = 9'])
    expect(order('loss', true)).toEqual(['a/x v = 10', 'a/y', 'a/x v = 9'])
    expect(order('name', false)).toEqual(['a/x v = 9', 'a/x v = 10', 'a/y'])
  })

  it('has values to two significant digits', () => {
    expect([
      cellText(12.44, '%'),
      cellText(0.0312, ''),
      cellText(null, '%'),
      cellText(-3.26, '%'),
      cellText(0, '%'),
    ]).toEqual(['12\u00A0%', '0.031', '–', '−3.3\u00A0%', '0\u00A0%'])
  })
})
