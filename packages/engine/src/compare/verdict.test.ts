import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Metric } from '@sdc/core'
import { registry } from '../testing/fake-methods.js'
import { shortNumber } from '../ground/value-text.js'
import { bindLimits, isBeyond, type Limits } from '../limits/limits.js'
import { chooseByScore, chooseWithin, MOST_FINALISTS } from './choose.js'
import type { Axes, Row, Summary } from './comparison.js'
import { markPareto } from './pareto.js'
import { worstRun } from './place.js'
import type { RiskLevel } from './risk-level.js'
import { scoreOf } from './score.js'
import { verdictOf } from './verdict.js'

const metric = (id: string): Metric => registry.get('metrics', id)
const axes: Axes = { risk: metric('fake/near'), loss: metric('fake/distance') }
const unlike: Axes = { risk: metric('fake/level'), loss: metric('fake/distance') }

const one = (value: number | null): Summary => ({ mean: value, min: value, max: value })

function row(label: string, risk: number | null, loss: number | null, on = axes): Row {
  const metrics = new Map([
    [on.risk.id, one(risk)],
    [on.loss.id, one(loss)],
  ])
  const steps = { varied: {}, steps: [], masking: 0, then: [], masks: [], unmasked: [], beyond: [], high: [] }
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

const asIs = (finalist: Row): Promise<Row> => Promise.resolve(finalist)
const score = (rows: readonly Row[], on = axes): ReturnType<typeof scoreOf> => scoreOf(rows, on)

/** The choice by score, of rows whose costly risks are in `hidden` until they are measured. */
async function decide(
  rows: readonly Row[],
  levels: readonly RiskLevel[] = [],
  hidden: Readonly<Record<string, number>> = {},
): Promise<{ label: string | undefined; verdict: string; measured: string[] }> {
  const measured: string[] = []
  const high = (of: Row): Row => ({
    ...of,
    high: levels
      .filter((level) => (worstRun(of, level.metric) ?? 0) > (level.high ?? 0))
      .map((level) => level.metric.id),
  })
  const rest = (of: Row): Promise<Row> => {
    measured.push(of.label)
    const value = hidden[of.label] as number | undefined
    return asIs(
      high(value === undefined ? of : { ...of, metrics: new Map([...of.metrics, ['fake/mirrored', one(value)]]) }),
    )
  }
  const choice = await chooseByScore(rows.map(high), axes, levels, score(rows), [rest])
  const verdict = verdictOf(choice, { axes, limits: [], levels, score: score(rows), weighed: [] })
  return { label: choice.chosen === undefined ? undefined : choice.rows[choice.chosen].label, verdict, measured }
}

describe('the choice by score', () => {
  const rows = [row('open', 60, 1), row('middle', 20, 10), row('closed', 2, 40), row('bad', 70, 50)]

  it('has the least score (risk + loss)/2 where both axes have one unit', async () => {
    const { label, verdict } = await decide(rows)
    expect(label).toBe('middle')
    expect(verdict).toBe(
      'Of 4 candidates choose middle, with fake/near 20 % and fake/distance 10 %: the least score (risk + loss)/2, 15 %.',
    )
  })

  it('does not depend on candidates that are not chosen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(point, { minLength: 1, maxLength: 12 }), point, async (points, other) => {
        const all = points.map(([risk, loss], i) => row(`c${i}`, risk, loss))
        const best = await decide(all)
        const withOther = await decide([...all, row('other', ...other)])
        if (withOther.label !== 'other') expect(withOther.label).toBe(best.label)
      }),
    )
  })

  const levels: RiskLevel[] = [{ metric: metric('fake/mirrored'), independent: 0.5, high: 10 }]

  it('passes over what has a high risk that only a costly metric sees, and says so', async () => {
    const { label, verdict, measured } = await decide(rows, levels, { middle: 68, closed: 1 })
    expect(label).toBe('closed')
    expect(measured).toEqual(['middle', 'closed'])
    expect(verdict).toContain('Of 4 candidates choose closed')
    expect(verdict).toContain('among those without a high risk')
    expect(verdict).toContain('The worst of its other risks, and not high, is fake/mirrored 1 %: an adversary')
    expect(verdict).toContain('middle has the least score (risk + loss)/2, 15 %, but fake/mirrored 68 %: an adversary')
    expect(verdict).toContain('(independent data 0.5, high from 10)')
  })

  it('takes the least bad where each has a high risk, and calls it that', async () => {
    const { label, verdict } = await decide(rows, levels, { open: 90, middle: 68, closed: 40, bad: 12 })
    expect(label).toBe('bad')
    expect(verdict).toMatch(/^Of 4 candidates none is without a high risk; the least bad to choose is bad,/)
    expect(verdict).toContain('High: fake/mirrored 12 %')
  })

  it('is the best of all that would be found by measuring all of them', async () => {
    const one = fc.tuple(point, fc.integer({ min: 0, max: 20 }))
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: MOST_FINALISTS }), async (drawn) => {
        const all = drawn.map(([[risk, loss]], i) => row(`c${i}`, risk, loss))
        const hidden = Object.fromEntries(drawn.map(([, value], i) => [`c${i}`, value]))
        const ranks = drawn.map(([[risk, loss], value]) => {
          const severity = (value - 0.5) / 9.5
          return severity > 1 ? 1e6 * severity + risk + loss : risk + loss
        })
        const { label } = await decide(all, levels, hidden)
        expect(ranks[Number(label?.slice(1))]).toBeCloseTo(Math.min(...ranks), 6)
      }),
    )
  })

  it('looks at no more than so many closely', async () => {
    const many = Array.from({ length: MOST_FINALISTS + 5 }, (_, i) => row(`c${i}`, 10, i))
    const all = Object.fromEntries(many.map(({ label }, i) => [label, 90 - i]))
    const { measured, verdict } = await decide(many, levels, all)
    expect(measured).toHaveLength(MOST_FINALISTS)
    expect(verdict).toContain(`none of the ${MOST_FINALISTS} that were looked at closely is without a high risk`)
  })

  it('says which risks of the choice have no value: an unknown risk is not a small one', async () => {
    const { verdict } = await decide(rows, levels)
    expect(verdict).toContain('Without a value: fake/mirrored.')
  })

  it('says which values of the choice are negative where the original has none, of others nothing', async () => {
    const negative = { ...row('middle', 20, 10), negatives: [{ column: 'income', values: 36 }] }
    const other = { ...row('open', 60, 1), negatives: [{ column: 'tax', values: 2 }] }
    const { verdict } = await decide([other, negative])
    expect(verdict).toMatch(
      / income: 36 negative values where the original has none \(schema: min: 0 keeps them out\)\.$/,
    )
    expect(verdict).not.toContain('tax')
  })

  it('says so where nothing was measured', async () => {
    const { label, verdict } = await decide([row('a', null, 1)])
    expect(label).toBeUndefined()
    expect(verdict).toMatch(/No candidate can be chosen/)
  })
})

describe('the choice within limits', () => {
  const rows = [row('open', 60, 1), row('middle', 20, 10), row('closed', 2, 40), row('bad', 70, 50)]
  const within = async (
    of: readonly Row[],
    bounds: Limits,
    on = axes,
  ): Promise<{ label: string | undefined; verdict: string }> => {
    const limits = bindLimits(registry, bounds)
    const marked = of.map((each) => ({
      ...each,
      beyond: limits.flatMap((limit) => {
        const value = worstRun(each, limit.metric)
        return isBeyond(limit, value) ? [{ limit, value, reason: 'there is none' }] : []
      }),
    }))
    const choice = await chooseWithin(marked, on, limits, [asIs])
    const verdict = verdictOf(choice, { axes: on, limits, levels: [], score: score(of, on), weighed: [] })
    return { label: choice.chosen === undefined ? undefined : choice.rows[choice.chosen].label, verdict }
  }

  it('has the least loss, and says where none is within', async () => {
    expect(await within(rows, { 'fake/near': 25 })).toMatchObject({ label: 'middle' })
    // A value at the limit keeps it.
    expect(await within(rows, { 'fake/near': 2 })).toMatchObject({ label: 'closed' })
    expect((await within(rows, { 'fake/near': 5 })).verdict).toContain('that keep fake/near at most 5 % in every run')
    const none = await within(rows, { 'fake/near': 1 })
    expect(none.label).toBeUndefined()
    expect(none.verdict).toBe(
      'No candidate can be chosen: none of 4 candidates keeps fake/near at most 1 % in every run; the nearest, closed, has fake/near 2 % (limit: at most 1 %).',
    )
  })

  it('is judged by the worst run, and by no run that has no value', async () => {
    const summary: Summary = { mean: 4, min: 1, max: 7 }
    const wavering = { ...row('wavering', 0, 1), metrics: new Map([...row('', 4, 1).metrics, ['fake/near', summary]]) }
    expect(await within([wavering, ...rows], { 'fake/near': 5 })).toMatchObject({ label: 'closed' })
    const partly = new Map([
      ...wavering.metrics,
      ['fake/near', { mean: 1, min: 1, max: 1, reason: 'not in every run' }],
    ])
    const gap = { ...wavering, metrics: partly }
    expect(await within([gap, ...rows], { 'fake/near': 5 })).toMatchObject({ label: 'closed' })
  })

  it('has the least risk where only loss is bounded', async () => {
    expect(await within(rows, { 'fake/distance': 15 })).toMatchObject({ label: 'middle' })
    const equals = [row('worse', 20, 12), row('better', 20, 10), row('as good', 20, 10)]
    expect(await within(equals, { 'fake/distance': 15 })).toMatchObject({ label: 'better' })
  })

  it('treats a limit on a protection as a floor', async () => {
    const of = [row('weak', 1, 1, unlike), row('strong', 9, 10, unlike)]
    const { label, verdict } = await within(of, { 'fake/level': 5 }, unlike)
    expect(label).toBe('strong')
    expect(verdict).toContain('fake/level at least 5 %')
  })
})

describe('limits', () => {
  it('are of metrics that there are, within their range', () => {
    expect(() => bindLimits(registry, { 'fake/near': 120 })).toThrow(/cannot have a limit of 120 %: .* 0 to 100 %/)
    expect(() => bindLimits(registry, { 'fake/near': -1 })).toThrow(expect.objectContaining({ code: 'BAD_OPTION' }))
    expect(() => bindLimits(registry, { 'fake/distance': Number.NaN })).toThrow(/from 0/)
    expect(() => bindLimits(registry, { 'fake/nearr': 1 })).toThrow(expect.objectContaining({ code: 'UNKNOWN_METRIC' }))
    expect(bindLimits(registry, { 'fake/distance': 250 })).toHaveLength(1)
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
