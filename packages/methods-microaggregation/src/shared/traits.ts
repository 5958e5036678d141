import type { Traits } from '@sdc/core'

/** What the methods claim that mask each column by groups of its own. */
export const columnwiseTraits: Traits = {
  columns: 'numeric',
  stochastic: false,
  missing: 'refuse',
  given: 'unused',
  keepsRows: true,
  ordered: false,
  columnwise: true,
  keepsMarginals: false,
  keepsMeans: true,
  keepsCorrelations: false,
  keepsCovariances: false,
  kAnonymousBy: 'k',
  postMasking: false,
}

/** What those claim that mask several columns by the same groups; consecutive blocks need the order of the columns. */
export const togetherTraits: Traits = { ...columnwiseTraits, ordered: true, columnwise: false }
