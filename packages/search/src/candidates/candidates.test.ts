import { describe, expect, it } from 'vitest'
import { parsePlan } from '@sdc/engine'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { budgetSeconds } from './budget.js'
import { candidateFromText } from './candidate-text.js'
import {
  plannedComparison,
  planFromRequirements,
  withRequirements,
  type ComparisonRequirements,
} from './comparison-plan.js'

describe('candidates', () => {
  it('are read from texts by the types of the parameters', () => {
    expect(candidateFromText(registry, 'microaggregation/mdav k=3,5')).toEqual({
      use: 'microaggregation/mdav',
      grid: { k: [3, 5] },
    })
    expect(() => candidateFromText(registry, 'microaggregation/mdav k=')).toThrow(/k has no value/)
  })
})

describe('what a user wishes of a comparison', () => {
  const plan = parsePlan({
    compare: { candidates: [{ use: 'noise/additive' }], columns: ['a'], by: ['r'], smallGroups: 'pooled' },
  })

  it('goes before what the plan says; the rest is as the plan has it', () => {
    const compare = plannedComparison(plan, 'plan.yaml')
    expect(withRequirements(compare, {})).toEqual(compare)
    expect(withRequirements(compare, { columns: ['b'], replicates: 2, risk: 'risk/dld', smallGroups: 'keep' })).toEqual(
      {
        ...compare,
        columns: ['b'],
        replicates: 2,
        axes: { risk: 'risk/dld', loss: undefined },
        smallGroups: 'keep',
      },
    )
  })

  it('needs a comparison in the plan', () => {
    expect(() => plannedComparison(parsePlan({ steps: [] }), 'plan.yaml')).toThrow(
      expect.objectContaining({ code: 'BAD_PLAN', place: { file: 'plan.yaml' } }),
    )
  })

  it('tries candidates reverse-mapped as well, unless it is not wished for', () => {
    const uses = (requirements: ComparisonRequirements): string[][] =>
      planFromRequirements(registry, requirements).then.map((steps) => steps.map(({ use }) => use))
    expect(uses({})).toEqual([[], ['reverse-map/rank']])
    expect(uses({ reverseMap: false })).toEqual([[]])
  })

  it('is what is named, with its grids, or all that is usual', () => {
    const only = planFromRequirements(registry, { try: ['swapping/rank-swap percent=5,10'] })
    expect(only.candidates).toEqual([{ use: 'swapping/rank-swap', grid: { percent: [5, 10] }, params: {}, with: [] }])
    expect(planFromRequirements(registry, {})).not.toHaveProperty('candidates')
  })

  it('are methods by their ids, and of a family those that are tried', () => {
    const { methods } = planFromRequirements(registry, { methods: ['noise/additive', 'microaggregation'] })
    expect(methods?.[0]).toBe('noise/additive')
    expect(methods).toContain('microaggregation/mdav')
  })
})

describe('a budget', () => {
  it('is a time with its unit', () => {
    expect(['30s', '2m', '1.5h', ' 10 s '].map(budgetSeconds)).toEqual([30, 120, 5400, 10])
    for (const text of ['soon', '120', '0s', '-2m'])
      expect(() => budgetSeconds(text)).toThrow(`budget: ${text} is not a time`)
  })
})
