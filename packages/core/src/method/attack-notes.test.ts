import { describe, expect, it } from 'vitest'
import { conditionText, methodNotes } from './attack-notes.js'
import { plainTraits, type Traits } from './traits.js'

const texts = (traits: Partial<Traits>): string[] =>
  methodNotes({ traits: { ...plainTraits, ...traits } }).map(({ topic, text }) => `${topic}: ${text}`)

describe('methodNotes', () => {
  it('says nothing of a method that draws and keeps nothing, and leaves its own notes', () => {
    expect(texts({})).toEqual([])
    const own = { topic: 'limits', text: 'It has limits.' } as const
    expect(methodNotes({ traits: { ...plainTraits, stochastic: true }, notes: [own] })[0]).toBe(own)
  })

  it('says of every method that draws what repeated releases tell', () => {
    expect(texts({ stochastic: true })).toEqual([
      expect.stringMatching(/^attacks: Repeated release: .*averages.*1\/√R/),
    ])
    const categories = texts({ stochastic: true, accepts: ['nominal'] })
    expect(categories[0]).toContain('most frequent')
    expect(categories[0]).not.toContain('√R')
    for (const more of [{ records: 'synthetic' }, { records: 'subset' }, { postMasking: true }] as const)
      expect(texts({ stochastic: true, ...more })).toEqual([
        expect.stringMatching(/^attacks: Repeated release: .*Release once/),
      ])
    const permuted = texts({ stochastic: true, postMasking: true, claims: { marginals: true } })
    expect(permuted[0]).toContain('draws a new permutation')
    expect(texts({ stochastic: true, postMasking: true })[0]).not.toContain('permutation')
    const independent = texts({ stochastic: true, claims: { independentGiven: { when: { similarity: 0 } } } })
    expect(independent[0]).toContain('(if similarity = 0) tells no more than the given columns')
  })

  it('says of exact moments who can solve them, for the parameters that make them exact', () => {
    const [second] = texts({ given: 'optional', claims: { means: true, covariances: { when: { exact: true } } } })
    expect(second).toContain('(if exact = true)')
    expect(second).toContain('m ≤ 1 + q')
    expect(second).toContain('fewer than q + p + 12 records')
    // Exact noise claims means, and has second moments to a known multiple.
    const [noise] = texts({ scope: 'column', claims: { means: { when: { exact: true } } } })
    expect(noise).toContain('a sum and a sum of squares a column')
    expect(noise).toContain('m = 2 a mirror image remains')
    expect(noise).toContain('fewer than 13 records')
    expect(noise).not.toMatch(/\bq\b/)
    const [means] = texts({ claims: { means: true } })
    expect(means).toContain('knows all values of a group but one')
    expect(texts({ claims: { means: true, marginals: true } })).toEqual([])
  })
})

describe('conditionText', () => {
  it('says when a claim holds', () => {
    expect(conditionText({ when: { k: null, mode: 'linked', label: '' } })).toBe('if k is not set and mode = linked and label is empty') // oxfmt-ignore
  })
})
