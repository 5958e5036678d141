/**
 * Per-record information loss (PRIL): how much would have to be said to tell a record's original category from the masked one.
 *
 * PRIL = Σ_r −log p(i_r | j_r), p(i | j) ∝ t_i P_ij; value = 100·PRIL/(n·H(V)), summed over columns above and below. It is more
 * for a rare original category than for a frequent one, where EBIL is the same for both.
 * Source: Torra 2013.
 */
import { defineMetric } from '@sdc/core'
import { log } from '@sdc/stats'
import * as z from 'zod'
import { entropyInParts, measureEntropy } from './entropy-parts.js'
import type { EntropyLoss } from './pair-losses.js'
import { entropyParams } from './given-levels.js'

const params = z.object(entropyParams)

const loss: EntropyLoss = {
  metric: 'loss/per-record-entropy',
  // A probability may exceed 1 by rounding.
  lossOf: ({ own }) => own.map((p) => Math.max(0, -log(p))),
  needsLink: true,
}

export const perRecordEntropyMetric = defineMetric({
  id: 'loss/per-record-entropy',
  title: 'Per-record information loss (PRIL)',
  summary: 'How much it would take to tell the original categories of a record to who sees the masked ones.',
  formula: '100 · Σ_c Σ_r −log p(V_c = i_rc | V′_c = j_rc) / Σ_c n·H(V_c),  p(i | j) = t_i P_ij/Σ_k t_k P_kj',
  source: [
    { key: 'torra-2013', where: 'an alternative information loss measure (PRIL)' },
    { key: 'good-1953', where: 'coverage' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        '0: the masked category leaves one original. 100: on average as much is left open as without any masked file. A ' +
        'record can have more: 101,082 of 17,990,455 inhabitants of a state live in its capital, so that a household there ' +
        'of which only the state is told has lost −ln .0056186 = 5.18, one in its largest city, 7,322,564, only .90. (The ' +
        'source prints the first share as .05.)',
    },
    {
      topic: 'interpretation',
      text:
        'Averaged over the posterior it is EBIL: with estimate: plain the two values are equal where every original record ' +
        'is linked. The sum itself is in the table for each column.',
    },
    {
      topic: 'choices',
      text:
        'Matrix, prior and estimate are those of loss/entropy. A record needs its link also where the matrix is given: what is ' +
        'added up is of its own original category.',
    },
    {
      topic: 'missing',
      text:
        'As in loss/entropy: a suppressed value is a category of its own; values missing in the original are left out and ' +
        'counted, like records without a link and columns of one category.',
    },
    { topic: 'limits', text: 'Column by column, and of the records that are in the masked file.' },
  ],
  kind: 'loss',
  accepts: ['ordered', 'nominal'],
  better: 'lower',
  unit: '%',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  cost: { time: 'O(n·p), and O(C·C′) for a given matrix' },
  atIdentity: 0,
  params,
  measure: (input) => measureEntropy(input, loss),
  streamed: () => entropyInParts(loss),
})
