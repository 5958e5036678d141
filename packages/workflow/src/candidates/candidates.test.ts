import { describe, expect, it } from 'vitest'
import { dataset, describeParams, numeric } from '@sdc/core'
import { candidatesOf, parsePlan } from '@sdc/engine'
import { registry } from '../in-memory.fixture.js'
import { plannedComparison, usualComparison, withWishes } from './comparison-plan.js'
import { candidateFromText, usualCandidates } from './usual-candidates.js'

const file = dataset([['income', numeric([1, 2, 3])]])
const numbersOnly = { numeric: ['income'], ordered: [], nominal: [], anyGiven: false }

describe('usual candidates', () => {
  const noCategories = { numeric: [], ordered: [], nominal: [], anyGiven: false }

  it('are methods for categories where there are only these', () => {
    const categorical = usualCandidates(registry, undefined, { ...noCategories, nominal: ['job'] })
    const uses = categorical.map(({ use }) => use)
    expect(uses).toEqual(expect.arrayContaining(['microaggregation/categorical', 'categorical/pram']))
    for (const { use } of categorical) expect(registry.get('methods', use).traits.accepts).toContain('nominal')
    // Ordered ones can be swapped by their ranks as well.
    const ordered = usualCandidates(registry, undefined, { ...noCategories, ordered: ['size'] })
    expect(ordered.map(({ use }) => use)).toContain('swapping/rank-swap')
    expect(uses).not.toContain('swapping/rank-swap')
  })

  it('are pairs of methods where there are both, and those that take all columns at once', () => {
    const at = { ...noCategories, numeric: ['income'], nominal: ['job'] }
    const mixed = usualCandidates(registry, undefined, at)
    const pairs = mixed.filter((one) => one.with !== undefined)
    expect(pairs[0]).toMatchObject({ columns: ['income'], with: [{ columns: ['job'] }] })
    expect(new Set(pairs.map(({ use }) => use))).toEqual(
      new Set(usualCandidates(registry, undefined, numbersOnly).map(({ use }) => use)),
    )
    const whole = mixed.filter((one) => one.with === undefined)
    expect(whole.map(({ use }) => use)).toContain('microaggregation/categorical')
    for (const { use, columns } of whole) {
      expect(registry.get('methods', use).traits.accepts).toEqual(expect.arrayContaining(['numeric', 'nominal']))
      expect(columns).toBeUndefined()
    }
    // Where all categories are ordered, rank swapping takes the whole file.
    const orderedMixed = usualCandidates(registry, undefined, { ...at, nominal: [], ordered: ['size'] })
    expect(orderedMixed.filter(({ use }) => use === 'swapping/rank-swap')).toEqual([
      expect.not.objectContaining({ with: expect.anything() }),
    ])
  })

  it('are every masking of numbers, with values that its first searchable parameter takes', () => {
    const usual = usualCandidates(registry, undefined, numbersOnly)
    const ids = usual.map(({ use }) => use)
    expect(ids).toContain('noise/additive')
    for (const { use, grid } of usual) {
      const { traits, params } = registry.get('methods', use)
      expect(traits).toMatchObject({ postMasking: false, searched: true })
      expect(traits.accepts).toContain('numeric')
      expect(traits.accepts).not.toContain('nominal')
      expect(['keys', 'required']).not.toContain(traits.given)
      const searchable = describeParams(params).find(({ search }) => search)
      expect(Object.keys(grid)).toEqual(searchable ? [searchable.name] : [])
      for (const values of Object.values(grid)) {
        const { usual, min = Number.NaN } = searchable?.search ?? {}
        if (usual) expect(values).toEqual(usual)
        else expect(values[0]).toBeCloseTo(min, 2)
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
      .filter(({ traits }) => traits.given === 'required' && !traits.accepts.includes('nominal'))
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
