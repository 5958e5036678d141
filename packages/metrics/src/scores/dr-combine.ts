/**
 * Disclosure risk as one number: identity and value disclosure with equal weight.
 *
 * DR = ½·DLD + ½·ID, with DLD of `risk/dld` and ID of `risk/interval-disclosure`: the risk half of the score of
 * `score/sebe`, which is ½·IL + ½·DR. Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eq. 2; Torra 2013, DR.
 */
import { defineMetric } from '@sdc/core'
import * as z from 'zod'
import { intervalMode } from '../intervals/interval-disclosure.js'
import { linkageParams } from '../linkage/dld.js'
import { combinedParts } from './combined-parts.js'

const params = z.object({ ...linkageParams, mode: intervalMode })

export const drCombineMetric = defineMetric({
  id: 'risk/dr-combine',
  title: 'Combined disclosure risk (DR)',
  summary:
    'The mean of the share of records that are linked and the share of values that are found within an interval.',
  formula: 'DR = 0.5·DLD + 0.5·ID',
  source: [
    { key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'eq. 2' },
    { key: 'torra-2013', where: 'disclosure risk' },
  ],
  notes: [
    { topic: 'choices', text: 'The equal weights are the convention of the source.' },
    {
      topic: 'reading',
      text:
        'A file that has nothing to do with the original has about 5 %: the intervals cover about a tenth of the values ' +
        'by chance.',
    },
    {
      topic: 'reading',
      text: 'See risk/dld and risk/interval-disclosure for what each leaves out; used is the number of cells of ID.',
    },
  ],
  kind: 'risk',
  high: {
    share: 0.3,
    meaning: 'on the average of both, {value} of the records are linked and of the values found within an interval',
  },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 100,
  params,
  parts: ({ mode, ...linkage }: z.infer<typeof params>) => ({
    DLD: { use: 'risk/dld', params: linkage },
    ID: { use: 'risk/interval-disclosure', params: { truth: linkage.truth, mode } },
  }),
  measure: ({ parts }) => combinedParts(parts, { DLD: 0.5, ID: 0.5 }, 'ID'),
})
