import type { Traits } from '@sdc/core'

/** What the methods of this package have in common. */
export const copulaTraits: Traits = {
  columns: 'numeric',
  stochastic: true,
  missing: 'refuse',
  given: 'unused',
  keepsRows: true,
  ordered: false,
  columnwise: false,
  keepsMarginals: false,
  keepsMeans: false,
  keepsCorrelations: false,
  keepsCovariances: false,
  kAnonymousBy: null,
  postMasking: false,
}
