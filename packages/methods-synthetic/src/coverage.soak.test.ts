import { describe, expect, it } from 'vitest'
import { coverage, truths, type CoverageOptions, type Quantity } from './coverage.fixture.js'

const isLong = process.env.SDC_SOAK === '1'
const runs = isLong ? 2000 : 400
// Three standard errors of a share of 95 % beyond 93 to 97 %.
const slack = 3 * Math.sqrt((95 * 5) / runs)

const regressions = { x1: 'normal', x2: 'normal', y: 'normal', g: 'logit' } as const
const chain = { x2: 'normal', y: 'normal' } as const
const all = Object.keys(truths) as Quantity[]
const means: Quantity[] = ['mean of y', 'share of a']

const cases: readonly (readonly [string, Omit<CoverageOptions, 'runs'>, readonly Quantity[]])[] = [
  ['trees, 5 files', { params: { sets: 5 }, kind: 'synthetic' }, means],
  ['trees, a fifth of the records', { params: { sets: 5, percentOfRecords: 20 }, kind: 'synthetic' }, means],
  ['trees of some columns', { params: { sets: 5, kind: 'partial' }, kind: 'partial' }, means],
  ['regressions, 5 files', { params: { sets: 5, models: regressions }, kind: 'synthetic' }, all],
  [
    'regressions, three times the records',
    { params: { sets: 5, models: regressions, percentOfRecords: 300 }, kind: 'synthetic' },
    all,
  ],
  ['regressions of some columns', { params: { sets: 5, kind: 'partial', models: chain }, kind: 'partial' }, all],
  ...(isLong
    ? ([
        ['trees, 20 files', { params: { sets: 20 }, kind: 'synthetic' }, means],
        ['regressions, 20 files', { params: { sets: 20, models: regressions }, kind: 'synthetic' }, all],
      ] as const)
    : []),
]

describe('combined 95 % intervals of synthetic files have their nominal coverage', () => {
  it.each(cases)('%s', async (_, options, quantities) => {
    const covered = await coverage({ ...options, runs })
    for (const quantity of quantities) {
      expect(covered[quantity], quantity).toBeGreaterThan(93 - slack)
      expect(covered[quantity], quantity).toBeLessThan(97 + slack)
    }
  })

  it('fails by the rule for partial files if there are more records', async () => {
    const params = { sets: 5, models: regressions, percentOfRecords: 300 }
    expect((await coverage({ params, kind: 'partial', runs }))['mean of y']).toBeLessThan(90)
  })
})
