import { claimed } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'

/**
 * Origin of the numbers of a step.
 *
 * `drawn`: they hold what it drew (noise, a model). `computed`: they are made of the original's (averages, midpoints,
 * transforms), without a draw in them. `own`: values of the original or of a few that the user chose, or moved on the grid
 * that the masked file has.
 */
export type MadeValues = 'drawn' | 'computed' | 'own'

/**
 * Derives from its traits the kind of numbers that a step makes.
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

/** The moments that a step keeps exactly, by its claims; empty where it keeps none. */
export function exactMoments({ method: { traits }, params }: BoundStep): string[] {
  const { claims } = traits
  return (['means', 'correlations', 'covariances'] as const).filter((name) => claimed(claims[name], params))
}
