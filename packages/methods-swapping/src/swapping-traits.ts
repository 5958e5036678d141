import type { Traits } from '@sdc/core'

/** What all methods claim that swap the ranks of each column by itself. */
export const swappingTraits: Partial<Traits> = {
  stochastic: true,
  draws: 'choices',
  missing: 'keep',
  scope: 'column',
  claims: { marginals: true, means: true },
}
