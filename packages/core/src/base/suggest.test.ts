import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closestTo } from './suggest.js'

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
    ['noise/aditive', 'noise/additive'],
    ['Noise/Additive', 'noise/additive'],
    ['noise/corelated', 'noise/correlated'],
  ])('%s means %s', (name, meant) => {
    expect(closestTo(name, known)).toBe(meant)
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
