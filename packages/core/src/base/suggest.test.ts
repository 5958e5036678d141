import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closestTo, didYouMean } from './suggest.js'

const known = [
  'noise/additive',
  'noise/correlated',
  'microaggregation/mdav',
  'swapping/rank-swap',
  'swapping/rank-swap-pdist',
]

describe('closestTo', () => {
  it.each([
    ['mdav', 'microaggregation/mdav'],
    ['MDAV', 'microaggregation/mdav'],
    ['rank-swap', 'swapping/rank-swap'],
    ['pdist', 'swapping/rank-swap-pdist'],
    ['mdva', 'microaggregation/mdav'],
    ['aditive', 'noise/additive'],
    ['noise/aditive', 'noise/additive'],
    ['Noise/Additive', 'noise/additive'],
    ['noise/corelated', 'noise/correlated'],
  ])('%s means %s', (name, meant) => {
    expect(closestTo(name, known)).toBe(meant)
  })

  it('suggests other capitals, blanks and hyphens before anything else', () => {
    const columns = ['incomes', 'INCOME', 'house hold', 'tax-rate']
    expect(closestTo('income', columns)).toBe('INCOME')
    expect(closestTo('Household', columns)).toBe('house hold')
    expect(closestTo(' tax_rate ', columns)).toBe('tax-rate')
    expect(didYouMean('income', columns)).toBe('Did you mean "INCOME"? ')
    expect(didYouMean('INCOME', columns)).toBe('')
  })

  it('takes two letters that changed places for one mistake, and two others of three for another word', () => {
    expect(closestTo('aeg', ['tax', 'age'])).toBe('age')
    expect(closestTo('sex', ['tax'])).toBeUndefined()
  })

  it('finds names with capitals, in their own spelling', () => {
    expect(closestTo('relativevariance', ['k', 'relativeVariance'])).toBe('relativeVariance')
    expect(closestTo('VARIANCE', ['k', 'relativeVariance'])).toBe('relativeVariance')
  })

  it('says nothing where nothing is near', () => {
    expect(closestTo('clustering', known)).toBeUndefined()
    expect(closestTo('x', ['k', 'ties'])).toBeUndefined()
    expect(closestTo('e', ['relativeVariance'])).toBeUndefined()
    expect(closestTo('', known)).toBeUndefined()
    expect(closestTo('mdav', [])).toBeUndefined()
  })

  it('answers with a known name or nothing, and a known name with itself where no other ends in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 })), (name, names) => {
        expect([undefined, ...names]).toContain(closestTo(name, names))
      }),
    )
    for (const one of known) expect(closestTo(one, known)).toBe(one)
  })
})
