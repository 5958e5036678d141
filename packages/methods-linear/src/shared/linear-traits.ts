import type { Claims, Conditional, Traits } from '@sdc/core'

/** Traits of all linear models; each adds the properties that it keeps. */
export const linearTraits: Partial<Traits> = { stochastic: true, given: 'optional' }

/** Claims that means and covariances, including those with the given columns, equal the original ones. */
export const exactMoments: Claims = {
  means: true,
  correlations: true,
  covariances: true,
  approachesCorrelations: true,
}

/** β2 = 0, in any of its three forms. */
export const noSimilarity: Conditional = {
  when: { similarity: 0, similarityByColumn: null, similarityMatrix: null },
}
