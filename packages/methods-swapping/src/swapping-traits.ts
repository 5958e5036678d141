import type { Traits } from '@sdc/core'

/** What all methods claim that swap the ranks of each column by itself. */
export const swappingTraits: Traits = {
  columns: 'numeric',
  stochastic: true,
  missing: 'keep',
  given: 'unused',
  keepsRows: true,
  ordered: false,
  columnwise: true,
  keepsMarginals: true,
  keepsMeans: true,
  keepsCorrelations: false,
  keepsCovariances: false,
  kAnonymousBy: null,
  postMasking: false,
}
