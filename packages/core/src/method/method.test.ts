import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { cardProblems, idPattern } from '../card/card.js'
import { defineMethod, methodProblems, type MaskingMethod } from './method.js'
import { claimed, kParameter, plainTraits, type Traits } from './traits.js'

const traits: Traits = {
  ...plainTraits,
  missing: 'keep',
  scope: 'column',
  claims: { means: { when: { ties: 'random' } }, correlations: true, kAnonymousBy: 'k' },
}

const good = defineMethod({
  id: 'test/nothing',
  title: 'Nothing',
  summary: 'Changes nothing.',
  formula: 'y = x',
  source: [{ where: 'this test' }],
  traits,
  params: z.object({
    k: z.int().min(1).default(1).meta({ description: 'K.' }),
    ties: z.enum(['random', 'first']).default('random').meta({ description: 'T.' }),
  }),
  plan: () => ({ form: 'file', mask: () => ({ files: [{ columns: new Map() }] }) }),
})

const changed = (change: object): string[] => methodProblems({ ...good, ...change })
const withTraits = (change: object): string[] => changed({ traits: { ...traits, ...change } })

describe('defineMethod', () => {
  it('fills in the traits that are not said', () => {
    expect(defineMethod({ ...good, traits: {} }).traits).toEqual(plainTraits)
    expect(defineMethod({ ...good, traits: { given: 'keys' } }).traits).toEqual({ ...plainTraits, given: 'keys' })
  })
})

describe('idPattern', () => {
  it.each(['noise/additive', 'reverse-map/rank', 'a1/2-b'])('takes %s', (id) => expect(id).toMatch(idPattern))
  it.each([
    'additive',
    'noise/',
    '/a',
    'Noise/a',
    'noise/a/b',
    'noise/a_b',
    'noise-/a',
    'noise/-a',
    '1a/b',
    'noise/a b',
    'noise/a\n',
  ])('refuses %j', (id) => expect(id).not.toMatch(idPattern))
})

describe('cardProblems', () => {
  it('names what is missing', () => {
    expect(cardProblems(good)).toEqual([])
    expect(cardProblems({})).toEqual([
      'id undefined is not of the form family/name',
      'card: title is missing',
      'card: summary is missing',
      'card: formula is missing',
      'card: source is missing',
    ])
    expect(cardProblems({ ...good, title: ' ' })).toEqual(['test/nothing: title is missing'])
  })
})

describe('methodProblems', () => {
  it('finds nothing in a good method', () => {
    expect(methodProblems(good)).toEqual([])
    expect(withTraits({ claims: {} })).toEqual([])
    expect(withTraits({ claims: { kAnonymousBy: { parameter: 'k', when: { k: 3 } } } })).toEqual([])
  })

  it.each<[object, string]>([
    [{ params: undefined }, 'test/nothing: params is not a zod object'],
    [{ plan: undefined }, 'test/nothing: plan is not a function'],
    [{ formula: '' }, 'test/nothing: formula is missing'],
  ])('%j', (change, problem) => {
    expect(changed(change)).toContain(problem)
  })

  it.each<[object, string]>([
    [{ accepts: [] }, 'trait accepts is not a list of numeric, ordered, nominal'],
    [{ accepts: ['text'] }, 'trait accepts is not a list of numeric, ordered, nominal'],
    [{ missing: undefined }, 'trait missing is undefined, not one of refuse, keep, own'],
    [{ given: true }, 'trait given is true, not one of unused, optional, required, keys'],
    [{ records: 'some' }, 'trait records is "some", not one of same, subset, synthetic'],
    [{ scope: 'group' }, 'trait scope is "group", not one of cell, column, file'],
    [{ kinds: 'finer' }, 'trait kinds is "finer", not one of same, coarser, pseudonyms'],
    [{ stochastic: 'yes' }, 'trait stochastic is not true or false'],
    [{ adds: undefined }, 'trait adds is not true or false'],
    [{ ordered: 0 }, 'trait ordered is not true or false'],
    [{ postMasking: undefined }, 'trait postMasking is not true or false'],
    [{ permutes: 'yes' }, 'trait permutes is not true or false'],
    [{ searched: 1 }, 'trait searched is not true or false'],
    [{ keeps: true }, 'there is no trait keeps'],
    [{ claims: null }, 'trait claims is not an object'],
    [{ claims: { means: null } }, 'claim means is not true, false or { when: … }'],
    [{ claims: { correlations: { when: null } } }, 'claim correlations is not true, false or { when: … }'],
    [{ claims: { covariances: {} } }, 'claim covariances is not true, false or { when: … }'],
    [{ claims: { means: { when: { tise: 'random' } } } }, 'claim means names no parameter: tise'],
    [{ claims: { kAnonymousBy: null } }, 'claim kAnonymousBy is not the name of a parameter or { parameter, when }'],
    [{ claims: { kAnonymousBy: { parameter: 'k', when: { kk: 1 } } } }, 'claim kAnonymousBy names no parameter: kk'],
    [{ claims: { kAnonymousBy: { parameter: 'kk', when: { k: 1 } } } }, 'claim kAnonymousBy names no parameter: kk'],
    [{ claims: { kAnonymousBy: 'n' } }, 'claim kAnonymousBy names no parameter: n'],
    [{ claims: { kAnonymousBy: 'toString' } }, 'claim kAnonymousBy names no parameter: toString'],
    [
      { claims: { mean: true } },
      'there is no claim mean: use marginals, means, correlations, covariances, differences, expectedMarginals, approachesCorrelations, approachesRankCorrelations, independentGiven, newPersons, kAnonymousBy',
    ],
  ])('%j', (change, problem) => {
    expect(withTraits(change)).toEqual([`test/nothing: ${problem}`])
  })

  it('reports on anything at all without failing itself', () => {
    for (const junk of [
      {},
      { traits: null },
      { id: 5 },
      { params: null, traits: { claims: { kAnonymousBy: 'k' } } },
      null,
      undefined,
      'text',
    ]) {
      expect(methodProblems(junk as Partial<MaskingMethod>).length).toBeGreaterThan(0)
    }
  })
})

describe('kParameter', () => {
  const by = (kAnonymousBy: NonNullable<Traits['claims']['kAnonymousBy']>): Traits => ({
    ...plainTraits,
    claims: { kAnonymousBy },
  })

  it('the parameter that the claim names, where it holds', () => {
    expect(kParameter(plainTraits, { k: 3 })).toBeNull()
    expect(kParameter(by('k'), { k: 3 })).toBe('k')
    const conditional = by({ parameter: 'k', when: { ties: 'random' } })
    expect(kParameter(conditional, { k: 3, ties: 'random' })).toBe('k')
    expect(kParameter(conditional, { k: 3, ties: 'first' })).toBeNull()
  })
})

describe('claimed', () => {
  it('always, never, or where the parameters have these values', () => {
    expect(claimed(true, {})).toBe(true)
    expect(claimed(false, {})).toBe(false)
    expect(claimed(undefined, {})).toBe(false)
    expect(claimed({ when: { seed: null } }, {})).toBe(true)
    const claim = { when: { ties: 'random', k: 0 } }
    expect(claimed(claim, { ties: 'random', k: 0, other: 1 })).toBe(true)
    expect(claimed(claim, { ties: 'first', k: 0 })).toBe(false)
    expect(claimed(claim, { ties: 'random' })).toBe(false)
    expect(claimed({ when: {} }, {})).toBe(true)
  })
})
