import {
  createRegistry,
  defineMethod,
  defineMetric,
  numeric,
  numericValues,
  seededRng,
  type Dataset,
  type Metric,
} from '@sdc/core'
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { parseComparePlan, parseStep } from '../plan/plan.js'
import { replicateRng, runSteps } from '../run/run.js'
import { numbers, registry } from '../testing/fake-methods.js'
import type { Comparison } from '../compare/comparison.js'
import type { DecideInput } from './decide-input.js'
import { decide } from './decide.js'
import type { KeptMeasurement, KeptMeasurements } from './runs/kept.js'

const rng = seededRng('data')
const original: Dataset = numbers({
  a: Array.from({ length: 60 }, () => Math.exp(rng.normal())),
  b: Array.from({ length: 60 }, () => rng.normal()),
})
const axes = { risk: 'fake/near', loss: 'fake/distance' }

function compare(plan: object, more: Partial<DecideInput> = {}): Promise<Comparison> {
  const compared = parseComparePlan({ columns: 'all', replicates: 3, axes, ...plan })
  return decide({ registry, original, rng: seededRng('1'), compare: compared, ...more })
}

const noise = { use: 'fake/noise', grid: { share: [0.1, 0.5] } }

describe('decide', () => {
  it('measures the same file as a run with the same seed', async () => {
    const { rows } = await compare({ candidates: [noise], then: [['fake/reverse']], replicates: 1 })
    const steps = [{ use: 'fake/noise', columns: 'all', params: { share: 0.1 } }, 'fake/reverse'].map(parseStep)
    const run = await runSteps({ registry, original, steps, rng: replicateRng(seededRng('1')) })
    const masked = numericValues(run.files[0].data, 'a')
    const x = numericValues(original, 'a')
    const loss = (x: Float64Array, y: Float64Array): number => {
      const mean = x.reduce((sum, value) => sum + value, 0) / x.length
      const moved = x.reduce((sum, value, i) => sum + Math.abs(value - y[i]), 0)
      return (100 * moved) / x.reduce((sum, value) => sum + Math.abs(value - mean), 0)
    }
    const b = loss(numericValues(original, 'b'), numericValues(run.files[0].data, 'b'))
    // The definition for two columns of equal weight, summed in another order.
    expect(rows[0].metrics.get('fake/distance')?.mean).toBeCloseTo((loss(x, masked) + b) / 2, 9)
  })

  it('shows before and after reverse mapping on the same masked file', async () => {
    const { rows } = await compare({ candidates: [noise], then: [[], ['fake/reverse']] })
    const level = rows.map((row) => row.metrics.get('fake/near'))
    expect(level[0]).toEqual(level[1])
    expect(rows[0].metrics.get('fake/distance')).not.toEqual(rows[1].metrics.get('fake/distance'))
  })

  it('does not depend on the order of the candidates for the same seed', async () => {
    const mdav = { use: 'fake/groups', grid: { k: [3] } }
    const [one, two] = [await compare({ candidates: [noise, mdav] }), await compare({ candidates: [mdav, noise] })]
    for (const row of one.rows) expect(two.rows.find(({ label }) => label === row.label)?.metrics).toEqual(row.metrics)
    expect(two.verdict).toBe(one.verdict)
  })

  it('measures a candidate equally for any spelling of its parameters', async () => {
    const spelled = async (candidate: object): Promise<unknown> =>
      (await compare({ candidates: [candidate], then: [['fake/reverse']] })).rows[0].metrics
    const short = await spelled({ use: 'fake/noise', params: { share: 0.5 } })
    expect(await spelled({ use: 'fake/noise', params: { exact: false, share: 0.5 } })).toEqual(short)
  })

  it('passes the groups and the policy for small groups to the further steps', async () => {
    const grouped = numbers({ a: [1, 5, 2, 9, 3, 7, 4], g: [1, 1, 1, 1, 1, 1, 2] })
    const plan = {
      columns: ['a'],
      by: ['g'],
      smallGroups: 'keep',
      candidates: [{ use: 'fake/groups', params: { k: 3 } }],
    }
    const { rows } = await compare({ ...plan, then: [[], ['fake/reverse']] }, { original: grouped })
    expect(rows.map(({ error }) => error)).toEqual([undefined, undefined])
  })

  it('reports a candidate that fails and continues; fails if all candidates fail', async () => {
    const tooMany = { use: 'fake/groups', grid: { k: [3, 61] } }
    const { rows, verdict } = await compare({ candidates: [tooMany] })
    expect(rows[1].error).toMatchObject({ code: 'TOO_FEW_RECORDS' })
    expect(rows[1].metrics.size).toBe(0)
    expect(verdict).toMatch(/^Choice: .* of a, b\.\nDisclosure risk: .*\nInformation loss: .*\nRunner-up: /)
    await expect(compare({ candidates: [{ use: 'fake/groups', grid: { k: [61] } }] })).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
    })
  })

  it('looks up all names before anything runs', async () => {
    const negative = { use: 'fake/noise', grid: { share: [-1] } }
    await expect(compare({ candidates: [noise, negative] })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(compare({ candidates: [{ use: 'fake/nose' }] })).rejects.toMatchObject({ code: 'UNKNOWN_METHOD' })
    const unknown = compare({ candidates: [noise], axes: { ...axes, risk: 'fake/nea' } })
    await expect(unknown).rejects.toMatchObject({ code: 'UNKNOWN_METRIC' })
  })

  it('calls a plan as good as the choice only at the same score, if there are no limits', async () => {
    const { decision, rows } = await compare({ candidates: [{ use: 'fake/noise', grid: { share: [0.1, 0.2, 0.5] } }] })
    expect(decision?.finalists.length).toBeGreaterThan(1)
    expect(decision?.ties).toEqual(rows.flatMap(({ chosen, label }) => (chosen ? [label] : [])))
  })

  it('reports progress, and ends with the error of its listener', async () => {
    const seen: number[] = []
    await compare({ candidates: [noise] }, { tick: (fraction) => void seen.push(fraction) })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true)
    const stop = (): never => {
      throw new Error('stopped')
    }
    await expect(compare({ candidates: [noise] }, { tick: stop })).rejects.toThrow('stopped')
  })
})

describe('limits', () => {
  it('judge the worst run, even if the mean is within', async () => {
    const candidates = [{ use: 'fake/noise', grid: { share: [0.2, 0.4] } }]
    const free = await compare({ candidates })
    const near = free.rows.find(({ label }) => label.includes('0.4'))?.metrics.get('fake/near')
    if (!near || near.mean === null || near.max === null) throw new Error('it is measured')
    const limit = (near.mean + near.max) / 2
    expect(near.mean).toBeLessThan(limit)
    const held = await compare({ candidates }, { limits: { 'fake/near': limit, 'fake/worse': 1e6 } })
    const [strong] = held.rows.filter(({ label }) => label.includes('0.4'))
    expect(strong).toMatchObject({ beyond: [{ value: near.max }], chosen: false })
    expect(strong.metrics.get('fake/worse')?.mean).toBeGreaterThan(0)
  })

  it('are refused on metrics without a value for these columns', async () => {
    const refused = compare({ candidates: [noise] }, { limits: { 'fake/uniques': 5 } })
    await expect(refused).rejects.toMatchObject({ code: 'BAD_OPTION' })
    await expect(refused).rejects.toThrow(/fake\/uniques has a limit, but cannot be measured here/)
  })
})

/* A method that moves every value by an amount. The loss is the amount; the risk is 16 minus the amount. */
const words = { title: 'Nudge', summary: 'A fake.', formula: 'y = x + amount', source: [{ where: 'this test' }] }
const nudge = defineMethod({
  ...words,
  id: 'test/nudge',
  traits: { missing: 'keep', scope: 'column' },
  params: z.object({
    amount: z
      .int()
      .min(0)
      .max(16)
      .default(1)
      .meta({ description: 'Amount to add.', search: { min: 0, max: 16, scale: 'linear', usual: [1, 15] } }),
  }),
  plan: () => ({
    form: 'file',
    mask: ({ data, columns, params }) => ({
      files: [
        {
          columns: new Map(
            columns.map((name) => [
              name,
              numeric(numericValues(data, name).map((x, i) => (i % 2 === 0 ? x + params.amount : x - params.amount))),
            ]),
          ),
        },
      ],
    }),
  }),
})
const metricOf = (id: string, kind: 'risk' | 'loss', of: (amount: number) => number): Metric =>
  defineMetric({
    ...words,
    id,
    kind,
    better: 'lower',
    unit: '%',
    range: [0, 100],
    recordsOf: 'masked',
    needsOrigin: true,
    atIdentity: of(0),
    params: z.object({}),
    plan: () => ({
      form: 'file',
      measure({ original: x, masked, columns: [name] }) {
        const [before, after] = [numericValues(x, name), numericValues(masked, name)]
        const mean = before.reduce((sum, value, i) => sum + Math.abs(after[i] - value), 0) / before.length
        return { value: of(mean), used: before.length }
      },
    }),
  })
const nudging = createRegistry()
  .use([
    {
      name: 'nudging',
      version: '1.0.0',
      sdc: '^1',
      methods: [nudge],
      metrics: [
        metricOf('test/left', 'risk', (amount) => Math.max(0, 16 - amount)),
        metricOf('test/amount', 'loss', (amount) => Math.min(100, amount)),
        metricOf('test/other', 'loss', (amount) => Math.min(100, 2 * amount)),
      ],
    },
  ])
  .freeze()

/** Plans that differ in the amount alone; a risk limit of 12 requires an amount of 4. */
function nudged(more: Partial<DecideInput> = {}, plan: object = {}): Promise<Comparison> {
  const axes = { risk: 'test/left', loss: 'test/amount' }
  const { candidates, ...rest } = parseComparePlan({
    columns: 'all',
    candidates: [{ use: 'test/nudge' }],
    axes,
    ...plan,
  })
  return decide({
    registry: nudging,
    original: numbers({ x: Array.from({ length: 40 }, (_, i) => (i * 37) % 41) }),
    rng: seededRng('1'),
    compare: 'candidates' in plan ? { ...rest, candidates } : rest,
    limits: { 'test/left': 12 },
    ...more,
  })
}
const amounts = ({ rows }: Comparison): unknown[] => rows.map(({ steps }) => steps[0].params.amount)
const chosenAmount = ({ rows }: Comparison): unknown => rows.find(({ chosen }) => chosen)?.steps[0].params.amount
const counted = ({ decision }: Comparison): unknown => decision?.tried.values

describe('the check of the choice', () => {
  const plan = { candidates: [{ use: 'fake/noise', grid: { share: [0.1, 0.5] } }], then: [[]] }
  const limits = { 'fake/near': 100 }

  it('drops a refused plan with its reason, and chooses the next one', async () => {
    const first = (await compare(plan, { limits })).rows.find(({ chosen }) => chosen)
    const check: DecideInput['check'] = async ({ label }) => (label === first?.label ? ['an open column'] : [])
    const { rows, verdict } = await compare(plan, { limits, check })
    expect(rows.find(({ label }) => label === first?.label)?.refusals).toEqual(['an open column'])
    expect(rows.filter(({ chosen }) => chosen)).toHaveLength(1)
    expect(rows.find(({ chosen }) => chosen)?.label).not.toBe(first?.label)
    expect(verdict).toContain('its release would be refused (an open column)')
  })

  it('is left out, with a note, if the comparison was stopped', async () => {
    let checked = 0
    const check: DecideInput['check'] = async () => [`refused ${checked++}`]
    const { rows, notes } = await compare(plan, { limits, check, stopped: () => true })
    expect(rows.filter(({ chosen }) => chosen)).toHaveLength(1)
    expect(checked).toBe(0)
    expect(notes.join()).toContain('0 of 1 checks of the choice as a release')
  })

  it('leaves no choice if every plan is refused', async () => {
    const { rows, verdict } = await compare(plan, { limits, check: async () => ['an open column'] })
    expect(rows.some(({ chosen }) => chosen)).toBe(false)
    expect(verdict).toContain('with an open column')
  })
})

describe('a search', () => {
  it('moves half the way to the neighbours of the best value, until a round improves nothing', async () => {
    const usual = await nudged()
    expect([amounts(usual), chosenAmount(usual)]).toEqual([[15], 15])
    const searched = await nudged({ search: true })
    // From 15 to 8 and 16, from 8 to 5 and 12, from 5 to 3, which breaks the limit, and 7.
    expect(amounts(searched).sort((a, b) => Number(a) - Number(b))).toEqual([5, 7, 8, 12, 15, 16])
    expect(chosenAmount(searched)).toBe(5)
    expect(counted(searched)).toBe(8)
    expect(searched.notes).toContain('the search tried 6 further parts in 3 rounds')
    expect((await nudged({ search: true })).verdict).toBe(searched.verdict)
  })

  it('starts from the nearest plans if none keeps the limits', async () => {
    const searched = await nudged({ search: true }, { candidates: [{ use: 'test/nudge', grid: { amount: [2, 3] } }] })
    expect(chosenAmount(searched)).toBeGreaterThan(3)
  })
})

describe('early pairs', () => {
  const candidates = [{ use: 'test/nudge', grid: { amount: [15, 4, 5, 6, 7, 8, 9] } }]

  it('are shown before all parts are screened, and change neither the choice nor its values', async () => {
    const stages: string[] = []
    let seen = 0
    const early = await nudged(
      { found: (soFar) => (seen += soFar().rows.length), progress: ({ stage }) => seen > 0 && stages.push(stage) },
      { candidates },
    )
    const usual = await nudged({}, { candidates })
    expect(stages.filter((stage) => stage === 'parts of plans').length).toBeGreaterThan(3)
    const chosen = ({ rows }: Comparison): unknown => rows.find((row) => row.chosen)
    expect(chosen(early)).toEqual(chosen(usual))
    expect(early.verdict).toBe(usual.verdict)
    expect(early.rows.length).toBeGreaterThanOrEqual(usual.rows.length)
  })

  it('remain if a comparison is stopped, and may be chosen', async () => {
    let seen = 0
    const stopped = await nudged({ found: () => seen++, stopped: () => seen > 2 }, { candidates })
    expect(stopped.rows.length).toBeGreaterThanOrEqual(3)
    expect(chosenAmount(stopped)).toBe(Math.min(...(amounts(stopped) as number[]).filter((amount) => amount >= 4)))
  })
})

describe('stored measurements', () => {
  const candidates = [{ use: 'test/nudge', grid: { amount: [15, 4, 5] } }]
  const store = (
    known: Map<string, readonly KeptMeasurement[]>,
  ): KeptMeasurements & { readonly added: () => number } => {
    let added = 0
    return {
      get: (key) => known.get(key),
      set(key, measurements) {
        added++
        known.set(key, measurements)
      },
      added: () => added,
    }
  }

  it('are reused for other limits and after a stop, with the same result', async () => {
    const known = new Map<string, readonly KeptMeasurement[]>()
    const [first, again, other] = [store(known), store(known), store(known)]
    let seen = 0
    await nudged({ kept: first, found: () => seen++, stopped: () => seen > 1 }, { candidates })
    expect(first.added()).toBeGreaterThan(0)
    const resumed = await nudged({ kept: again }, { candidates })
    const anew = store(new Map())
    expect(resumed).toEqual(await nudged({ kept: anew }, { candidates }))
    expect(again.added()).toBeLessThan(anew.added())
    const limits = { 'test/left': 11.5 }
    expect(chosenAmount(await nudged({ kept: other, limits }, { candidates }))).toBe(5)
    expect(other.added()).toBeLessThan(anew.added() / 2)
    // A further metric is measured alone.
    const more = await nudged({ kept: store(known), metrics: [{ use: 'test/other', params: {} }] }, { candidates })
    expect(more.rows.every(({ metrics }) => metrics.has('test/other'))).toBe(true)
  })
})

describe('a shorter comparison', () => {
  it('tries one variant of each method if it is quick', async () => {
    const quick = await nudged({ quick: true, limits: {} })
    expect([amounts(quick), counted(quick)]).toEqual([[1], 1])
    expect(quick.rows.every(({ replicates }) => replicates <= 2)).toBe(true)
    expect(quick.notes).toEqual(['quick search: 1 of the 2 usual parts tried, finalists run twice'])
  })

  it('measures as many pairs as the budget allows, at least one, and notes what was left out', async () => {
    let now = 0
    const candidates = [{ use: 'test/nudge', grid: { amount: [15, 4, 5, 6, 7, 8, 9] } }]
    const budget = { seconds: 10, clock: () => now++ }
    const ended = await nudged({ budget }, { candidates })
    expect(counted(ended)).toBeLessThan(7)
    expect(chosenAmount(ended)).toBe(4)
    expect(ended.notes).toEqual([
      expect.stringMatching(/^the budget of 10 s ended after \d of 9 parts, .*; more time may find a better plan$/),
    ])
    const none = await nudged({ budget: { seconds: 1e-9, clock: () => now++ } }, { candidates })
    // The middle of the list comes first.
    expect([counted(none), chosenAmount(none)]).toEqual([1, 6])
  })

  it('returns the results so far if a user stops it', async () => {
    const candidates = [{ use: 'test/nudge', grid: { amount: [15, 4, 5] } }]
    const stopped = await nudged({ stopped: () => true, search: true }, { candidates })
    expect([counted(stopped), chosenAmount(stopped)]).toEqual([1, 4])
    expect(stopped.notes[0]).toMatch(/^the comparison was stopped after 3 of 5 parts/)
  })
})
