/**
 * Entropy-based information loss (EBIL): how uncertain the original category is to who sees the masked one.
 *
 * EBIL = Σ_r H(V | V′ = j_r), H(V | j) = −Σ_i p(i | j) log p(i | j), p(i | j) ∝ t_i P_ij; value = 100·EBIL/(n·H(V)), summed over
 * columns above and below. P is the matrix of the masking, or estimated from the linked records (`estimatedPosterior`).
 * Source: Kooiman, Willenborg & Gouweleeuw 1997; Torra 2013.
 */
import { defineMetric } from '@sdc/core'
import * as z from 'zod'
import { entropyInParts, measureEntropy } from './entropy-parts.js'
import type { EntropyLoss } from './pair-losses.js'
import { entropyParams } from './given-levels.js'

const params = z.object(entropyParams)

const loss: EntropyLoss = { metric: 'loss/entropy', lossOf: ({ entropy }) => entropy, needsLink: false }

export const entropyMetric = defineMetric({
  id: 'loss/entropy',
  title: 'Entropy-based information loss (EBIL)',
  summary: 'How much of what the original categories tell is open to who sees the masked ones.',
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
        '0: every masked category tells the original one. 100: it tells nothing beyond how frequent the categories are. The ' +
        'sum itself, EBIL, is in the table for each column. Above 100 only with a matrix or a prior that the file does not follow, or a part of the records unlike the whole.',
    },
    {
      topic: 'interpretation',
      text:
        'It is the loss of a reader who knows the matrix: swapping two categories throughout is none to them. How far ' +
        'values are from the originals is what loss/categorical-distance says.',
    },
    {
      topic: 'choices',
      text:
        'Without a matrix it is estimated from the linked records, which knows more than any reader where values are rare: a ' +
        'value of its own for every record would have no loss even if it is another record’s. So a pair of categories that ' +
        'only one record has counts as not known, and the category tells in that part no more than the prior (estimate: ' +
        'coverage). Unmasked values and categories recoded to coarser ones are not touched by this; estimate: plain leaves it out.',
    },
    {
      topic: 'choices',
      text:
        'The prior is that of the whole original file, or the one given. A masked category that the original does not have ' +
        '(a coarser one) stands for those it came from, but a name that one record has tells nobody what it stands for. With a matrix no link between the files is needed.',
    },
    {
      topic: 'missing',
      text:
        'A suppressed value is a category of its own that tells what the values suppressed have in common, and no more than ' +
        'the prior where these are few, or where the matrix is given. Values missing in the original have nothing to lose: ' +
        'left out and counted, like records without a link and columns of one category.',
    },
    {
      topic: 'limits',
      text:
        'Column by column: what is lost of their relations is what loss/contingency-tables says. Records that are not in ' +
        'the masked file are no loss here. It has no interval: ' +
        'the posterior comes from the same records, and intervals by records do not cover.',
    },
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
