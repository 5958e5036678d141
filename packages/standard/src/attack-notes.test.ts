import { claimed, methodNotes, resolveParams } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { registry } from './attacks/attacked.fixture.js'

/** Notes about attacks on a method's card. */
const said = (method: Parameters<typeof methodNotes>[0]): string =>
  methodNotes(method)
    .filter(({ topic }) => topic === 'attacks')
    .map(({ text }) => text)
    .join('\n')

describe('the cards', () => {
  it.each(
    registry
      .all('methods')
      .filter(({ traits }) => traits.stochastic)
      .map((one) => [one.id, one] as const),
  )('%s says what repeated releases tell', (_, method) => {
    expect(said(method)).toMatch(/Repeated release:.*Release once/)
  })

  it.each(
    registry
      .all('methods')
      .filter(({ traits }) => traits.claims.means && !traits.claims.marginals)
      .map((one) => [one.id, one] as const),
  )('%s says who solves its exact moments', (_, method) => {
    const settings = [{}, ...(method.examples ?? [])].map((given) => resolveParams(method.params, given))
    const { covariances, correlations } = method.traits.claims
    const second = settings.some((params) => claimed(covariances, params) || claimed(correlations, params))
    expect(said(method)).toMatch(second ? /knows all records but m computes these/ : /knows all|all but m/)
    // A note about a single unknown value is replaced by a stronger one if second moments are exact.
    if (second) expect(said(method)).not.toMatch(/values but one/)
  })
})
