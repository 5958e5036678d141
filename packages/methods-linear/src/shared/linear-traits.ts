import type { Claims, Conditional, Traits } from '@sdc/core'

/** Traits of all linear models; each adds the properties that it keeps. */
export const linearTraits: Partial<Traits> = { stochastic: true, given: 'optional' }

/** Means and covariances, those with the given columns too, are the original's. */
export const exactMoments: Claims = {
  means: true,
  correlations: true,
  covariances: true,
  approachesCorrelations: true,
}

/** β2 = 0, whichever way it can be said. */
export const noSimilarity: Conditional = {
  when: { similarity: 0, similarityByColumn: null, similarityMatrix: null },
}
