import { describe, expect, it } from 'vitest'
import { explained } from '../worker/compare/explained.js'
import { registry } from '../worker/registry.js'
import { pictureOf } from './pictures.js'

describe('explanations', () => {
  it('have three sentences for every method, and for the metrics of the page', () => {
    const methods = registry()
      .all('methods')
      .map(({ id }) => id)
    expect(methods.filter((id) => explained([id])[0].sentences.length !== 3)).toEqual([])
    for (const id of ['risk/key-linkage', 'risk/value-linkage', 'loss/statistics', 'permutation/level'])
      expect(explained([id])[0].sentences, id).toHaveLength(3)
  })

  it('are found by the id of an interval, once, and unknown ids have none', () => {
    expect(explained(['risk/dld:upper', 'risk/dld', 'risk/none']).map(({ title }) => title)).toEqual([
      'Distance-based record linkage (DLD)',
    ])
  })

  it('have a separate picture for every family', () => {
    const families = new Set(
      registry()
        .all('methods')
        .map(({ id }) => id.split('/')[0]),
    )
    const drawn = [...families, 'risk', 'loss'].map((family) => JSON.stringify(pictureOf(family)))
    expect(new Set(drawn).size).toBe(drawn.length)
  })
})
