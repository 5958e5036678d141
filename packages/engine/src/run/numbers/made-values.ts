import { claimed } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'

/**
 * Origin of the numbers of a step.
 *
 * `drawn`: they contain random draws (noise, a model). `computed`: they are computed from the original's without a draw
 * (averages, midpoints, transforms). `own`: values of the original, or of a few that the user chose, or moved on the
 * grid of the masked file.
 */
export type MadeValues = 'drawn' | 'computed' | 'own'

/**
 * Derives the kind of numbers that a step makes from its traits.
 *
 * @param step - The step; its parameters decide about claims with a condition.
 * @returns The kind of its numbers.
 */
export function madeValues({ method: { traits }, params }: BoundStep): MadeValues {
  if (
    traits.postMasking ||
    traits.adds ||
    traits.kinds === 'pseudonyms' ||
    traits.permutes ||
    claimed(traits.claims.marginals, params)
  )
    return 'own'
  if (traits.stochastic && traits.draws === 'numbers') return 'drawn'
  // Choices that keep means are averages whose groups were chosen; other choices are multiples of a base, or a mode.
  return !traits.stochastic || claimed(traits.claims.means, params) ? 'computed' : 'own'
}

/** Moments that a step keeps exactly, by its claims; empty if there are none. */
export function exactMoments({ method: { traits }, params }: BoundStep): string[] {
  const { claims } = traits
  return (['means', 'correlations', 'covariances'] as const).filter((name) => claimed(claims[name], params))
}
