import { describe, expect, it } from 'vitest'
import type { CandidateView, ComparisonView } from '../../worker/protocol/protocol.js'
import { candidateRows, cellText, sorted } from './candidate-rows.js'

describe('the table of candidates', () => {
  const candidate = (label: string, loss: number | null, more: Partial<CandidateView> = {}): CandidateView => ({
    label,
    series: 'noise/additive',
    use: 'noise/additive',
    then: [],
    steps: [],
    parameter: '',
    reverseMapped: false,
    risk: loss,
    loss,
    replicates: 3,
    worst: {},
    pareto: false,
    chosen: false,
    ...more,
  })
  const view: ComparisonView = {
    map: {
      title: '',
      risk: { label: 'Risk', unit: '%', better: 'lower' },
      loss: { label: 'Loss', unit: '%', better: 'lower' },
      points: [],
    },
    candidates: [
      candidate('a/x v = 10', 2, { riskRange: [1, 7] }),
      candidate('a/x v = 9', null, { error: 'no' }),
      candidate('a/y', 1),
    ],
    verdict: '',
    warnings: [],
  }
  const rows = candidateRows(view)

  it('has the worse end of the runs, and what could not be made with its reason', () => {
    expect(rows.map(({ worst }) => worst)).toEqual([7, null, 1])
    expect(rows[1]).toMatchObject({ made: false, notes: ['no'] })
  })

  it('is sorted by numbers and by names as they are read, without a value last', () => {
    const order = (...how: [Parameters<typeof sorted>[1], boolean]): readonly string[] =>
      sorted(rows, ...how).map(({ label }) => label)
    expect(order('loss', false)).toEqual(['a/y', 'a/x v = 10', 'a/x v = 9'])
    expect(order('loss', true)).toEqual(['a/x v = 10', 'a/y', 'a/x v = 9'])
    expect(order('name', false)).toEqual(['a/x v = 9', 'a/x v = 10', 'a/y'])
  })

  it('has values to a tenth, and small ones with two digits', () => {
    expect([
      cellText(12.44, '%'),
      cellText(0.0312, ''),
      cellText(null, '%'),
      cellText(-3.26, '%'),
      cellText(0, '%'),
    ]).toEqual(['12.4\u00A0%', '0.031', '–', '−3.3\u00A0%', '0.0\u00A0%'])
  })
})
