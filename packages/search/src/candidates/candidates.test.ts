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
  it('are parsed by the types of the parameters', () => {
    expect(candidateFromText(registry, 'microaggregation/mdav k=3,5')).toEqual({
      use: 'microaggregation/mdav',
      grid: { k: [3, 5] },
    })
    expect(() => candidateFromText(registry, 'microaggregation/mdav k=')).toThrow(/k has no value/)
  })
})

describe('options of a comparison', () => {
  const plan = parsePlan({
    compare: { candidates: [{ use: 'noise/additive' }], columns: ['a'], by: ['r'], smallGroups: 'pooled' },
  })

  it('take precedence over the plan, which gives the rest', () => {
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

  it('require a comparison in the plan', () => {
    expect(() => plannedComparison(parsePlan({ steps: [] }), 'plan.yaml')).toThrow(
      expect.objectContaining({ code: 'BAD_PLAN', place: { file: 'plan.yaml' } }),
    )
  })

  it('try candidates reverse-mapped as well, unless it is switched off', () => {
    const uses = (requirements: ComparisonRequirements): string[][] =>
      planFromRequirements(registry, requirements).then.map((steps) => steps.map(({ use }) => use))
    expect(uses({})).toEqual([[], ['reverse-map/rank']])
    expect(uses({ reverseMap: false })).toEqual([[]])
  })

  it('select the named methods with their grids, or all usual ones', () => {
    const only = planFromRequirements(registry, { try: ['swapping/rank-swap percent=5,10'] })
    expect(only.candidates).toEqual([{ use: 'swapping/rank-swap', grid: { percent: [5, 10] }, params: {}, with: [] }])
    expect(planFromRequirements(registry, {})).not.toHaveProperty('candidates')
  })

  it('name methods by their ids, and families by their usual members', () => {
    const { methods } = planFromRequirements(registry, { methods: ['noise/additive', 'microaggregation'] })
    expect(methods?.[0]).toBe('noise/additive')
    expect(methods).toContain('microaggregation/mdav')
  })
})

describe('budgetSeconds', () => {
  it('parses a time with its unit', () => {
    expect(['30s', '2m', '1.5h', ' 10 s '].map(budgetSeconds)).toEqual([30, 120, 5400, 10])
    for (const text of ['soon', '120', '0s', '-2m'])
      expect(() => budgetSeconds(text)).toThrow(`budget: ${text} is not a time`)
  })
})
