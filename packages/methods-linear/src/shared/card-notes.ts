import type { Note } from '@sdc/core'

/** What is true of every linear model, said on every card. */
export const linearNotes: readonly Note[] = [
  {
    topic: 'loses',
    text:
      'Only linear relations are kept: curved ones are straightened, and the distribution of a column becomes that of the ' +
      'fit plus noise. Skewed columns lose their tails, amounts may become negative (the run says how many), spikes such ' +
      'as many zeros are gone. Bounds in a schema fold what is beyond them back, which costs the exactness of moments ' +
      '(the run says so).',
  },
  {
    topic: 'keeps',
    text:
      'A linear identity among the masked columns (total = a + b) holds for the masked values, too. An identity kept is an ' +
      'identity known: it tells who has all but one of the values the last one.',
  },
  {
    topic: 'parameters',
    text:
      'Columns to condition on may depend on each other; categorical ones become indicator variables (the run says so), ' +
      'which keeps the mean of every category, but not its covariances: --by keeps those.',
  },
]

/** What is true where moments are kept in the file at hand. */
export const exactNotes: readonly Note[] = [
  {
    topic: 'keeps',
    text:
      'Whatever rests on means and covariances comes out the same from either file: regressions, comparisons of means, ' +
      'ANOVA, principal components, canonical correlations. With --by that holds in every group, and so in the whole file.',
  },
]
