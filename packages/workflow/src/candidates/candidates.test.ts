import { describe, expect, it } from 'vitest'
import { dataset, describeParams, numeric } from '@sdc/core'
import { candidatesOf, parsePlan } from '@sdc/engine'
import { registry } from '../in-memory.fixture.js'
import { plannedComparison, usualComparison, withWishes } from './comparison-plan.js'
import { candidateFromText, usualCandidates } from './usual-candidates.js'

const file = dataset([['income', numeric([1, 2, 3])]])
const numbersOnly = { numeric: ['income'], categorical: [], anyGiven: false }

describe('usual candidates', () => {
  it('are methods for categories where there are only these, and pairs of methods where there are both', () => {
    const categorical = usualCandidates(registry, undefined, { numeric: [], categorical: ['job'], anyGiven: false })
    expect(categorical.map(({ use }) => use)).toContain('microaggregation/categorical')
    for (const { use } of categorical)
      expect(registry.get('methods', use).traits.accepts).toEqual(expect.arrayContaining(['ordered', 'nominal']))
    const numbers = usualCandidates(registry, undefined, numbersOnly)
    const mixed = usualCandidates(registry, undefined, { ...numbersOnly, categorical: ['job'] })
    expect(mixed).toHaveLength(numbers.length * categorical.length)
    expect(mixed[0]).toMatchObject({ use: numbers[0].use, columns: ['income'], with: [{ columns: ['job'] }] })
  })

  it('are every masking of numbers, with values that its first searchable parameter takes', () => {
    const usual = usualCandidates(registry, undefined, numbersOnly)
    const ids = usual.map(({ use }) => use)
    expect(ids).toContain('noise/additive')
    for (const { use, grid } of usual) {
      const { traits, params } = registry.get('methods', use)
      expect(traits).toMatchObject({ accepts: ['numeric'], postMasking: false, searched: true })
      expect(['keys', 'required']).not.toContain(traits.given)
      const searchable = describeParams(params).find(({ search }) => search)
      expect(Object.keys(grid)).toEqual(searchable ? [searchable.name] : [])
      for (const values of Object.values(grid)) {
        expect(values[0]).toBeCloseTo(searchable?.search?.min ?? Number.NaN, 2)
        expect(values.length).toBeLessThanOrEqual(3)
      }
    }
    // The engine accepts them all.
    expect(
      candidatesOf(registry, usualComparison(registry, { columns: 'all' }, file, undefined)).length,
    ).toBeGreaterThan(ids.length)
  })

  it('are more where there are columns to condition on, and the named ones where some are named', () => {
    const conditional = registry
      .all('methods')
      .filter(({ traits }) => traits.given === 'required' && traits.accepts.join() === 'numeric')
    expect(conditional.length).toBeGreaterThan(0)
    const uses = (anyGiven: boolean): string[] =>
      usualCandidates(registry, undefined, { ...numbersOnly, anyGiven }).map(({ use }) => use)
    for (const { id } of conditional.filter(({ traits }) => !traits.postMasking)) {
      expect(uses(true)).toContain(id)
      expect(uses(false)).not.toContain(id)
    }
    expect(usualCandidates(registry, ['microaggregation/mdav'], numbersOnly).map(({ use }) => use)).toEqual([
      'microaggregation/mdav',
    ])
  })

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
    compare: { candidates: [{ use: 'noise/additive' }], columns: ['a'], by: ['r'], smallGroups: 'pooled', maxRisk: 3 },
  })

  it('goes before what the plan says; the rest is as the plan has it', () => {
    const compare = plannedComparison(plan, 'plan.yaml')
    expect(withWishes(compare, {})).toEqual(compare)
    expect(withWishes(compare, { columns: ['b'], replicates: 2, risk: 'risk/dld', smallGroups: 'keep' })).toEqual({
      ...compare,
      columns: ['b'],
      replicates: 2,
      axes: { risk: 'risk/dld', loss: undefined },
      smallGroups: 'keep',
    })
  })

  it('needs a comparison in the plan', () => {
    expect(() => plannedComparison(parsePlan({ steps: [] }), 'plan.yaml')).toThrow(
      expect.objectContaining({ code: 'BAD_PLAN', place: { file: 'plan.yaml' } }),
    )
  })

  it('tries every candidate reverse-mapped as well, unless it is not wished for', () => {
    const methods = ['noise/additive']
    expect(
      usualComparison(registry, { methods, columns: 'all' }, file, undefined).then.map((steps) =>
        steps.map(({ use }) => use),
      ),
    ).toEqual([[], ['reverse-map/rank']])
    expect(usualComparison(registry, { methods, reverseMap: false, columns: 'all' }, file, undefined).then).toEqual([
      [],
    ])
    const only = usualComparison(registry, { try: ['swapping/rank-swap percent=5,10'] }, file, undefined)
    expect(only.candidates).toEqual([{ use: 'swapping/rank-swap', grid: { percent: [5, 10] }, params: {}, with: [] }])
  })
})
