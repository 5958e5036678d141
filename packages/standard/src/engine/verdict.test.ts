import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Axes, Row } from '@sdc/engine'
import { registry } from './fake-methods.fixture.js'
import { chooseBest, markPareto, shortNumber } from '@sdc/engine'

const axes: Axes = { risk: registry.get('metrics', 'risk/dld'), loss: registry.get('metrics', 'loss/il-score') }
const unlike: Axes = {
  risk: registry.get('metrics', 'permutation/level'),
  loss: registry.get('metrics', 'loss/il-score'),
}

function row(label: string, risk: number | null, loss: number | null, { risk: { id }, loss: lossMetric } = axes): Row {
  const summary = (value: number | null): { mean: number | null; min: number | null; max: number | null } => ({
    mean: value,
    min: value,
    max: value,
  })
  const metrics = new Map([
    [id, summary(risk)],
    [lossMetric.id, summary(loss)],
  ])
  const steps = { varied: {}, steps: [], masking: 0, then: [], masks: [], unmasked: [] }
  return { use: label, ...steps, label, metrics, replicates: 1, pareto: false, chosen: false }
}

const point = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))

describe('the Pareto set', () => {
  it('is what its definition says, ties included', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const marked = markPareto(
          points.map(([risk, loss], i) => row(`c${i}`, risk, loss)),
          axes,
        )
        for (const [i, [risk, loss]] of points.entries()) {
          const beaten = points.some(([r, l]) => (r < risk && l <= loss) || (r <= risk && l < loss))
          expect(marked[i].pareto).toBe(!beaten)
        }
      }),
    )
  })

  it('leaves out what has no value', () => {
    expect(markPareto([row('a', null, 1), row('b', 2, 2)], axes).map(({ pareto }) => pareto)).toEqual([false, true])
  })

  it('takes a protection the other way round', () => {
    const rows = [row('weak', 1, 10, unlike), row('strong', 9, 10, unlike)]
    expect(markPareto(rows, unlike).map(({ pareto }) => pareto)).toEqual([false, true])
  })
})

describe('the choice', () => {
  const decide = (rows: readonly Row[], maxRisk?: number, on = axes): ReturnType<typeof chooseBest> =>
    chooseBest(markPareto(rows, on), on, maxRisk)
  const rows = [row('open', 60, 1), row('middle', 20, 10), row('closed', 2, 40), row('bad', 70, 50)]

  it('has the least score (risk + loss)/2 where both axes have one unit', () => {
    const { rows: decided, verdict } = decide(rows)
    expect(decided.filter(({ chosen }) => chosen).map(({ label }) => label)).toEqual(['middle'])
    expect(verdict).toBe(
      'Of 4 candidates choose middle, with risk/dld 20 % and loss/il-score 10 %: the least score (risk + loss)/2, 15 %.',
    )
  })

  it('does not depend on candidates that are not chosen', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 12 }), point, (points, other) => {
        const all = points.map(([risk, loss], i) => row(`c${i}`, risk, loss))
        const best = decide(all).rows.find(({ chosen }) => chosen)
        const withOther = decide([...all, row('other', ...other)]).rows.find(({ chosen }) => chosen)
        if (withOther?.label !== 'other') expect(withOther?.label).toBe(best?.label)
      }),
    )
  })

  it('has the least loss within a limit of risk, and says where none is within it', () => {
    expect(decide(rows, 25).verdict).toContain('choose middle')
    expect(decide(rows, 5).verdict).toContain('choose closed')
    expect(decide(rows, 5).verdict).toContain('risk of at most 5 %')
    const none = decide(rows, 1)
    expect(none.verdict).toBe('None of 4 candidates keeps risk/dld within 1 %: the safest, closed, has 2 %.')
    expect(none.rows.some(({ chosen }) => chosen)).toBe(false)
  })

  it('treats a limit on a protection as a floor', () => {
    const rowsOf = [row('weak', 1, 1, unlike), row('strong', 9, 10, unlike)]
    expect(decide(rowsOf, 5, unlike).verdict).toContain('choose strong')
    expect(decide(rowsOf, 5, unlike).verdict).toContain('at least 5 %')
  })

  it('says so where nothing was measured', () => {
    expect(decide([row('a', null, 1)]).verdict).toMatch(/No candidate can be chosen/)
  })
})

it('short numbers have four digits and no needless exponent', () => {
  expect([0, 12.3456, 0.00012346, 1234567, 1e12].map(shortNumber)).toEqual([
    '0',
    '12.35',
    '0.0001235',
    '1235000',
    '1e+12',
  ])
})
