/**
 * The score that weighs information loss against disclosure risk.
 *
 * Score = ½·IL + ¼·DLD + ¼·ID, with IL of `loss/il-score`, DLD of `risk/dld` and ID of `risk/interval-disclosure`;
 * lower is better. An unmasked file without records that share keys has 50, a file of noise as much as its loss.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 2.
 */
import { defineMetric, type MeasureInput } from '@sdc/core'
import * as z from 'zod'
import { correspondence } from '@sdc/toolkit'
import { measureIl } from '../moments/il-score.js'
import { combined, disclosureParams, measureDisclosure } from './dr-combine.js'

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
  params: z.object(disclosureParams),
  measure(input) {
    const { params } = input
    const pairs = correspondence(input, params.truth, 'score/sebe')
    const part = (from: number, width: number): MeasureInput<unknown> => ({
      ...input,
      tick: (done) => input.tick(from + width * done),
    })
    const il = measureIl(part(0, 1 / 3), pairs, params.truth)
    const { linkage, intervals } = measureDisclosure(part(1 / 3, 2 / 3), pairs, params)
    return combined(
      new Map([
        ['IL', il],
        ['DLD', linkage],
        ['ID', intervals],
      ]),
      sebeWeights,
      intervals.used,
    )
  },
})

/** The weights of IL, DLD and ID in equation 2, all in percent. */
export const sebeWeights: readonly number[] = [0.5, 0.25, 0.25]
