/**
 * Disclosure risk as one number: identity and value disclosure, weighted.
 *
 * DR = ½·DLD + ½·ID by default, with DLD of `risk/dld` and ID of `risk/interval-disclosure`: the risk half of the score of
 * `score/sebe`, which is ½·IL + ½·DR. `combination` names the others that were published: see `combinations`.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, eqs. 1 and 2; Torra 2013, DR.
 */
import { defineMetric } from '@sdc/core'
import * as z from 'zod'
import { combinationNote, combinations, combinedParams, riskParts, windowNote } from './combinations.js'
import { combinedParts } from './combined-parts.js'
import { riskInPercent } from '../card-facts.js'

const params = z.object(combinedParams)

export const drCombineMetric = defineMetric({
  id: 'risk/dr-combine',
  title: 'Combined disclosure risk (DR)',
  summary: 'Mean of the share of linked records and the share of values found within an interval.',
  brief: [
    '0 % means neither links nor near values, 100 % that all are disclosed.',
    'A mean can hide that one of its parts is high: look at both.',
  ],
  formula: 'DR = 0.5·DLD + 0.5·ID, or as combination says',
  source: [
    { key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'eqs. 1 and 2' },
    { key: 'torra-2013', where: 'disclosure risk' },
  ],
  notes: [
    { topic: 'choices', text: 'The equal weights are the convention of the source.' },
    combinationNote,
    windowNote,
    {
      topic: 'interpretation',
      text: 'A file unrelated to the original has about 5 %: the intervals cover about a tenth of the values by chance.',
    },
    {
      topic: 'interpretation',
      text:
        'The table components has every part with its weight, and its standard error if large files were sampled. For ' +
        'the omissions of each part see risk/dld, risk/prl, risk/rs-rl and risk/interval-disclosure; used is the number ' +
        'of cells of ID.',
    },
  ],
  ...riskInPercent,
  high: {
    share: 0.3,
    meaning: 'on average, {value} of the records are linked and of the values found within an interval',
  },
  recordsOf: 'masked',
  cost: { time: 'sum of its parts' },
  params,
  parts: riskParts,
  plan: ({ params: { combination }, parts }) => combinedParts(parts, combinations[combination], 'ID'),
})
