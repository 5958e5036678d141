import type { Conditional, Traits } from '@sdc/core'

/** What every linear model of this package claims; each adds what it keeps. */
export const linearTraits: Traits = {
  columns: 'numeric',
  stochastic: true,
  missing: 'refuse',
  given: 'optional',
  keepsRows: true,
  ordered: false,
  columnwise: false,
  keepsMarginals: false,
  keepsMeans: false,
  keepsCorrelations: false,
  keepsCovariances: false,
  approachesCorrelations: false,
  approachesRankCorrelations: false,
  independentGiven: false,
  kAnonymousBy: null,
  postMasking: false,
}

/** Means and covariances, those with the given columns too, are the original's. */
export const exactMoments = {
  keepsMeans: true,
  keepsCorrelations: true,
  keepsCovariances: true,
  approachesCorrelations: true,
} as const satisfies Partial<Traits>

/** β2 = 0, whichever way it can be said. */
export const noSimilarity: Conditional = {
  when: { similarity: 0, similarityByColumn: null, similarityMatrix: null },
}
