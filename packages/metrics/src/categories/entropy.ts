/**
 * Entropy-based information loss (EBIL): uncertainty about the original category, given the masked one.
 *
 * EBIL = Σ_r H(V | V′ = j_r), H(V | j) = −Σ_i p(i | j) log p(i | j), p(i | j) ∝ t_i P_ij; value = 100·EBIL/(n·H(V)), summed over
 * columns above and below. P is the matrix of the masking, or estimated from the linked records (`estimatedPosterior`).
 * Source: Kooiman, Willenborg & Gouweleeuw 1997; Torra 2013.
 */
import { defineMetric } from '@sdc/core'
import { entropyPlan } from './entropy-plan.js'
import type { EntropyLoss } from './pair-losses.js'
import { entropyFacts } from './given-levels.js'

const loss: EntropyLoss = { metric: 'loss/entropy', lossOf: ({ entropy }) => entropy, needsLink: false }

export const entropyMetric = defineMetric({
  id: 'loss/entropy',
  title: 'Entropy-based information loss (EBIL)',
  summary: 'Uncertainty about the original categories that remains after seeing the masked ones.',
  formula: '100 · Σ_c Σ_r H(V_c | V′_c = j_rc) / Σ_c n·H(V_c),  p(i | j) = t_i P_ij/Σ_k t_k P_kj',
  source: [
    { key: 'kooiman-willenborg-gouweleeuw-1997', where: 'information loss by conditional entropy' },
    { key: 'torra-2013', where: 'entropy-based information loss' },
    { key: 'good-1953', where: 'coverage' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        '0: every masked category determines the original one. 100: it adds nothing to the frequencies of the ' +
        'categories. The table has the sum itself, EBIL, for each column. Values above 100 occur only with a matrix or a ' +
        'prior that the file does not follow, or in a part that differs from the whole.',
    },
    {
      topic: 'interpretation',
      text:
        'The loss concerns a user who knows the matrix: they can undo an exchange of two categories. For the distance ' +
        'between values and originals use loss/categorical-distance.',
    },
    {
      topic: 'choices',
      text:
        "Without a matrix, the metric estimates one from the linked records, which overstates a user's knowledge of rare " +
        'values. A unique value for every record would have no loss, even if it came from another record. So a pair of ' +
        'categories with one record counts as unknown, and its category says no more than the prior there (estimate: ' +
        'coverage). This does not affect unmasked values or recoded categories; estimate: plain omits the correction.',
    },
    {
      topic: 'choices',
      text:
        'The prior is that of the whole original file, or the given one. A masked category that the original lacks (a ' +
        'coarser one) represents its source categories, but a name with one record tells nobody its source. With a ' +
        'matrix the files need no link.',
    },
    {
      topic: 'missing',
      text:
        'A suppressed value is its own category. It tells what the suppressed values share, or only the prior if they ' +
        'are few or the matrix is given. The metric omits and counts missing original values, records without a link and ' +
        'columns with one category.',
    },
    {
      topic: 'limits',
      text:
        'The metric treats each column separately; for relations use loss/contingency-tables. It ignores records that ' +
        'are not in the masked file. It has no interval: the posterior comes from the same records, and intervals by ' +
        'records do not cover.',
    },
  ],
  ...entropyFacts,
  plan: entropyPlan(loss),
})
