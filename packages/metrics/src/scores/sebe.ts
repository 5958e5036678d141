/**
 * Score that weighs information loss against disclosure risk.
 *
 * Score = ½·IL + ½·DR, by default ½·IL + ¼·DLD + ¼·ID, with IL of `loss/il-score`, DLD of `risk/dld` and ID of
 * `risk/interval-disclosure`; `combination` selects other risks for DR, as in `risk/dr-combine`. Lower is better. An
 * unmasked file without records that share keys has 50, a file of noise half of its loss. Source: Sebé, Domingo-Ferrer,
 * Mateo-Sanz & Torra 2002, eqs. 1 and 2; Torra 2013, the scores of rank swapping.
 */
import { defineMetric } from '@sdc/core'
import * as z from 'zod'
import {
  combinationNote,
  combinations,
  combinedParams,
  riskParts,
  windowNote,
  type Combination,
  type CombinedParams,
} from './combinations.js'
import { combinedParts } from './combined-parts.js'

/**
 * Returns the weights of a score: half for the information loss, and half of the combination's weight for each risk.
 *
 * @param combination - Composition of the disclosure risk.
 * @returns Weights of IL and of the risks, by the names of the papers, all in percent.
 */
export function scoreWeights(combination: Combination): Readonly<Record<string, number>> {
  const risks = Object.entries<number>(combinations[combination]).map(([name, weight]) => [name, weight / 2] as const)
  return { IL: 0.5, ...Object.fromEntries(risks) }
}

const params = z.object(combinedParams)

export const sebeMetric = defineMetric({
  id: 'score/sebe',
  title: 'Score of Sebé et al.',
  summary:
    'Half the information loss and half the disclosure risk, a quarter each of linkage and of intervals: lower is better.',
  formula: 'Score = 0.5·IL + 0.5·DR = 0.5·IL + 0.25·DLD + 0.25·ID, or as combination says',
  source: [
    { key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'eqs. 1 and 2' },
    { key: 'torra-2013', where: 'the scores of rank swapping' },
  ],
  notes: [
    {
      topic: 'limits',
      text:
        'The weights are a convention. IL has no upper limit and a heavy tail, so one small original value can decide ' +
        'the score.',
    },
    combinationNote,
    windowNote,
    { topic: 'limits', text: 'IL depends on the position of zero, and so does the score.' },
    {
      topic: 'interpretation',
      text:
        'For the omissions of each part see loss/il-score, risk/dld and risk/interval-disclosure; used is the number of ' +
        'cells of ID.',
    },
  ],
  kind: 'score',
  better: 'lower',
  unit: 'points',
  range: [0, Number.POSITIVE_INFINITY],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 50,
  cost: { time: 'sum of its parts' },
  params,
  parts: (given: CombinedParams) => ({
    IL: { use: 'loss/il-score', params: { truth: given.truth } },
    ...riskParts(given),
  }),
  plan: ({ params: { combination }, parts }) => combinedParts(parts, scoreWeights(combination), 'ID'),
})
