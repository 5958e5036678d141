import type { Note } from '@sdc/core'

/** Notes for the cards of all linear models. */
export const linearNotes: readonly Note[] = [
  {
    topic: 'loses',
    text:
      'Only linear relations are kept: curved ones become straight, and the distribution of a column becomes ' +
      'that of the fit plus noise. Skewed columns lose their tails, amounts may become negative (a warning ' +
      'gives the number), spikes such as many zeros disappear. Limits in a schema reflect values beyond them, ' +
      'and moments are then not exact (a warning says so).',
  },
  {
    topic: 'keeps',
    text:
      'A linear identity among the masked columns (total = a + b) also holds for the masked values. An ' +
      'intruder who has all but one of the values can compute the last one.',
  },
  {
    topic: 'parameters',
    text:
      'Given columns may depend on each other. Categorical ones become indicator variables (a warning says ' +
      'so), which keeps the mean of every category, but not its covariances: masking by group keeps those.',
  },
]

/** Notes for methods that preserve the moments of the file exactly. */
export const exactNotes: readonly Note[] = [
  {
    topic: 'keeps',
    text:
      'Analyses based on means and covariances give the same results from either file: regressions, ' +
      'comparisons of means, ANOVA, principal components, canonical correlations. Masked by group, that holds in ' +
      'every group, and so in the whole file.',
  },
]
