/**
 * The score that weighs information loss against disclosure risk.
 *
 * Score = ½·IL + ¼·DLD + ¼·ID, with IL of `loss/il-score`, DLD of `risk/dld` and ID of `risk/interval-disclosure`;
 * lower is better. An unmasked file without records that share keys has 50, a file of noise as much as its loss.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 2.
 */
import { defineMetric } from '@sdc/core'
import * as z from 'zod'
import { intervalMode } from '../intervals/interval-disclosure.js'
import { linkageParams } from '../linkage/dld.js'
import { combinedParts } from './combined-parts.js'

/** The weights of IL, DLD and ID in equation 2, all in percent. */
export const sebeWeights: readonly number[] = [0.5, 0.25, 0.25]

const params = z.object({ ...linkageParams, mode: intervalMode })

export const sebeMetric = defineMetric({
  id: 'score/sebe',
  title: 'Score of Sebé et al.',
  summary: 'Half the information loss, a quarter each of linkage and interval disclosure: lower is better.',
  formula: 'Score = 0.5·IL + 0.25·DLD + 0.25·ID',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'eq. 2' }],
  notes: [
    {
      topic: 'limits',
      text:
        'The weights are a convention. IL has no upper end and a heavy tail, so that one small original value can ' +
        'decide the score.',
    },
    { topic: 'limits', text: 'IL depends on where zero is, and so does the score.' },
    {
      topic: 'reading',
      text:
        'See loss/il-score, risk/dld and risk/interval-disclosure for what each leaves out; used is the number of ' +
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
  params,
  parts: ({ mode, ...linkage }: z.infer<typeof params>) => ({
    IL: { use: 'loss/il-score', params: { truth: linkage.truth } },
    DLD: { use: 'risk/dld', params: linkage },
    ID: { use: 'risk/interval-disclosure', params: { truth: linkage.truth, mode } },
  }),
  measure: ({ parts }) => combinedParts(parts, { IL: sebeWeights[0], DLD: sebeWeights[1], ID: sebeWeights[2] }, 'ID'),
})
