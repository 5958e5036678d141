import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { cardProblems, idPattern } from '../base/card.js'
import { claimed, defineMethod, methodProblems, type MaskingMethod, type Traits } from './method.js'

const traits: Traits = {
  columns: 'numeric',
  stochastic: false,
  missing: 'keep',
  given: 'unused',
  keepsRows: true,
  ordered: false,
  columnwise: true,
  keepsMarginals: false,
  keepsMeans: { when: { ties: 'random' } },
  keepsCorrelations: true,
  keepsCovariances: false,
  kAnonymousBy: 'k',
  postMasking: false,
}

const good = defineMethod({
  id: 'test/nothing',
  title: 'Nothing',
  summary: 'Changes nothing.',
  formula: 'y = x',
  source: 'this test',
  traits,
  params: z.object({
    k: z.int().min(1).default(1).meta({ description: 'K.' }),
    ties: z.enum(['random', 'first']).default('random').meta({ description: 'T.' }),
  }),
  apply: () => ({ files: [] }),
})

const changed = (change: object): string[] => methodProblems({ ...good, ...change })
const withTraits = (change: object): string[] => changed({ traits: { ...traits, ...change } })

describe('defineMethod', () => {
  it('gives the method back as it is', () => {
    const method: MaskingMethod = { ...good }
    expect(defineMethod(method)).toBe(method)
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
    expect(withTraits({ kAnonymousBy: null })).toEqual([])
    expect(withTraits({ kAnonymousBy: { parameter: 'k', when: { k: 3 } } })).toEqual([])
  })

  it.each<[object, string]>([
    [{ params: undefined }, 'test/nothing: params is not a zod object'],
    [{ apply: undefined }, 'test/nothing: apply is not a function'],
    [{ formula: '' }, 'test/nothing: formula is missing'],
  ])('%j', (change, problem) => {
    expect(changed(change)).toContain(problem)
  })

  it.each<[object, string]>([
    [{ columns: 'text' }, 'trait columns is "text", not one of numeric, categorical, any'],
    [{ missing: undefined }, 'trait missing is undefined, not one of refuse, keep, own'],
    [{ given: true }, 'trait given is true, not one of unused, optional, required, keys'],
    [{ stochastic: 'yes' }, 'trait stochastic is not true or false'],
    [{ keepsRows: undefined }, 'trait keepsRows is not true or false'],
    [{ ordered: 0 }, 'trait ordered is not true or false'],
    [{ columnwise: null }, 'trait columnwise is not true or false'],
    [{ postMasking: undefined }, 'trait postMasking is not true or false'],
    [{ keepsMarginals: undefined }, 'trait keepsMarginals is not true, false or { when: … }'],
    [{ keepsMeans: null }, 'trait keepsMeans is not true, false or { when: … }'],
    [{ keepsCorrelations: { when: null } }, 'trait keepsCorrelations is not true, false or { when: … }'],
    [{ keepsCovariances: {} }, 'trait keepsCovariances is not true, false or { when: … }'],
    [{ keepsMeans: { when: { tise: 'random' } } }, 'trait keepsMeans names no parameter: tise'],
    [{ kAnonymousBy: undefined }, 'trait kAnonymousBy is not the name of a parameter, { parameter, when } or null'],
    [{ kAnonymousBy: { parameter: 'k', when: { kk: 1 } } }, 'trait kAnonymousBy names no parameter: kk'],
    [{ kAnonymousBy: { parameter: 'kk', when: { k: 1 } } }, 'trait kAnonymousBy names no parameter: kk'],
    [{ kAnonymousBy: 'n' }, 'trait kAnonymousBy names no parameter: n'],
    [{ kAnonymousBy: 'toString' }, 'trait kAnonymousBy names no parameter: toString'],
  ])('%j', (change, problem) => {
    expect(withTraits(change)).toEqual([`test/nothing: ${problem}`])
  })

  it('reports on anything at all without failing itself', () => {
    for (const junk of [
      {},
      { traits: null },
      { id: 5 },
      { params: null, traits: { kAnonymousBy: 'k' } },
      null,
      undefined,
      'text',
    ]) {
      expect(methodProblems(junk as Partial<MaskingMethod>).length).toBeGreaterThan(0)
    }
  })
})

describe('claimed', () => {
  it('always, never, or where the parameters have these values', () => {
    expect(claimed(true, {})).toBe(true)
    expect(claimed(false, {})).toBe(false)
    const claim = { when: { ties: 'random', k: 0 } }
    expect(claimed(claim, { ties: 'random', k: 0, other: 1 })).toBe(true)
    expect(claimed(claim, { ties: 'first', k: 0 })).toBe(false)
    expect(claimed(claim, { ties: 'random' })).toBe(false)
    expect(claimed({ when: {} }, {})).toBe(true)
  })
})
