import { createRegistry, resolveParams } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { streamChecks } from '../../test-kit/src/method/method-streams.js'
import standard from './index.js'
import { sharingStreams } from './shared-streams.fixture.js'

const registry = createRegistry().use(standard).freeze()

/** One method of each kind that draws for its columns; their releases are not masked as they seem. */
const mutants: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['noise/additive', {}],
  ['swapping/rank-swap', {}],
  ['reverse-map/clusters', {}],
  ['coding/rounding', { random: true }],
  ['microaggregation/categorical', { k: 2, ties: 'random' }],
  ['copula/data-shuffling', {}],
  ['linear/gadp-ci', {}],
]

describe('a method that draws all its columns from one stream', () => {
  it.each(mutants)('is detected: %s', async (id, given) => {
    const method = sharingStreams(registry.get('methods', id))
    const cases = [{ label: JSON.stringify(given), params: resolveParams(method.params, given) }]
    const [ofColumns] = await streamChecks({ method, cases })
    expect(ofColumns.message).toMatch(/random numbers of their own for (first and second|kind and sort): .* by -?[01]/)
  })
})
