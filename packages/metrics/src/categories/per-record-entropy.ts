/**
 * Per-record information loss (PRIL): information needed to recover a record's original category from the
 * masked one.
 *
 * PRIL = Σ_r −log p(i_r | j_r), p(i | j) ∝ t_i P_ij; value = 100·PRIL/(n·H(V)), summed over columns above and below. It is
 * larger for a rare original category than for a frequent one; EBIL is the same for both.
 * Source: Torra 2013.
 */
import { defineMetric } from '@sdc/core'
import { log } from '@sdc/stats'
import { entropyPlan } from './entropy-plan.js'
import type { EntropyLoss } from './pair-losses.js'
import { entropyFacts } from './given-levels.js'

const loss: EntropyLoss = {
  metric: 'loss/per-record-entropy',
  // A probability may exceed 1 by rounding.
  lossOf: ({ own }) => own.map((p) => Math.max(0, -log(p))),
  needsLink: true,
}

export const perRecordEntropyMetric = defineMetric({
  id: 'loss/per-record-entropy',
  title: 'Per-record information loss (PRIL)',
  summary: "Information needed to recover a record's original categories from the masked ones.",
  formula: '100 · Σ_c Σ_r −log p(V_c = i_rc | V′_c = j_rc) / Σ_c n·H(V_c),  p(i | j) = t_i P_ij/Σ_k t_k P_kj',
  source: [
    { key: 'torra-2013', where: 'an alternative information loss measure (PRIL)' },
    { key: 'good-1953', where: 'coverage' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        '0: the masked category leaves one original. 100: on average as much uncertainty as without any masked file. A ' +
        'record can exceed 100. Example: 101,082 of 17,990,455 inhabitants of a state live in its capital, and 7,322,564 ' +
        'in its largest city. If the file gives only the state, a household in the capital has lost −ln .0056186 = 5.18, ' +
        'one in the largest city only .90. (The source prints the first share as .05.)',
    },
    {
      topic: 'interpretation',
      text:
        'Averaged over the posterior it is EBIL: with estimate: plain the two values are equal if every original record ' +
        'is linked. The table has the sum itself for each column.',
    },
    {
      topic: 'choices',
      text:
        'Matrix, prior and estimate are those of loss/entropy. A record needs its link even if the matrix is given, ' +
        'because the sum uses its own original category.',
    },
    {
      topic: 'missing',
      text:
        'As in loss/entropy, a suppressed value is its own category. The metric omits and counts missing original ' +
        'values, records without a link and columns with one category.',
    },
    { topic: 'limits', text: 'The metric treats each column separately, and only records in the masked file.' },
  ],
  ...entropyFacts,
  plan: entropyPlan(loss),
})
